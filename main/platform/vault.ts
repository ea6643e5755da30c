import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { explainFiles, type Keychain, KeychainError, NO_KEYCHAIN } from './keychain.ts';
import type { Log } from './log.ts';

/**
 * Seals the bank tokens, the secrets of webhooks and the passphrase of copies, signs the sessions, and peppers the PINs, with keys derived from
 * one master key in the keychain.
 */
export interface Vault {
  /** Returns true if the master key is available; otherwise tries the keychain again, at most every 5 s. */
  unlock(): Promise<boolean>;
  /** Why it is locked. */
  problem(): KeychainError | undefined;
  /** Throws a KeychainError while locked. */
  sealToken(terminalId: number, token: string): Uint8Array;
  /** Undefined: there is none, sealed with another key or for another terminal, tampered with, or the vault is locked. */
  openToken(terminalId: number, sealed: Uint8Array | null): string | undefined;
  /** The secret that signs a receiver's webhooks. Throws a KeychainError while locked. */
  sealSecret(receiverId: number, secret: string): Uint8Array;
  /** As openToken. */
  openSecret(receiverId: number, sealed: Uint8Array | null): string | undefined;
  /** The passphrase of the encrypted copies. Throws a KeychainError while locked. */
  sealPhrase(phrase: string): Uint8Array;
  /** As openToken. */
  openPhrase(sealed: Uint8Array): string | undefined;
  /** 32 bytes. Changes when a locked vault opens, which ends earlier sessions. */
  jwtKey(): Uint8Array;
  /**
   * 32 bytes that go into the hash of each PIN, so that a stolen database alone does not reveal them: there are only a
   * million. Derived from the master key, since a secret of its own could be lost on its own. Undefined while locked.
   */
  pinPepper(): Uint8Array | undefined;
}

interface Keys {
  token: KeyObject;
  secret: KeyObject;
  phrase: KeyObject;
  jwt: Uint8Array;
  pin: Uint8Array;
}

type Purpose = 'token' | 'secret' | 'phrase';

const RETRY_AFTER_MS = 5_000;
const KEY_LENGTH = 32;
const VERSION = 1;
const NONCE_LENGTH = 12; // the size GCM is defined for, NIST SP 800-38D 5.2.1.1
const TAG_LENGTH = 16;

/** Never throws: Kramar starts without its keychain, and operations that need the bank report the reason. */
export async function openVault(keychain: Keychain, log: Log): Promise<Vault> {
  // Signs sessions while the vault is locked; nothing that outlives the process depends on it.
  const ephemeralJwtKey = randomBytes(KEY_LENGTH);
  let keys: Keys | undefined;
  let problem: KeychainError | undefined;
  let trying: Promise<boolean> | undefined;
  let lastTry = Number.NEGATIVE_INFINITY;

  const attempt = async () => {
    try {
      keys = derive(await masterKey(keychain, log));
      if (problem) log.info('The keychain is open again.');
      problem = undefined;
    } catch (error) {
      const previousMessage = problem?.message;
      problem = error instanceof KeychainError ? error : unexpected(error);
      if (problem.message !== previousMessage) log.warn(problem.message, { err: problem });
    }
    lastTry = performance.now(); // monotonic: setting the PC's clock does not affect it
    return keys !== undefined;
  };
  const unlock = async () => {
    if (keys) return true;
    if (!trying && performance.now() - lastTry < RETRY_AFTER_MS) return false;
    trying ??= attempt().finally(() => {
      trying = undefined;
    });
    return trying;
  };

  const sealText = (purpose: Purpose, owner: string, text: string): Uint8Array => {
    log.secret(text);
    if (!keys) throw problem ?? unexpected(undefined);
    return seal(keys[purpose], owner, text);
  };
  /** Opening takes 60 µs of each sale (measured). The log holds the same texts, to mask them. */
  const opened = new Map<string, { sealed: Uint8Array; text: string }>();
  const openText = (purpose: Purpose, owner: string, sealed: Uint8Array | null): string | undefined => {
    if (sealed === null) return undefined;
    const name = `${purpose} ${owner}`;
    const known = opened.get(name);
    if (known && Buffer.compare(known.sealed, sealed) === 0) return known.text;
    const text = keys && open(keys[purpose], owner, sealed);
    if (text === undefined) return undefined;
    log.secret(text);
    opened.set(name, { sealed: new Uint8Array(sealed), text });
    return text;
  };

  await unlock();
  return {
    unlock,
    problem: () => problem,
    sealToken: (terminalId, token) => sealText('token', `terminal ${terminalId}`, token),
    openToken: (terminalId, sealed) => openText('token', `terminal ${terminalId}`, sealed),
    sealSecret: (receiverId, secret) => sealText('secret', `receiver ${receiverId}`, secret),
    openSecret: (receiverId, sealed) => openText('secret', `receiver ${receiverId}`, sealed),
    sealPhrase: (phrase) => sealText('phrase', 'copies', phrase),
    openPhrase: (sealed) => openText('phrase', 'copies', sealed),
    jwtKey: () => keys?.jwt ?? ephemeralJwtKey,
    pinPepper: () => keys?.pin,
  };
}

/** Creates a new key only if the keychain is certain that there is none. */
async function masterKey(keychain: Keychain, log: Log): Promise<Uint8Array> {
  const { place = 'the keychain' } = keychain;
  const stored = await keychain.read();
  if (stored) {
    if (stored.length === KEY_LENGTH) return stored;
    throw new KeychainError(
      `The key in ${place} is ${stored.length} bytes long instead of ${KEY_LENGTH}, so it is not Kramar's, and it was left alone. Your data is untouched. ${explainFiles(place)} Put the right key back from a copy of your own; if there is none, move the wrong one away, and give the bank tokens again.`,
    );
  }
  const made = randomBytes(KEY_LENGTH);
  await keychain.write(made);
  const kept = await keychain.read(); // a token sealed with a key that was not stored would be lost at the next start
  if (!kept || !made.equals(kept)) {
    throw new KeychainError(
      'The keychain did not keep the new key. Nothing was encrypted with it and your data is untouched. Check that the keychain can store entries.',
      NO_KEYCHAIN,
    );
  }
  log.info('A new master key was made.', { keychain: keychain.kind });
  return made;
}

function derive(master: Uint8Array): Keys {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, '', purpose, KEY_LENGTH));
  return {
    token: createSecretKey(key('kramar bank tokens v1')),
    secret: createSecretKey(key('kramar webhook secrets v1')),
    phrase: createSecretKey(key('kramar passphrase of copies v1')),
    jwt: key('kramar sessions v1'),
    pin: key('kramar pins v1'),
  };
}

/**
 * Layout: version, nonce, ciphertext, tag. The owner (`terminal 1`) is authenticated with the text, so that one copied
 * to another owner's row does not open there.
 */
function seal(key: KeyObject, owner: string, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(Buffer.concat([Uint8Array.of(VERSION), nonce, ...sealed]));
}

function open(key: KeyObject, owner: string, sealed: Uint8Array): string | undefined {
  if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_LENGTH + TAG_LENGTH) return undefined;
  const nonce = sealed.subarray(1, 1 + NONCE_LENGTH);
  const tag = sealed.subarray(-TAG_LENGTH);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_LENGTH })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(1 + NONCE_LENGTH, -TAG_LENGTH));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined; // the tag does not match: another key, another owner, or changed bytes
  }
}

function unexpected(cause: unknown): KeychainError {
  return new KeychainError(
    'The keychain failed in a way that Kramar does not know; the log has the details. Your data is untouched, and the bank cannot be called until this is solved.',
    { cause },
  );
}
