import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog, type Log, redact } from '../../main/platform/log.ts';
import { anyCharacter } from '../helpers/any-text.ts';

const TOKEN = 'uYq3-F"9\\x_bankToken';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoxfQ.c2lnbmF0dXJlLXdpdGgtXy0';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kramar-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The content of a fresh log on disk after `use`. */
async function written(use: (log: Log) => void, folder = dir): Promise<string> {
  const log = createLog({ level: 'debug', dir: folder });
  use(log);
  await log.close();
  return readFileSync(join(folder, 'kramar.log'), 'utf8');
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the file', () => {
  it('has a JSON object a line, with the fields of the child', async () => {
    const text = await written((log) => {
      log.child({ job: 'watch', err: 'of the child' }).info('looked', { open: 3 });
      log.warn('plain');
    });
    expect(lines(text)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/Z$/),
        job: 'watch',
        err: 'of the child',
        open: 3,
        msg: 'looked',
      },
      { level: 'warn', time: expect.any(String), msg: 'plain' },
    ]);
    if (process.platform !== 'win32') expect(statSync(join(dir, 'kramar.log')).mode & 0o777).toBe(0o600);
  });

  it('stays empty below the level', async () => {
    const log = createLog({ level: 'warn', dir });
    log.debug('no');
    log.info('no');
    log.child({}).error('yes');
    await log.close();
    expect(lines(readFileSync(join(dir, 'kramar.log'), 'utf8'))).toMatchObject([{ msg: 'yes' }]);
  });

  it('is rotated by size, and five old ones are kept', async () => {
    const log = createLog({ level: 'info', dir });
    const megabyte = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`f${i}`, 'x'.repeat(15_000)]));
    for (let i = 0; i < 36; i++) log.info('much', megabyte);
    await log.close();
    expect(readdirSync(dir).sort()).toEqual([
      'kramar.log',
      'kramar.log.1',
      'kramar.log.2',
      'kramar.log.3',
      'kramar.log.4',
      'kramar.log.5',
    ]);
  });

  it('stays whole when a field has the name of a key of its own or of a method', async () => {
    const fields = { level: 'x', time: 1, msg: 'y', toString: 'z', constructor: 1, ['__proto__']: 2 };
    const [line] = lines(await written((log) => log.info('entry', fields)));
    expect(line).toMatchObject({ level: 'info', msg: 'entry', level_: 'x', toString_: 'z' });
  });

  it('accepts nothing more after close', async () => {
    const log = createLog({ level: 'info', dir });
    log.info('before');
    await log.close();
    log.info('after');
    await log.close();
    expect(lines(readFileSync(join(dir, 'kramar.log'), 'utf8'))).toHaveLength(1);
  });
});

describe('errors', () => {
  it('are logged with name, message, stack, code and causes, and nothing else', async () => {
    const root = Object.assign(new TypeError('root'), { code: 'ECONNRESET' });
    const error = Object.assign(new Error('outer', { cause: root }), { request: { headers: { a: 1 } } });
    const [line] = lines(await written((log) => log.error('failed', { err: error })));
    expect(line.err).toEqual({
      name: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log.test.ts'),
      cause: { name: 'TypeError', message: 'root', code: 'ECONNRESET', stack: expect.any(String) },
    });
  });

  it('may be passed as the fields, or be of a kind that is no native error', async () => {
    const abort = AbortSignal.timeout(0);
    const [first, second] = lines(
      await written((log) => {
        log.error('failed', new Error('bare'));
        log.error('failed', { err: new DOMException('too late', 'TimeoutError'), abort });
      }),
    );
    expect(first.err.message).toBe('bare');
    expect(second.err).toMatchObject({ name: 'TimeoutError', message: 'too late' });
  });
});

