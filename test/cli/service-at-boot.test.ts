import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type BootedSystem, bootProblem, bootSystem, installSystem } from './booted-system.ts';
import { addTerminal, CLI, type Console, createOwner, openConsole, PASSWORD, startBank } from './console.ts';

// The service that starts with the computer, under a systemd that really boots, with all its restrictions.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const problem = bootProblem();
/** Seldom enough for the limit of who has not signed in. */
const PATIENTLY = { timeout: 50_000, interval: 1000 };

/** The folders for temporary files are out of the sight of the service. */
const folderOfTheTest = (): string => {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'kramar-boot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  spawnSync('chmod', ['755', folder]);
  return folder;
};

/** A user without any rights; where the program is in a folder that only its owner may enter: that owner. */
const userOfTheShop = (): string =>
  spawnSync('runuser', ['-u', 'daemon', '--', 'test', '-r', CLI]).status === 0 ? 'daemon' : 'root';

const openBootedShop = async () => {
  const folder = folderOfTheTest();
  const bank = await startBank();
  const shop = openConsole({ dataDir: join(folder, 'shop'), bankUrl: bank.url });
  await createOwner(shop);
  expect((await addTerminal(shop, bank.merchants[0]?.token ?? '')).json).toMatchObject({ ok: true });
  const user = userOfTheShop();
  spawnSync('chown', ['-R', user, shop.dataDir]);
  installSystem(folder);
  return { folder, bank, shop, user };
};

const boot = async (folder: string): Promise<BootedSystem> => {
  const system = bootSystem(folder);
  await expect.poll(() => system.run('systemctl', 'is-system-running'), PATIENTLY).toBe('running');
  return system;
};

/** The pid is that of the system's own processes. */
const endpointOf = ({ dataDir }: Console) =>
  JSON.parse(readFileSync(join(dataDir, 'endpoint.json'), 'utf8')) as { base_url: string; pid: number };

/** Waits for an answer of another process than `former`. */
const answering = async (shop: Console, former?: number): Promise<{ url: string; pid: number }> => {
  await expect
    .poll(async () => {
      const { base_url, pid } = endpointOf(shop);
      return pid !== former && (await fetch(`${base_url}system/`)).status;
    }, PATIENTLY)
    .toBe(401);
  const { base_url: url, pid } = endpointOf(shop);
  return { url, pid };
};

const asOwner = async (url: string) => {
  const post = (path: string, body: object, token?: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    });
  const signedIn = await post('auth/token/', { username: 'olena', password: PASSWORD });
  const { access } = (await signedIn.json()) as { access: string };
  return {
    sell: async () => (await post('invoices/', { terminal: 1, amount: 12_300 }, access)).status,
    sales: async () => {
      const answer = await fetch(`${url}invoices/`, { headers: { Authorization: `Bearer ${access}` } });
      return ((await answer.json()) as { count: number }).count;
    },
  };
};

test.skipIf(problem !== undefined)(
  `a service at boot sells, returns after a crash and after a power cut, and ends in order${problem ? ` (skipped: ${problem})` : ''}`,
  { timeout: 180_000 },
  async ({ skip }) => {
    const { folder, bank, shop, user } = await openBootedShop();
    // Nothing of ours is in it yet: where that does not boot, the machine does not let it.
    const first = await boot(folder).catch(() => skip('systemd does not boot in namespaces here'));
    const where = ['--data-dir', shop.dataDir, '--keychain', 'file', '--bank-url', bank.url];
    const admin = (system: BootedSystem, ...args: string[]) =>
      JSON.parse(
        system.run('env', 'KRAMAR_PORT=0', process.execPath, CLI, ...where, '--json', 'service', ...args),
      );

    expect(admin(first, 'install', '--at-boot', '--run-as', user)).toMatchObject({ at_boot: true });
    const started = await answering(shop);
    expect(first.run('ps', '-o', 'user=', '-p', String(started.pid))).toBe(user);
    expect(await (await asOwner(started.url)).sell()).toBe(201);

    first.run('systemctl', 'kill', '--signal=KILL', 'kramar.service');
    const again = await answering(shop, started.pid);
    expect(await (await asOwner(again.url)).sell()).toBe(201);
    await first.cut();

    const second = await boot(folder);
    const returned = await answering(shop, again.pid);
    expect(await (await asOwner(returned.url)).sales()).toBe(2);
    expect(admin(second, 'status', '--at-boot')).toMatchObject({ is_installed: true, state: 'active' });

    second.run('systemctl', 'stop', 'kramar.service');
    expect(second.run('systemctl', 'show', '--property=Result,ExecMainStatus', 'kramar.service')).toBe(
      'Result=success\nExecMainStatus=0',
    );
    expect(existsSync(join(shop.dataDir, 'endpoint.json'))).toBe(false);
    admin(second, 'remove', '--at-boot');
    expect(existsSync(join(folder, 'etc/kramar.service'))).toBe(false);
    expect(existsSync(join(shop.dataDir, 'kramar.db'))).toBe(true);
  },
);
