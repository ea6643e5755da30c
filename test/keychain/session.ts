/**
 * `node session.ts unlocked|untouched COMMAND…`, inside dbus-run-session: starts a gnome-keyring, waits until it
 * answers, runs the command, and ends the keyring. Untouched: as it is before the user's first sign-in.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const [state, command = '', ...args] = process.argv.slice(2);
const unlock = state === 'unlocked';

const daemon = spawn(
  'gnome-keyring-daemon',
  ['--foreground', '--components=secrets', ...(unlock ? ['--unlock'] : [])],
  { stdio: ['pipe', 'ignore', 'ignore'] },
);
daemon.stdin.end(unlock ? '\n' : ''); // the keyring's password: empty
try {
  await ready();
  const program = spawn(command, args, { stdio: 'inherit' });
  const [code] = await once(program, 'exit');
  process.exitCode = code ?? 1;
} finally {
  const ended = daemon.exitCode === null ? once(daemon, 'exit') : undefined;
  daemon.kill();
  await ended;
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (answers()) return;
    if (daemon.exitCode !== null) break;
    await delay(50);
  }
  throw new Error('gnome-keyring-daemon did not start');
}

function answers(): boolean {
  const owned = call(
    'org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    'org.freedesktop.secrets',
  );
  if (!owned.includes('boolean true')) return false; // checked first, for a call would start another daemon
  const alias = call(
    'org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.ReadAlias',
    'default',
  );
  return alias.includes(unlock ? '/collection/login' : 'object path "/"');
}

function call(name: string, path: string, method: string, argument: string): string {
  const sent = ['--session', '--print-reply', `--dest=${name}`, path, method, `string:${argument}`];
  return spawnSync('dbus-send', sent, { encoding: 'utf8' }).stdout;
}