describe('redact', () => {
  it.each([
    'token',
    'xToken',
    'X-Token',
    'PASSWORD',
    'Authorization',
    'access',
    'refresh',
    'secret',
    'new_password',
  ])('masks what is called %s, at any depth', (name) => {
    const hidden = { [name]: 'hunter22' };
    expect(redact({ a: [{ b: hidden }], c: hidden })).toEqual({
      a: [{ b: { [name]: '***' } }],
      c: { [name]: '***' },
    });
    for (const value of [12345678, ['hunter22'], { deep: 'hunter22' }, new URL('http://hunter22/')]) {
      expect(redact({ [name]: value })).toEqual({ [name]: '***' });
    }
    expect(redact({ [name]: null })).toEqual({ [name]: null });
  });

  it('masks JWTs wherever they stand', () => {
    expect(redact(`Bearer ${JWT}, again:${JWT}.`)).toBe('Bearer ***, again:***.');
    expect(redact(new Map([[JWT, [`x${JWT}`]]]))).toEqual({ '***': ['x***'] });
  });

  it('masks the longer of two secrets first', () => {
    expect(redact('abcdefgh abcdef', ['abcdef', 'abcdefgh'])).toBe('*** ***');
  });

  it('leaves no half of a secret where a long text is cut', () => {
    for (let length = 19_980; length <= 20_000; length++) {
      expect(redact('x'.repeat(length) + TOKEN.repeat(300), [TOKEN])).not.toContain(TOKEN.slice(0, 4));
    }
  });

  it('handles everything that JSON cannot hold', () => {
    const circular: Record<string, unknown> = {
      at: new Date(0),
      big: 2n ** 70n,
      none: undefined,
      nan: Number.NaN,
    };
    circular.self = [circular];
    Object.defineProperty(circular, 'trap', {
      enumerable: true,
      get: () => ({
        toJSON: () => {
          throw new Error();
        },
      }),
    });
    expect(JSON.parse(JSON.stringify(redact(circular)))).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      big: '1180591620717411303424',
      nan: null,
      self: ['[circular]'],
      trap: '[unreadable]',
    });
    expect(redact({ key: Buffer.from(TOKEN), f: () => 1, s: Symbol('x') })).toEqual({
      key: '[20 bytes]',
      f: '[function]',
      s: '[symbol]',
    });
    const throwing = {
      get bad() {
        throw new Error(TOKEN);
      },
    };
    expect(redact({ throwing })).toEqual({ throwing: '[unreadable]' });
  });
});

describe('a secret anywhere inside', () => {
  /** Text, or a spelling of it, in every place that a logged object has. */
  const burying = (secret: string) =>
    fc.letrec((tie) => {
      const around = fc.tuple(fc.string({ unit: anyCharacter }), fc.string());
      const text = fc.oneof(
        around.map(([before, after]) => before + secret + after),
        around.map(([before, after]) => JSON.stringify({ [before]: secret + after })),
        fc.constant(`https://bank/?q=${encodeURIComponent(secret.toWellFormed())}`),
        fc.constant(`Error: 502\n${JSON.stringify({ body: JSON.stringify({ secret }) })}`),
      );
      const node = fc.oneof(
        { maxDepth: 4 },
        text,
        tie('object'),
        tie('list'),
        tie('error'),
        tie('map'),
        fc.anything(),
      );
      return {
        node,
        object: fc.dictionary(fc.oneof(fc.string(), text), tie('node'), { minKeys: 1 }),
        list: fc.array(tie('node'), { minLength: 1 }),
        map: fc.tuple(text, tie('node')).map((entry) => new Map([entry])),
        error: fc
          .tuple(text, tie('node'), tie('node'))
          .map(([message, cause, extra]) =>
            Object.assign(new Error(message, { cause }), { code: extra, extra }),
          ),
      };
    }).node;

  const everyText = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => [key, ...everyText(part)])
      : [String(value)];

  const neverWritten = (secret: string, register: boolean) =>
    fc.assert(
      fc.asyncProperty(burying(secret), async (node) => {
        const folder = mkdtempSync(join(dir, 'run-'));
        const text = await written((log) => {
          const early = log.child({ node, early: `with ${secret}` });
          if (register) log.secret(secret);
          log.info(`before ${secret} after`, { node });
          early.error('of a child', node as object);
        }, folder);
        const quoted = JSON.stringify(secret).slice(1, -1);
        const twice = JSON.stringify(quoted).slice(1, -1);
        for (const part of [text, ...everyText(lines(text))]) {
          for (const form of [secret, quoted, twice, encodeURIComponent(secret)])
            expect(part).not.toContain(form);
        }
      }),
      { numRuns: 40 },
    );

  it('is never written: a bank token', () => neverWritten(TOKEN, true));
  it('is never written: a password in Ukrainian', () => neverWritten('пароль\n"крамар"', true));
  it('is never written: digits', () => neverWritten('4815162342', true));
  it('is never written: a JWT that nobody registered', () => neverWritten(JWT, false));
  it('is never written: whatever it looks like', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 6 }),
        fc.string({ unit: anyCharacter }),
        (secret, around) => {
          fc.pre(!secret.includes('*'));
          const forms = [secret, JSON.stringify(secret).slice(1, -1)];
          const safe = redact({ a: around + secret + around, [secret]: JSON.stringify([secret]) }, forms);
          for (const part of everyText(safe)) expect(part).not.toContain(secret);
        },
      ),
    ));
});

