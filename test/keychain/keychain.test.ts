import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KeychainError, osKeychain } from '../../main/platform/keychain.ts';
import { createLog } from '../../main/platform/log.ts';
import { openVault } from '../../main/platform/vault.ts';
import { createBackups } from '../../main/safekeeping/backups/create.ts';
import { createCopies } from '../../main/safekeeping/copies/copies.ts';
import { restoreCopy } from '../../main/safekeeping/copies/restore-copy.ts';
import { copyPhrase, turnOnCopies } from '../../main/safekeeping/copies/setup.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { findTerminal, insertTerminal } from '../../main/store/terminals.ts';

const log = createLog({ level: 'error' });
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i * 8);
let accounts = 0;
const newAccount = () => `test-${process.pid}-${++accounts}`;

const PHRASE = 'зелений човен стоїть над тихим млином';

const LOGIN = '/org/freedesktop/secrets/collection/login';
const message = (path: string, method: string, ...args: string[]) => [
  ...['--session', '--print-reply', '--dest=org.freedesktop.secrets', path, method],
  ...args,
];
const dbus = (...sent: Parameters<typeof message>) => {
  const { status, stdout, stderr } = spawnSync('dbus-send', message(...sent), { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
const property = (name: string) =>
  dbus(
    LOGIN,
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    `string:${name}`,
  );
const lockMessage = message(
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  `array:objpath:${LOGIN}`,
);
const lock = () => spawnSync('dbus-send', lockMessage);
const entries = () => property('Items').match(/object path/g)?.length ?? 0;
const isOpen = () => {
  try {
    return property('Locked').includes('boolean false');
  } catch {
    return false; // between the old keyring and the new one there is no answer
  }
};
/** As at the next sign-in: a keyring that got its password replaces the running one. */
const signInAgain = async () => {
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--components=secrets', '--replace', '--unlock'],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  );
  onTestFinished(async () => {
    daemon.kill();
    await once(daemon, 'exit');
  });
  daemon.stdin.end('\n');
  await vi.waitUntil(() => isOpen());
};
afterEach(() => {
  vi.useRealTimers();
});

describe('an unlocked keychain', () => {
  it('has none, keeps one, replaces it, forgets it, and stores nothing else', async () => {
    const account = newAccount();
    const keychain = osKeychain(account);
    expect(await keychain.read()).toBeUndefined();
    expect(entries()).toBe(0);
    await keychain.write(SECRET);
    expect(await osKeychain(account).read()).toEqual(SECRET);
    await keychain.write(SECRET.toReversed());
    expect(await osKeychain(account).read()).toEqual(SECRET.toReversed());
    expect(entries()).toBe(1);
    await keychain.remove();
    await keychain.remove();
    expect(await keychain.read()).toBeUndefined();
    expect(entries()).toBe(0);
  });

  it('keeps two accounts apart', async () => {
    const [one, two] = [osKeychain(newAccount()), osKeychain(newAccount())];
    await one.write(SECRET);
    expect(await two.read()).toBeUndefined();
    await two.write(SECRET.toReversed());
    expect(await one.read()).toEqual(SECRET);
    await two.remove();
    expect(await one.read()).toEqual(SECRET);
  });

  it('answers many at once', async () => {
    const keychain = osKeychain(newAccount());
    await keychain.write(SECRET);
    const found = await Promise.all(Array.from({ length: 20 }, () => keychain.read()));
    expect(found).toEqual(found.map(() => SECRET));
  });

  it('carries a vault over a restart', async () => {
    const account = newAccount();
    const sealed = (await openVault(osKeychain(account), log)).sealToken(1, 'bank token');
    const later = await openVault(osKeychain(account), log);
    expect(later.openToken(1, sealed)).toBe('bank token');
    expect((await openVault(osKeychain(newAccount()), log)).openToken(1, sealed)).toBeUndefined();
  });
});

describe('an encrypted copy', () => {
  it('is restored under the key of another keychain entry: the tokens are sealed anew, and open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kramar-copy-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [here, there] = [newAccount(), newAccount()];
    const vaultHere = await openVault(osKeychain(here), log);
    const dataDir = join(folder, 'here');
    mkdirSync(dataDir);
    const db = openDatabase(join(dataDir, 'kramar.db'));
    const terminal = insertTerminal(db, {
      name: 'Каса',
      merchant_id: 'm',
      merchant_name: 'ФОП',
      edrpou: '',
      is_active: 1,
      show_payments: 1,
      sealed_token: vaultHere.sealToken(1, 'bank token'),
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
    });
    const context = { db, dataDir, vault: vaultHere, now: Date.now, log };
    const target = join(folder, 'cloud');
    mkdirSync(target);
    await turnOnCopies(context, { folder: target, phrase: PHRASE });
    const copy = await createCopies({ ...context, backups: createBackups(context) }).create('manual');
    db.close();

    const restored = await restoreCopy(
      {
        dataDir: join(folder, 'there'),
        openVault: () => openVault(osKeychain(there), log),
        log,
        now: Date.now(),
      },
      copy,
      PHRASE,
    );
    expect(restored).toMatchObject({ tokens: 1, keychain: undefined });
    const moved = openDatabase(join(folder, 'there', 'kramar.db'));
    onTestFinished(() => moved.close());
    const sealed = findTerminal(moved, terminal.id)?.sealed_token ?? new Uint8Array();
    expect((await openVault(osKeychain(there), log)).openToken(terminal.id, sealed)).toBe('bank token');
    expect(vaultHere.openToken(terminal.id, sealed)).toBeUndefined();
    expect(await copyPhrase({ db: moved, vault: await openVault(osKeychain(there), log) })).toBe(PHRASE);
  });
});

describe('a locked keychain', () => {
  it('refuses, makes no new key, and is noticed when it opens', async () => {
    const account = newAccount();
    const before = await openVault(osKeychain(account), log);
    const sealed = before.sealToken(1, 'bank token');
    const count = entries();
    lock();
    expect(isOpen()).toBe(false);
    for (const call of [
      () => osKeychain(account).read(),
      () => osKeychain(account).write(SECRET),
      () => osKeychain(account).remove(),
      () => osKeychain(newAccount()).read(), // not even its "there is none" is believed
    ]) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(KeychainError);
      expect(error).toMatchObject({ message: expect.stringContaining('is locked or does not answer') });
    }
    vi.useFakeTimers({ toFake: ['performance'] });
    const vault = await openVault(osKeychain(account), log);
    expect(vault.problem()).toBeInstanceOf(KeychainError);
    expect(vault.openToken(1, sealed)).toBeUndefined();
    const stranger = await openVault(osKeychain(newAccount()), log);
    expect(() => stranger.sealToken(1, 'bank token')).toThrow(KeychainError);

    await signInAgain();
    expect(entries()).toBe(count);
    vi.advanceTimersByTime(5_000);
    expect(await vault.unlock()).toBe(true);
    expect(vault.openToken(1, sealed)).toBe('bank token');
    expect(vault.jwtKey()).toEqual(before.jwtKey());
  });
});

describe('a machine', () => {
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const request = [process.execPath, here('ask.ts'), newAccount()];

  /** A home of its own, below the suite's, with its own answer to password prompts. */
  const fresh = (): NodeJS.ProcessEnv => {
    const home = mkdtempSync(join(process.env.HOME ?? '', 'machine-'));
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    return {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: join(home, 'run'),
      XDG_DATA_HOME: join(home, 'data'),
    };
  };
  const answer = ([command = '', ...args]: string[], env: NodeJS.ProcessEnv) => {
    const { stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const refused = (words: RegExp) => ({
    read: expect.stringMatching(new RegExp(`^KeychainError: .*${words.source}`)),
    opened: false,
    problem: 'KEYCHAIN_UNAVAILABLE',
  });

  const onBus = (config: string, ...program: string[]) => [
    ...['dbus-run-session', `--config-file=${config}`, '--'],
    ...program,
  ];
  const withKeyring = (state: string, ...program: string[]) => [
    ...[process.execPath, here('session.ts'), state],
    ...program,
  ];

  it('without any sign-in there is no keyring yet: its "there is none" is not believed', () => {
    const session = onBus(here('bus.conf'), ...withKeyring('untouched', ...request));
    expect(answer(session, fresh())).toEqual(refused(/cannot be reached/));
  });

  it('without a Secret Service on the bus', () => {
    expect(answer(onBus(here('bus.conf'), ...request), fresh())).toEqual(refused(/cannot be reached/));
  });

  it('without a bus', () => {
    const env = { ...fresh(), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    expect(answer(request, env)).toEqual(refused(/cannot be reached/));
  });

  it('with an unanswered password window the wait ends at the time limit', () => {
    const env = fresh();
    const services = join(env.HOME ?? '', 'services');
    mkdirSync(services);
    // A prompter that never takes its name, so the window never comes and the call hangs. It ends with its bus.
    writeFileSync(
      join(services, 'org.gnome.keyring.SystemPrompter.service'),
      '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh -c "exec dbus-monitor --session >/dev/null"\n',
    );
    const config = join(env.HOME ?? '', 'bus.conf');
    const bare = readFileSync(here('bus.conf'), 'utf8');
    writeFileSync(config, bare.replace('<policy', `<servicedir>${services}</servicedir><policy`));
    // The first one makes a key, the second one finds the keyring locked.
    const script = `"$@" >&2; ${['dbus-send', ...lockMessage].join(' ')} >&2; exec "$@" 300`;
    const session = onBus(config, ...withKeyring('unlocked', 'sh', '-c', script, 'sh', ...request));
    expect(answer(session, env)).toEqual(refused(/is locked or does not answer/));
  });
});
