import { chmodSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createQueue } from './async.ts';
import { replaceFile } from './data-folder.ts';
import { OwnerError, type OwnerErrorOptions } from './owner-error.ts';

/** One secret in the keychain of the system. */
interface KeychainEntry {
  /** Null: there is none. */
  getSecret(): Promise<Uint8Array | readonly number[] | null>;
  setSecret(secret: Uint8Array): Promise<void>;
  /** Gives whether there was one. */
  deleteCredential(): Promise<boolean>;
}

/** Names an entry. @throws what the native module throws where it does not load */
type OpenEntry = (service: string, account: string) => KeychainEntry;

/** Loads the native module of this system. */
const loadKeychain = (platform: NodeJS.Platform = process.platform): Promise<OpenEntry> =>
  platform === 'win32' ? loadCredentialManager() : loadKeyring();

const loadKeyring = async (): Promise<OpenEntry> => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without this the library silently falls back to the kernel's keyring, which forgets at shutdown.
  return (service, account) => new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
};

/**
 * Credential Manager by another package: the file of @napi-rs/keyring for Windows imports VCRUNTIME140.dll, which
 * neither Electron nor a clean Windows has; this one imports only DLLs of the system. `npm run pack:check` reads the
 * import tables.
 */
const loadCredentialManager = async (): Promise<OpenEntry> => {
  const { default: keytar } = await import('@github/keytar');
  return (service, account) => ({
    getSecret: async () => {
      const text = await keytar.getPassword(service, account);
      return text === null ? null : Buffer.from(text, 'base64');
    },
    // It takes text alone.
    setSecret: (secret) => keytar.setPassword(service, account, Buffer.from(secret).toString('base64')),
    deleteCredential: () => keytar.deletePassword(service, account),
  });
};