/** A process of its own: the tests check what it writes to stderr and how it ends. */
function inProcess(script: string) {
  const log = new URL('../../main/platform/log.ts', import.meta.url).href;
  const source = `import { createLog } from ${JSON.stringify(log)};\nconst dir = ${JSON.stringify(dir)};\n${script}`;
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

describe('stderr', () => {
  it('gets warnings and errors as one plain line each, masked', () => {
    const result = inProcess(`
      const log = createLog({ level: 'debug', stderr: true });
      log.secret('hunter22');
      log.info('quiet');
      log.warn('two\\nlines \\u001b[31m hunter22', { field: 1 });
      log.error('bad');
      await log.close();`);
    expect(result).toEqual({ status: 0, stdout: '', stderr: 'warning: two lines  [31m ***\nerror: bad\n' });
  });

  it('gets nothing unless requested', () => {
    expect(inProcess(`createLog({ level: 'info' }).error('bad')`)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('a log that cannot be written', () => {
  const writeMuch = `
    const log = createLog({ level: 'info', dir, stderr: true });
    for (let i = 0; i < 50; i++) {
      log.info('line', { i });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await log.close();
    console.log('alive');`;

  it('is reported once: the folder is a file', () => {
    rmSync(dir, { recursive: true });
    writeFileSync(dir, '');
    const { status, stdout, stderr } = inProcess(writeMuch);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'alive\n' });
    expect(stderr).toMatch(
      /^warning: the log in .* cannot be written \(ENOTDIR.*\)\. Kramar goes on without it\.\n$/,
    );
  });

  it('is reported once: kramar.log is a folder', () => {
    mkdirSync(join(dir, 'kramar.log'));
    const { status, stdout, stderr } = inProcess(writeMuch);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'alive\n' });
    expect(stderr).toMatch(/^warning: [^\n]*not a file[^\n]*\n$/);
  });

  it('does not stop the process when the folder vanishes under it', () => {
    const { status, stdout } = inProcess(`
      import { rmSync } from 'node:fs';
      const log = createLog({ level: 'info', dir });
      const filler = Object.fromEntries(Array.from({ length: 70 }, (_, i) => ['f' + i, 'x'.repeat(15000)]));
      for (let i = 0; i < 12; i++) {
        log.info('line', filler);
        if (i === 2) rmSync(dir, { recursive: true });
        await new Promise((resolve) => setImmediate(resolve));
      }
      await log.close();
      console.log('alive');`);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'alive\n' });
  });
});
