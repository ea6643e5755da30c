/**
 * `npm run test:keychain`: the keychain tests against a real Secret Service (gnome-keyring) on a bus, a home and a
 * keyring of their own. The user's own keychain is neither read nor changed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const say = (line: string) => process.stdout.write(`keychain tests: ${line}\n`);

const missing = whatIsMissing();
if (missing) {
  // A machine without them may go on; on CI it would be a test that silently never runs.
  say(`${missing}; skipped`);
  process.exitCode = process.env.CI === 'true' ? 1 : 0;
} else {
  process.exitCode = await run();
}

function whatIsMissing(): string | undefined {
  if (process.platform !== 'linux') return 'they need Linux with gnome-keyring';
  const commands = ['dbus-run-session', 'dbus-send', 'dbus-monitor', 'gnome-keyring-daemon'];
  const absent = commands.filter((command) => !isOnPath(command));
  if (absent.length === 0) return undefined;
  return `missing ${absent.join(', ')} (Debian: apt-get install --no-install-recommends gnome-keyring dbus dbus-daemon)`;
}

function isOnPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function run(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'kramar-keychain-'));
  const vitest = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')));
  const session = spawn(
    'dbus-run-session',
    [
      ...[`--config-file=${here('bus.conf')}`, '--', process.execPath, here('session.ts'), 'unlocked'],
      ...[process.execPath, vitest, 'run', '--config', here('vitest.config.ts')],
    ],
    // A process group of its own: every process left in it is ended at the end.
    { stdio: 'inherit', env: throwAway(home), detached: true },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      endGroup(session);
      rmSync(home, { recursive: true, force: true });
      process.exit(1);
    });
  }
  const [code] = await once(session, 'exit');
  endGroup(session);
  rmSync(home, { recursive: true, force: true });
  return code ?? 1;
}

function throwAway(home: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home };
  for (const [name, folder] of [
    ['XDG_RUNTIME_DIR', 'run'],
    ['XDG_DATA_HOME', 'data'],
    ['XDG_CONFIG_HOME', 'config'],
    ['XDG_CACHE_HOME', 'cache'],
  ] as const) {
    env[name] = join(home, folder);
    mkdirSync(join(home, folder), { mode: 0o700 });
  }
  // Without a display the password window cannot open, on a developer's desktop neither.
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'GNOME_KEYRING_CONTROL']) {
    delete env[name];
  }
  return env;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing is left of it
  }
}
