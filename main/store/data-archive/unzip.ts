import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Inflate } from 'fflate';
import { BackupFault } from '../backup/fault.ts';

// Reads the files of a zip by its directory, which says where each begins and ends: without it a reader would have to
// guess the end from a mark that may occur in the packed bytes (APPNOTE 4.3.9.3).

/** Gets the pieces of a file; the last may be empty. */
export type Sink = (piece: Uint8Array, isLast: boolean) => void;

interface Entry {
  name: string;
  /** Of its local header. */
  at: number;
  packed: number;
}

const END_LENGTH = 22;
const END_MARK = 0x06054b50;
const ENTRY_LENGTH = 46;
const ENTRY_MARK = 0x02014b50;
const LOCAL_LENGTH = 30;
const LOCAL_MARK = 0x04034b50;
const DEFLATE = 8;
/** Far more than an archive of Kramar has. */
const MAX_DIRECTORY = 1024 * 1024;
const READ = 256 * 1024;

const foreign = (why: string): BackupFault => new BackupFault('FOREIGN', why);
const damaged = (why: string): BackupFault => new BackupFault('DAMAGED', why);

/**
 * Hands the files of a zip over, in the order of its directory, in pieces.
 * @param maxBytes of one file, unpacked
 * @throws BackupFault FOREIGN, DAMAGED, the file system's error, and what a sink throws
 */
export const unzipFile = (path: string, maxBytes: number, sinkOf: (name: string) => Sink): void => {
  const file = openSync(path, 'r');
  try {
    const read = createReader(file);
    for (const entry of entriesOf(read, statSync(path).size))
      inflate(read, entry, maxBytes, sinkOf(entry.name));
  } finally {
    closeSync(file);
  }
};

type Read = (at: number, length: number) => Buffer;

const createReader =
  (file: number): Read =>
  (at, length) => {
    const bytes = Buffer.alloc(length);
    const read = at < 0 ? 0 : readSync(file, bytes, 0, length, at);
    if (read < length) throw damaged('it ends too early');
    return bytes;
  };

/** Kramar writes no comment after the end of the directory, so it is always at the same place. */
const entriesOf = (read: Read, size: number): Entry[] => {
  if (size < END_LENGTH) throw foreign('it is no zip archive');
  const end = read(size - END_LENGTH, END_LENGTH);
  if (end.readUInt32LE(0) !== END_MARK) {
    const isZip = read(0, 4).readUInt32LE(0) === LOCAL_MARK;
    throw isZip ? damaged('its end is missing') : foreign('it is no zip archive');
  }
  const length = end.readUInt32LE(12);
  if (length > MAX_DIRECTORY) throw foreign('it has too many files');
  const directory = read(end.readUInt32LE(16), length);
  const entries: Entry[] = [];
  for (let at = 0; at < length; ) {
    if (at + ENTRY_LENGTH > length || directory.readUInt32LE(at) !== ENTRY_MARK)
      throw damaged('its directory cannot be read');
    if (directory.readUInt16LE(at + 10) !== DEFLATE)
      throw foreign('a file in it is not packed as Kramar packs it');
    const nameLength = directory.readUInt16LE(at + 28);
    const next =
      at + ENTRY_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      at: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
    });
    at = next;
  }
  return entries;
};

const inflate = (read: Read, { name, at, packed }: Entry, maxBytes: number, sink: Sink): void => {
  const local = read(at, LOCAL_LENGTH);
  if (local.readUInt32LE(0) !== LOCAL_MARK) throw damaged(`${name} is not where its directory says`);
  let from = at + LOCAL_LENGTH + local.readUInt16LE(26) + local.readUInt16LE(28);
  const end = from + packed;
  let bytes = 0;
  let isOver = false;
  const inflater = new Inflate((piece, isLast) => {
    bytes += piece.length;
    if (bytes > maxBytes) throw foreign('a file in it is too large');
    isOver ||= isLast;
    sink(piece, isLast);
  });
  while (from < end) {
    const length = Math.min(READ, end - from);
    const piece = new Uint8Array(read(from, length));
    from += length;
    try {
      inflater.push(piece, from === end);
    } catch (error) {
      throw error instanceof BackupFault || !('code' in (error as object))
        ? error
        : damaged(`${name}: ${(error as Error).message}`);
    }
  }
  if (!isOver) throw damaged(`${name} ends too early`);
};
