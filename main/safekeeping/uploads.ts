import { mkdtempSync, rmSync, statfsSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createQueue } from '../platform/async.ts';
import { noSpaceLeft, reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { type Backup, backupAt } from '../store/backup/files.ts';
import { isCopyPath } from '../store/copies/files.ts';
import { removeScratches, unusableBackup } from './backups/list.ts';

/** Folders of the data folder in which a file that the owner's page sends is gathered; a start removes them. */
export const UPLOAD_SCRATCH = 'upload-';

/** Five times the database of a million invoices, which has 824 MB (docs/performance.md). */
export const MAX_UPLOAD_BYTES = 4 * 1024 ** 3;
/** A restore writes it again: opened, beside the database, and the database aside. */
const COPIES_OF_RESTORE = 4;
/** A page sends a piece as soon as the one before it was taken. */
const PIECE_WITHIN_MS = 60_000;
/** As long as a tab may rest. */
const KEPT_MS = 30 * 60_000;

interface Piece {
  /** As it was called on the owner's computer. */
  name: string;
  /** When it was written there, milliseconds UTC. */
  modified_at: number;
  /** Bytes of the whole file. */
  size: number;
  /** Where the piece begins; 0 begins a new file, in place of the one before. */
  offset: number;
}

/** A backup or an encrypted copy that the owner's page sends in pieces: each is a request, which must end in seconds. */
export interface Uploads {
  /**
   * Takes the next piece; a failure leaves nothing of the file. Gives its path.
   * @throws OwnerError UPLOAD_CUT_OFF, UPLOAD_TOO_LARGE, BACKUP_FOREIGN, RESTORE_FAILED
   */
  take(piece: Piece, bytes: Readable): Promise<string>;
  /** The whole file at this path; undefined: it is none that was sent. */
  find(path: string): Backup | undefined;
  remove(): void;
}

interface Upload {
  folder: string;
  path: string;
  /** Bytes, in all and so far. */
  size: number;
  received: number;
}

export const createUploads = (dataDir: string): Uploads => {
  const inTurn = createQueue();
  let current: Upload | undefined;
  let ending: NodeJS.Timeout | undefined;
  const remove = (): void => {
    clearTimeout(ending);
    if (current) rmSync(current.folder, { recursive: true, force: true });
    current = undefined;
  };

  const begin = async ({ name, size }: Piece) => {
    remove();
    await removeScratches(dataDir, UPLOAD_SCRATCH);
    refuseSize(dataDir, size);
    const folder = mkdtempSync(join(dataDir, UPLOAD_SCRATCH));
    current = { folder, path: join(folder, ownName(name)), size, received: 0 };
    return current;
  };

  const append = async (piece: Piece, bytes: Readable): Promise<string> => {
    const upload = piece.offset === 0 ? await begin(piece) : current;
    if (!upload || upload.received !== piece.offset || upload.size !== piece.size) throw cutOff();
    clearTimeout(ending);
    const { path, size } = upload;
    await gather(upload, piece, bytes);
    if (upload.received === piece.offset) throw cutOff();
    const isWhole = upload.received === size;
    if (isWhole) utimesSync(path, new Date(), new Date(piece.modified_at));
    ending = setTimeout(remove, isWhole ? KEPT_MS : PIECE_WITHIN_MS).unref();
    return path;
  };

  return {
    remove,
    // In turn: a file of another tab takes the place of this one, and must not find it open.
    take: (piece, bytes) =>
      inTurn(async () => {
        try {
          return await append(piece, bytes);
        } catch (error) {
          remove();
          throw failure(error);
        }
      }),
    find: (path) =>
      current?.path === path && current.received === current.size ? backupAt(path) : undefined,
  };
};

/** Adds the bytes of a piece to its file. @throws OwnerError, and what the disk or the connection says */
const gather = async (upload: Upload, { name, offset }: Piece, bytes: Readable): Promise<void> => {
  // By its handle, which is closed before the folder can be removed: a stream may still be opening its file then.
  const file = await open(upload.path, offset === 0 ? 'wx' : 'a', 0o600);
  try {
    // The connection stays open for the answer.
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      if (upload.received === 0 && !looksLikeBackup(chunk)) throw foreign(name);
      upload.received += chunk.length;
      if (upload.received > upload.size) throw tooLarge(upload.size);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
};

/** A name that says when it was made is kept. */
const ownName = (name: string): string => {
  if (/^kramar-[\w-]{1,100}(?:\.db|\.tar\.age)$/.test(name)) return name;
  return isCopyPath(name) ? 'kramar.tar.age' : 'kramar.db';
};

/** By the first bytes, before the rest is taken. */
const BEGINNINGS = ['SQLite format 3\0', 'age-encryption.org/v1'];
const looksLikeBackup = (chunk: Buffer): boolean =>
  BEGINNINGS.some((text) => text.startsWith(chunk.subarray(0, text.length).toString('latin1')));

/** @throws OwnerError */
const refuseSize = (dataDir: string, size: number): void => {
  if (size > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES);
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < COPIES_OF_RESTORE * size) throw failure(noSpaceLeft());
};

const cutOff = () =>
  new OwnerError('UPLOAD_CUT_OFF', 'The file did not arrive as a whole. Nothing was changed. Send it again.');
const tooLarge = (most: number) =>
  new OwnerError(
    'UPLOAD_TOO_LARGE',
    `The file is larger than ${most} bytes. Nothing was changed. Choose another one.`,
    { facts: { most } },
  );
const foreign = (name: string) =>
  unusableBackup({ path: name }, Object.assign(new Error('it begins otherwise'), { code: 'FOREIGN' }));

const failure = (error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  const { fault, why, remedy } = reasonOf(error);
  // A connection that broke says nothing of a disk.
  if ((error as NodeJS.ErrnoException).syscall === undefined && fault === undefined) return cutOff();
  return new OwnerError(
    'RESTORE_FAILED',
    `The file could not be kept: ${why}. Nothing was changed. ${remedy}.`,
    { facts: { fault }, cause: error },
  );
};
