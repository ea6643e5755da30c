import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog, type Log } from '../../main/platform/log.ts';

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
    const old = [1, 2, 3, 4, 5].map((number) => `kramar.log.${number}`);
    expect(readdirSync(dir).sort()).toEqual(['kramar.log', ...old]);
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
      createLog({ level: 'info' }).error('not asked for');
      await log.close();`);
    expect(result).toEqual({ status: 0, stdout: '', stderr: 'warning: two lines  [31m ***\nerror: bad\n' });
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

  it.each<[string, () => void, RegExp]>([
    [
      'the folder is a file',
      () => {
        rmSync(dir, { recursive: true });
        writeFileSync(dir, '');
      },
      /^warning: the log in .* cannot be written \(ENOTDIR.*\)\. Kramar goes on without it\.\n$/,
    ],
    [
      'kramar.log is a folder',
      () => mkdirSync(join(dir, 'kramar.log')),
      /^warning: [^\n]*not a file[^\n]*\n$/,
    ],
  ])('is reported once: %s', (_, spoil, warning) => {
    spoil();
    const { status, stdout, stderr } = inProcess(writeMuch);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'alive\n' });
    expect(stderr).toMatch(warning);
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
