import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runPracticeBank } from '../../main/practice-bank/run.ts';
import { startBank } from './setup.ts';

const CLI = fileURLToPath(new URL('../../main/practice-bank/cli.ts', import.meta.url));

/** Runs a command that ends at once, in this process. */
async function ended(...args: string[]) {
  const [out, err]: string[][] = [[], []];
  const keep = { out: (text: string) => void out?.push(text), err: (text: string) => void err?.push(text) };
  const code = await runPracticeBank(args, keep);
  if (typeof code !== 'number') await code.stop();
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' };
}

test('prints its address and tokens, and stops on SIGTERM', async () => {
  const child = spawn(process.execPath, [CLI, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    if (out.includes('Ctrl+C')) break;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
  const token = /X-Token: (\S+)/.exec(out)?.[1] ?? '';
  expect(out).toContain('/practice/faults');
  const answer = await fetch(`${url}/api/merchant/details`, { headers: { 'X-Token': token } });
  expect(await answer.json()).toMatchObject({ merchantName: 'Кав’ярня «Зерно»' });
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  expect((await closed)[0]).toBe(0);
});

test('a port that is taken is one clear line and exit 1', async () => {
  const port = new URL((await startBank()).url).port;
  const { code, out, err } = await ended('--port', port);
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} is taken by another program. Choose another with --port N.\n`,
  });
});

test('a journal that cannot be opened is one clear line and exit 1', async () => {
  const { code, err } = await ended('--port', '0', '--journal', '/nowhere/at/all.jsonl');
  expect([code, err.split('\n').length]).toEqual([1, 2]);
  expect(err).toContain('/nowhere/at/all.jsonl');
});

test.each([[['--prot', '1']], [['--port', 'many']], [['--port', '70000']], [['extra']]])(
  'wrong usage %j is exit 2 with the usage',
  async (args) => {
    const { code, out, err } = await ended(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: npm run practice-bank');
  },
);

test('--help is exit 0', async () => {
  const { code, out } = await ended('--help');
  expect([code, out.startsWith('Usage:')]).toEqual([0, true]);
});
