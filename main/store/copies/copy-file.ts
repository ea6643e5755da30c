import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { BackupFault } from '../backup/fault.ts';
import { manifestSchema } from '../backup/files.ts';
import { decryptBytes, decryptFile, encryptBytes, encryptFile } from './age-file.ts';
import { createTarReader, TAR_END, tarHeader, tarLength, tarPadding } from './tar.ts';

// What an encrypted copy holds: a tar archive of three files, encrypted as a whole. The secrets are encrypted once more,
// so that unpacking the archive by hand does not leave bank tokens on a disk.

const ABOUT = 'copy.json';
const SECRETS = 'secrets.age';
const DATABASE = 'kramar.db';

const aboutSchema = v.strictObject({
  /** Of this archive. */
  format: v.literal(1),
  /** Name of the computer that made it. */
  computer: v.string(),
  /** Made by "move to another PC": that computer no longer asks the bank. */
  is_move: v.boolean(),
  backup: manifestSchema,
});
export type AboutCopy = v.InferOutput<typeof aboutSchema>;

const secretsSchema = v.strictObject({
  /** Bank tokens. */
  terminals: v.array(v.strictObject({ id: v.number(), token: v.string() })),
  /** Secrets that sign webhooks. */
  receivers: v.array(v.strictObject({ id: v.number(), secret: v.string() })),
});
/** What the vault of the computer had sealed, in the clear: in memory alone. */
export type Secrets = v.InferOutput<typeof secretsSchema>;

/** Far more than a shop has. */
const MAX_ABOUT_BYTES = 1024 * 1024;
const MAX_SECRETS_BYTES = 4 * 1024 * 1024;

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

interface Parts {
  /** Path of the sound backup. */
  backup: string;
  about: AboutCopy;
  secrets: Secrets;
  phrase: string;
  /** Of scrypt: the logarithm of its cost. */
  workFactor: number;
}

/**
 * Writes an encrypted copy of a backup, then opens it again and compares.
 * @param path of the copy, which is replaced
 * @throws BackupFault DAMAGED, and the file system's error
 */
export const writeCopy = async (
  { backup, about, secrets, phrase, workFactor }: Parts,
  path: string,
): Promise<number> => {
  const sealed = await encryptBytes(phrase, json(secrets), workFactor);
  await encryptFile(phrase, archiveOf(backup, about, sealed), path, workFactor);
  await readCopy(path, phrase, undefined);
  return statSync(path).size;
};

const archiveOf = async function* (
  backup: string,
  about: AboutCopy,
  secrets: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const mtime = Math.floor(Date.parse(about.backup.created_at) / 1000);
  const small = { [ABOUT]: json(about), [SECRETS]: secrets };
  for (const [name, bytes] of Object.entries(small))
    yield* [tarHeader(name, bytes.length, mtime), bytes, tarPadding(bytes.length)];
  const { size, sha256 } = about.backup;
  yield tarHeader(DATABASE, size, mtime);
  yield* hashed(createReadStream(backup), size, sha256);
  yield* [tarPadding(size), TAR_END];
};

/** Passes the database on. @throws BackupFault DAMAGED when it is not what its manifest says */
const hashed = async function* (
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    length += piece.length;
    yield piece;
  }
  if (length !== size || hash.digest('hex') !== sha256)
    throw new BackupFault('DAMAGED', 'the database in it is not the one that was copied');
};

/** What a copy says about itself, and its secrets. */
export interface OpenedCopy {
  about: AboutCopy;
  secrets: Secrets;
}

/**
 * Opens a copy from end to end.
 * @param target where its database is put, in the clear; undefined: nowhere. After an error it is worth nothing
 * @throws BackupFault PHRASE_WRONG, TRUNCATED, DAMAGED, FOREIGN, and the file system's error
 */
export const readCopy = async (
  path: string,
  phrase: string,
  target: string | undefined,
): Promise<OpenedCopy> => {
  const { plain, requireLength } = await decryptFile(phrase, path);
  const archive = createTarReader(plain);
  const file = async (name: string, most: number): Promise<Buffer> => {
    const size = await archive.enter(name);
    if (size > most) throw new BackupFault('FOREIGN', `its ${name} is too large`);
    const bytes = await archive.exactly(size);
    await archive.skipPadding(size);
    return bytes;
  };
  try {
    const aboutBytes = await file(ABOUT, MAX_ABOUT_BYTES);
    const about = parsed(aboutSchema, aboutBytes, ABOUT);
    const sealed = await file(SECRETS, MAX_SECRETS_BYTES);
    const { size, sha256 } = about.backup;
    if ((await archive.enter(DATABASE)) !== size)
      throw new BackupFault('FOREIGN', `its ${DATABASE} has another size than its ${ABOUT} says`);
    requireLength(tarLength([aboutBytes.length, sealed.length, size]));
    const secrets = parsed(secretsSchema, await decryptBytes(phrase, sealed), SECRETS);
    await put(hashed(archive.pieces(size), size, sha256), target);
    await archive.skipPadding(size);
    await archive.finish();
    return { about, secrets };
  } finally {
    await archive.close();
  }
};

const parsed = <Schema extends v.GenericSchema>(
  schema: Schema,
  bytes: Uint8Array,
  name: string,
): v.InferOutput<Schema> => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), Buffer.from(bytes).toString('utf8'));
  if (read.success) return read.output;
  throw new BackupFault('NEWER', `its ${name} is of a format that this program does not know`);
};

const put = async (pieces: AsyncIterable<Uint8Array>, target: string | undefined): Promise<void> => {
  if (target !== undefined)
    return pipeline(Readable.from(pieces), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  for await (const _ of pieces);
};
