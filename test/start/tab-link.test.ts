import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../cli/console.ts';
import { endServices, ownEnvironment, runService } from '../helpers/service.ts';

const DRIVER = fileURLToPath(new URL('../cli/terminal.py', import.meta.url));
const ENTRY = fileURLToPath(new URL('../../main/start/headless.ts', import.meta.url));
const hasPty = spawnSync('python3', ['-c', 'import pty, termios']).status === 0;

type Steps = readonly (readonly [shown: string, typed: string])[];

const inTerminal = async (args: string[], env: NodeJS.ProcessEnv, steps: Steps) => {
  const driver = spawn('python3', [DRIVER]);
  driver.stdin.end(JSON.stringify({ argv: [process.execPath, ENTRY, ...args], env, steps }));
  const [seen, fault] = await Promise.all([text(driver.stdout), text(driver.stderr)]);
  if (fault) throw new Error(fault);
  return JSON.parse(seen) as { code: number | null; shown: string };
};
const codesIn = (shown: string) => [...shown.matchAll(/#tab=([\w-]{43})/g)].map(([, code]) => code);

let args: string[];
beforeEach(() => {
  args = ['--data-dir', join(temporaryFolder(), 'data'), '--keychain', 'file', '--port', '0'];
});
afterEach(endServices);

// A machine without Python may go on; on CI it would be a test that silently never runs.
describe.runIf(hasPty || process.env.CI === 'true')('at a terminal', () => {
  test('a start shows a one-time link in the language of the system, and Enter another one', async () => {
    const env = { ...ownEnvironment(), LC_ALL: 'uk_UA.UTF-8' };
    const { code, shown } = await inTerminal(args, env, [
      ['натисніть тут Enter', '\n'],
      ['натисніть тут Enter', 'x\n'],
      ['натисніть тут Enter', 'SIGTERM'],
    ]);
    expect(code).toBe(0);
    expect(new Set(codesIn(shown)).size).toBe(3);
    expect(shown).not.toContain('owner create');
  });

  test('beside a service that runs already: the link is of that one, and it is open', async () => {
    const { base_url } = await runService([...args, '--ready-json']).ready();
    const env = { ...ownEnvironment(), LC_ALL: 'en_US.UTF-8' };
    const { code, shown } = await inTerminal(args, env, []);
    expect(code).toBe(0);
    const { origin } = new URL(base_url);
    expect(shown).toContain('The same command gives a new link.');
    expect(shown).toContain(`${origin}/#tab=`);
    const opened = await fetch(`${origin}/tab/open`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ code: codesIn(shown)[0] }),
    });
    expect(await opened.json()).toMatchObject({ ok: true });
  });
});

test('a journal gets no link', async () => {
  const service = runService(args);
  await vi.waitFor(() => expect(service.stdout()).toContain('Ctrl+C'));
  expect(service.stdout()).not.toContain('#tab=');
  expect(service.stdout()).toContain(' open\n');
});