/** Stores one secret for this installation. Every failure is a KeychainError. */
export interface Keychain {
  readonly kind: 'os' | 'file';
  /** The key's location in words that the owner can follow; absent in test doubles. */
  readonly place?: string;
  /** Undefined means that the entry certainly does not exist; a locked or missing keychain throws. */
  read(): Promise<Uint8Array | undefined>;
  write(secret: Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

export class KeychainError extends OwnerError {
  constructor(message: string, options?: OwnerErrorOptions) {
    super('KEYCHAIN_UNAVAILABLE', message, options);
  }
}

/** The machine may have no usable keychain. */
export const NO_KEYCHAIN = { facts: { fault: 'no_keychain' } };

const SERVICE = 'Kramar';
const SAFE =
  'Your data is untouched; the bank tokens in it stay encrypted, and the bank cannot be called until this is solved.';
/**
 * Explains what each file holds, for an owner who looks at a damaged one.
 * @param place of the key
 */
export const explainFiles = (place: string): string =>
  `kramar.db holds everything (invoices, goods, people) and needs no key; ${place} holds the one key that seals the bank tokens in kramar.db, and backups do not hold it.`;

/**
 * The keychain of the system: Keychain on macOS, Credential Manager on Windows, Secret Service on Linux. `account` is
 * the installation's id, so that two installations of one user do not share a key.
 *
 * A locked keychain asks the user for a password and answers only when the window is closed, perhaps never. The call
 * runs on one of Node's few pool threads and cannot be cancelled, so callers wait `timeLimitMs` at most, and only one
 * call is under way at a time: a reader that comes while the password window is open joins the call that opened it and
 * opens no second one.
 */
export function osKeychain(account: string, timeLimitMs = 5_000): Keychain {
  const inTurn = createQueue();
  let reading: Promise<Uint8Array | undefined> | undefined;

  const read = () => {
    reading ??= inTurn(() => readCertainly(account)).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    kind: 'os',
    place: 'the entry "Kramar" of the system keychain',
    read: () => inTime(read(), timeLimitMs),
    write: (secret) =>
      inTime(
        inTurn(() => withEntry(account, (entry) => entry.setSecret(secret))),
        timeLimitMs,
      ),
    remove: async () => {
      await inTime(
        inTurn(() => withEntry(account, (entry) => entry.deleteCredential())),
        timeLimitMs,
      );
    },
  };
}

/**
 * Trusts "there is none" only from a keychain that is proven open. The Secret Service also says it while it has no
 * default collection (seen with gnome-keyring before the user's first sign-in; KeePassXC with its database closed), and
 * a new key made then would shut out every token sealed with the old one. Writing and removing a probe is the proof;
 * then the entry is read once more.
 */
async function readCertainly(account: string): Promise<Uint8Array | undefined> {
  const get = async (name: string) => {
    const bytes = await withEntry(name, (entry) => entry.getSecret());
    return bytes === null ? undefined : Uint8Array.from(bytes);
  };
  const found = await get(account);
  if (found) return found;

  const probe = `${account} probe ${process.pid}`; // the console may probe at the same time as the service
  await withEntry(probe, (entry) => entry.setSecret(Uint8Array.of(1)));
  const kept = await get(probe);
  await withEntry(probe, (entry) => entry.deleteCredential());
  if (kept?.[0] !== 1) {
    throw new KeychainError(
      `The system keychain takes entries but does not give them back. ${SAFE} Look at it with the system's own keychain program.`,
      NO_KEYCHAIN,
    );
  }
  return get(account);
}

/** Opens a new entry (on Linux: a new connection) each time, so that a restarted keychain is found again. */
async function withEntry<T>(account: string, call: (entry: KeychainEntry) => Promise<T>): Promise<T> {
  // Loaded here and not at the top: a machine without the native module still starts.
  const openEntry = await loadKeychain().catch((error: unknown) => {
    throw new KeychainError(
      `The system keychain cannot be used: its module does not load on this machine. ${SAFE} Install Kramar anew.`,
      { facts: { fault: 'no_module' }, cause: error },
    );
  });
  try {
    return await call(openEntry(SERVICE, account));
  } catch (error) {
    throw explain(error);
  }
}

/** The library has one error code for everything, so the message decides; unknown ones are passed on. */
function explain(error: unknown): KeychainError {
  const why = error instanceof Error ? error.message : String(error);
  if (/locked|dismissed|interaction is not allowed|cancel/i.test(why)) return locked(error);
  const start =
    process.platform === 'linux'
      ? 'Start a Secret Service (GNOME Keyring, KWallet)'
      : 'Sign in to the system again';
  return new KeychainError(
    `The system keychain cannot be reached (${why.replaceAll('\n', ' ')}). ${SAFE} ${start}.`,
    { ...NO_KEYCHAIN, cause: error },
  );
}

function locked(cause?: unknown): KeychainError {
  return new KeychainError(
    `The system keychain is locked or does not answer. ${SAFE} Unlock it (sign in to the desktop, or answer its password window); Kramar notices by itself.`,
    { cause },
  );
}

async function inTime<T>(call: Promise<T>, limitMs: number): Promise<T> {
  const settled = new AbortController();
  const limit = delay(limitMs, undefined, { signal: settled.signal }).then(() => {
    throw locked();
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    limit.catch(() => {});
    settled.abort();
  }
}

/**
 * Keeps the key in a file, for machines without a keychain; only on explicit request. A reader of the file and the
 * database can read the bank tokens, so on POSIX the file is for its owner alone: the mode of a file that others may
 * read (a copy from a stick, a restored backup) is set to 0600, and the file is refused only where that fails.
 */
export function keyFile(path: string): Keychain {
  const place = `the file ${path}`;
  const read = () =>
    attempt(path, () => {
      const text = readIfThere(path);
      if (text === undefined) return undefined;
      keepPrivate(path);
      const secret = Buffer.from(text, 'base64');
      if (secret.length > 0 && secret.toString('base64') === text.trimEnd()) return Uint8Array.from(secret);
      throw new KeychainError(
        `The key file ${path} is damaged, and Kramar does not overwrite it. ${SAFE} ${explainFiles(place)} Put the file back from a copy of your own; if there is none, move it away, and give the bank tokens again.`,
      );
    });
  return {
    kind: 'file',
    place,
    read: async () => read(),
    write: async (secret) => {
      read(); // throws: a file that is no key may have another owner, or be a key that can be repaired
      attempt(path, () => replaceFile(path, `${Buffer.from(secret).toString('base64')}\n`));
    },
    remove: async () => attempt(path, () => rmSync(path, { force: true })),
  };
}

/** Returns undefined only if the name is free: a link to a stick that is not plugged in is no absent key. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (absent && !lstatSync(path, { throwIfNoEntry: false })) return undefined;
    throw error;
  }
}

function keepPrivate(path: string): void {
  if (process.platform === 'win32') return; // modes mean nothing on Windows; the profile folder's rights protect the file
  const readableByOthers = () => (statSync(path).mode & 0o077) !== 0;
  if (!readableByOthers()) return;
  let cause: unknown;
  try {
    chmodSync(path, 0o600);
    if (!readableByOthers()) return; // some file systems accept a mode and ignore it
  } catch (error) {
    cause = error;
  }
  throw new KeychainError(
    `The key file ${path} can be read by other users, and its rights cannot be changed. ${SAFE} Make it yours alone (chmod 600), or keep the data folder on another disk.`,
    { cause },
  );
}

function attempt<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof KeychainError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new KeychainError(
      `The key file ${path} cannot be used (${why}). ${SAFE} ${explainFiles('that file')} Check the disk, and your rights to the file.`,
      { cause: error },
    );
  }
}
