import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupFault } from '../backup/fault.ts';

// Files of the age format (https://age-encryption.org/v1) under a passphrase: `age -d` opens them too. They are read
// and written in pieces of 64 KB, so the size of a database does not matter for the memory.

/** That of the age program itself, 256 MB: a foreign file must not take more. */
const MAX_WORK_FACTOR = 18;

const PIECE = 64 * 1024;
/** Bytes by which a piece grows when it is encrypted. */
const TAG = 16;
const NONCE = 16;
const READ_AHEAD = 4 * PIECE;

type Web = globalThis.ReadableStream<Uint8Array>;

const encrypter = (phrase: string, workFactor: number): Encrypter => {
  const made = new Encrypter();
  made.setScryptWorkFactor(workFactor);
  made.setPassphrase(phrase);
  return made;
};

/** Encrypts what fits in the memory. */
export const encryptBytes = (phrase: string, plain: Uint8Array, workFactor: number): Promise<Uint8Array> =>
  encrypter(phrase, workFactor).encrypt(plain);

/** @throws BackupFault DAMAGED */
export const decryptBytes = async (phrase: string, sealed: Uint8Array): Promise<Uint8Array> => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(phrase);
  try {
    return await decrypter.decrypt(sealed);
  } catch (error) {
    throw damaged(error);
  }
};

/** Writes an encrypted file of these bytes. @throws the file system's error */
export const encryptFile = async (
  phrase: string,
  plain: AsyncIterable<Uint8Array>,
  path: string,
  workFactor: number,
): Promise<void> => {
  const sealed = await encrypter(phrase, workFactor).encrypt(ReadableStream.from(plain) as Web);
  await pipeline(
    Readable.fromWeb(sealed as ReadableStream<Uint8Array>),
    createWriteStream(path, { flags: 'w', mode: 0o600 }),
  );
};

export interface OpenedFile {
  /** Each piece is authentic when it comes; that none is missing is certain at the end only. */
  plain: AsyncIterable<Uint8Array>;
  /** Compares the length of the file with that of what it should hold. @throws BackupFault TRUNCATED, DAMAGED */
  requireLength(plainLength: number): void;
}

/**
 * Opens an encrypted file.
 * @throws BackupFault PHRASE_WRONG, TRUNCATED, DAMAGED, FOREIGN, and the file system's error
 */
export const decryptFile = async (phrase: string, path: string): Promise<OpenedFile> => {
  const start = headerLength(path) + NONCE;
  const payload = statSync(path).size - start;
  if (payload <= PIECE + TAG) throw truncated('it ends within its first 64 KB');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(phrase);
  const firstRead = Promise.withResolvers<void>();
  const source = ReadableStream.from(inTwoParts(path, start + PIECE + TAG + 1, firstRead.promise));
  try {
    return {
      plain: authentic(await decrypter.decrypt(source as Web), firstRead.resolve),
      requireLength: (plainLength) => {
        const expected = plainLength + TAG * Math.ceil(plainLength / PIECE);
        if (payload < expected) throw truncated(`${expected - payload} bytes are missing at its end`);
        if (payload > expected) throw damaged('something was added to it');
      },
    };
  } catch (error) {
    firstRead.resolve();
    throw /no identity matched/.test(String(error))
      ? new BackupFault('PHRASE_WRONG', 'the passphrase does not open it', { cause: error })
      : damaged(error);
  }
};

/**
 * The file up to the byte after its first piece, and the rest once that piece was read: what the file says about itself
 * is in it, and a stream that fails drops the pieces that were not read yet.
 */
const inTwoParts = async function* (
  path: string,
  first: number,
  isFirstRead: Promise<void>,
): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { end: first - 1 });
  await isFirstRead;
  yield* createReadStream(path, { start: first, highWaterMark: READ_AHEAD });
};

/** Turns the library's errors into ours. */
const authentic = async function* (plain: Web, onFirstRead: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of plain as ReadableStream<Uint8Array>) {
      yield piece;
      onFirstRead();
    }
  } catch (error) {
    throw isOfSystem(error) ? error : damaged(error);
  } finally {
    onFirstRead();
  }
};

const isOfSystem = (error: unknown): boolean => (error as { syscall?: string }).syscall !== undefined;

const damaged = (why: unknown): BackupFault =>
  new BackupFault(
    'DAMAGED',
    why instanceof Error ? 'its bytes are not those that were written' : String(why),
    { cause: why },
  );

const truncated = (why: string): BackupFault => new BackupFault('TRUNCATED', why);

/** A header of a passphrase has about 150 bytes. */
const MAX_HEADER = 1024;
const BEGINNING = 'age-encryption.org/v1\n';
const HEADER = /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} (\d{1,2})\n[\w+/]{43}\n--- [\w+/]{43}\n/;

/** @throws BackupFault FOREIGN, TRUNCATED, DAMAGED */
const headerLength = (path: string): number => {
  const start = startOf(path);
  if (!start.startsWith(BEGINNING.slice(0, start.length)))
    throw new BackupFault('FOREIGN', 'it is not encrypted by age, or its first line was changed');
  const [header, factor] = HEADER.exec(start) ?? [];
  if (header === undefined)
    throw start.length < MAX_HEADER
      ? truncated('it ends within its header')
      : damaged('its header was changed');
  if (Number(factor) > MAX_WORK_FACTOR)
    throw new BackupFault('FOREIGN', 'opening it would take more memory than a copy of Kramar does');
  return header.length;
};

const startOf = (path: string): string => {
  const bytes = Buffer.alloc(MAX_HEADER);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
};
