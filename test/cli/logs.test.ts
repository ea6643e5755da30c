import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { CLI, contents, openConsole } from './console.ts';
import { whereOf } from './typing.ts';

const line = (level: string, time: string, msg: string, more: object = {}): string =>
  `${JSON.stringify({ level, time, ...more, msg })}\n`;

const openLogged = () => {
  const shop = openConsole();
  const folder = join(shop.dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'kramar.log');
  writeFileSync(`${file}.1`, line('info', '2026-03-01T06:00:00.000Z', 'First.'));
  writeFileSync(
    file,
    line('warn', '2026-03-01T07:00:00.000Z', 'Second.', { terminal: 1 }) +
      line('debug', '2026-03-02T07:00:00.000Z', 'Third.') +
      '{"level":"error","time":"2026-03-02T07:30:00.000Z","ms',
  );
  const messages = async (...args: string[]): Promise<string[]> => {
    const { json } = await shop.json(['logs', ...args]);
    return json.entries.map(({ msg }: { msg: string }) => msg);
  };
  return { shop, file, messages };
};

test('the last lines across rotated files, oldest first; half a line is left out', async () => {
  const { messages } = openLogged();
  expect(await messages()).toEqual(['First.', 'Second.', 'Third.']);
  expect(await messages('--tail', '2')).toEqual(['Second.', 'Third.']);
  expect(await messages('--tail', '0')).toEqual([]);
});

test('from a level and a time on', async () => {
  const { messages } = openLogged();
  expect(await messages('--level', 'warn')).toEqual(['Second.']);
  expect(await messages('--since', '2026-03-01T06:30:00Z')).toEqual(['Second.', 'Third.']);
  expect(await messages('--since', '2026-03-02')).toEqual(['Third.']);
  expect(await messages('--since', '30m')).toEqual([]);
});

test.each([
  [['--level', 'loud'], 'debug, info, warn, error'],
  [['--since', 'yesterday'], '2026-03-02'],
  [['--tail', 'all'], 'a number of lines'],
])('%j is a wrong call', async (args, expected) => {
  const { code, json } = await openConsole().json(['logs', ...args]);
  expect({ code, json }).toMatchObject({ code: 2, json: { detail: expect.stringContaining(expected) } });
});

test('for people: local time, level, message and fields; nothing that a terminal would obey', async () => {
  const { shop, file } = openLogged();
  appendFileSync(file, `\n${line('error', '2026-03-02T08:00:00.000Z', 'Bell\u0007 and\nmore.')}`);
  const { stdout } = await shop.plain(['logs', '--level', 'warn'], { env: { TZ: 'UTC' } });
  const [second, last] = stdout.trimEnd().split('\n');
  expect(second).toMatch(/^2026-03-01 \d\d:00:00 {2}warn {3}Second\. {2}terminal=1$/);
  expect(last).toMatch(/error {2}Bell and more\.$/);
});

test('a folder without a log is refused, and nothing is made there', async () => {
  const shop = openConsole();
  expect((await shop.json(['logs'])).json).toMatchObject({ ok: false, code: 'NO_LOG' });
  expect(() => contents(shop.dataDir)).toThrow('ENOENT');
});

test('--follow goes on with new lines, across a rotation, until Ctrl+C', async () => {
  const { shop, file } = openLogged();
  const args = ['logs', '--follow', '--json', '--tail', '1', ...whereOf(shop)];
  const child = spawn(process.execPath, [CLI, ...args], { env: shop.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '{}').msg;
  expect(await next()).toBe('Third.');
  // The end of the half line, and one more.
  appendFileSync(file, `g":"Half."}\n${line('info', '2026-03-02T08:00:00.000Z', 'Fourth.')}`);
  expect([await next(), await next()]).toEqual(['Half.', 'Fourth.']);
  renameSync(file, `${file}.1`);
  appendFileSync(`${file}.1`, line('info', '2026-03-02T08:01:00.000Z', 'Fifth.'));
  writeFileSync(file, line('info', '2026-03-02T08:02:00.000Z', 'Sixth.'));
  expect([await next(), await next()]).toEqual(['Fifth.', 'Sixth.']);
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});
