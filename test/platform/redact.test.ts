import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
