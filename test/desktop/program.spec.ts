import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCREENSHOTS = join(ROOT, 'test-results/desktop');
const TEXTS = join(ROOT, 'renderer/i18n/locales/uk/first-run.json');

interface Program {
  folder: string;
  args: string[];
  program: ElectronApplication;
  window: Page;
}

/** What Electron passes to a script of its main process (its own typings are the program's, not the tests'). */
interface InElectron {
  app: { quit(): void; getPath(name: string): string; isReady(): boolean };
  BrowserWindow: { getAllWindows(): { isVisible(): boolean; hide(): void; close(): void }[] };
}

const visible = (program: ElectronApplication): Promise<boolean> =>
  program.evaluate(({ BrowserWindow }: InElectron) =>
    BrowserWindow.getAllWindows().every((window) => window.isVisible()),
  );

const test = base.extend<Program>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture uses from its first argument
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'kramar-window-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  args: async ({ folder }, use) => {
    const options = ['--data-dir', join(folder, 'data'), '--keychain', 'file', '--port', '0'];
    await use([ROOT, `--user-data-dir=${join(folder, 'profile')}`, ...options]);
  },
  program: async ({ args }, use) => {
    const program = await _electron.launch({ args, cwd: ROOT });
    await use(program);
    await program.close();
  },
  window: async ({ program }, use) => {
    const window = await program.firstWindow();
    await use(window);
  },
});

test.beforeAll(() => {
  mkdirSync(SCREENSHOTS, { recursive: true });
});

const endpoint = (folder: string): { base_url: string } =>
  JSON.parse(readFileSync(join(folder, 'data/endpoint.json'), 'utf8'));

test('a new shop: the window comes once the service listens, and shows the first run', async ({
  program,
  window,
  folder,
}) => {
  const { owner } = JSON.parse(readFileSync(TEXTS, 'utf8')) as { owner: { title: string } };
  await expect(window.getByRole('heading', { level: 1, name: owner.title })).toBeVisible();
  expect(new URL(window.url()).origin).toBe(new URL(endpoint(folder).base_url).origin);
  await expect.poll(() => visible(program)).toBe(true);
  expect(await program.evaluate(({ app }: InElectron) => app.getPath('userData'))).toBe(
    join(folder, 'profile'),
  );
  await window.screenshot({ path: join(SCREENSHOTS, `first-run-${process.platform}.png`) });
});

test('the page has the bridge and nothing of Node or Electron', async ({ window }) => {
  await window.waitForLoadState();
  const has = (expression: string) => window.evaluate<string>(expression);
  expect(await has('typeof require + typeof process + typeof module')).toBe('undefined'.repeat(3));
  expect(await has('Object.keys(window.kramar).sort().join()')).toBe('call,listen');
  const answer = await has(
    `window.kramar.call('shop.state', {}, null).then((answer) => JSON.stringify(answer))`,
  );
  expect(JSON.parse(answer)).toEqual({
    ok: true,
    value: { has_owner: false, has_terminal: false, is_practice: false },
  });
  const unknown = await has(
    `window.kramar.call('shop.steal', {}, null).then((answer) => answer.refusal.code)`,
  );
  expect(unknown).toBe('NOT_ALLOWED');
});

test('it navigates nowhere else and opens no window', async ({ program, window }) => {
  await window.waitForLoadState();
  const before = window.url();
  await window.evaluate(`location.href = 'https://example.com/'`);
  await window.evaluate(`void window.open('https://example.com/')`);
  await expect(window.getByRole('heading').first()).toBeVisible();
  expect(window.url()).toBe(before);
  expect(program.windows()).toHaveLength(1);
});

test('a second start ends at once, and shows the window of the first', async ({ program, window, args }) => {
  await window.waitForLoadState();
  await expect.poll(() => visible(program)).toBe(true);
  await program.evaluate(({ BrowserWindow }: InElectron) => {
    for (const each of BrowserWindow.getAllWindows()) each.hide();
  });
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const electron = program.process().spawnfile;
  const second = spawn(electron, args, { env, stdio: 'ignore' });
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  await expect.poll(() => visible(program)).toBe(true);
});

test('closing ends it in order on Linux, and hides it in the tray elsewhere', async ({
  program,
  window,
  folder,
}) => {
  await window.waitForLoadState();
  await expect.poll(() => visible(program)).toBe(true);
  const { base_url } = endpoint(folder);
  const exited = once(program.process(), 'exit');
  await program
    .evaluate(({ BrowserWindow }: InElectron) => {
      for (const each of BrowserWindow.getAllWindows()) each.close();
    })
    .catch(() => undefined);
  if (process.platform !== 'linux') {
    await expect.poll(() => visible(program)).toBe(false);
    expect((await fetch(new URL('terminals/', base_url))).status).toBe(401);
    await program.evaluate(({ app }: InElectron) => app.quit()).catch(() => undefined);
  }
  expect((await exited)[0]).toBe(0);
  expect(existsSync(join(folder, 'data/endpoint.json'))).toBe(false);
});

test('the thread beside the built program makes a backup', async ({ window, folder }) => {
  await window.waitForLoadState();
  const call = (name: string, input: object, token: string | null) =>
    window.evaluate<string>(
      `window.kramar.call(${JSON.stringify(name)}, ${JSON.stringify(input)}, ${JSON.stringify(token)})
        .then((answer) => JSON.stringify(answer))`,
    );
  const owner = { username: 'owner', password: 'a password of the test' };
  expect(JSON.parse(await call('owner.create', owner, null))).toMatchObject({ ok: true });
  const signedIn = await fetch(new URL('auth/token/', endpoint(folder).base_url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(owner),
  });
  const { access } = (await signedIn.json()) as { access: string };
  const made = JSON.parse(await call('backups.create', {}, access));
  expect(made).toMatchObject({ ok: true, value: { backup: { state: 'sound' } } });
  expect(existsSync(made.value.backup.path)).toBe(true);
});
