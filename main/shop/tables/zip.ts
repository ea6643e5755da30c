import { crc32, createInflateRaw } from 'node:zlib';
import { LIMITS, overLimit } from './limits.ts';
import { type Reading, refused, unreadable } from './table.ts';

/**
 * Reads the parts of a zip archive by its directory, which is at the end (APPNOTE.TXT, 4.3): a truncated archive has
 * none, and no part is found by bytes that only look like its beginning.
 */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const MAX_UNPACKED_BYTES = LIMITS.unpackedMegabytes * 1024 * 1024;

const cutOff = () =>
  refused(
    'damaged',
    'The workbook is cut off or damaged: it has no end. Copy or download it anew, and send it again.',
  );
const damaged = () =>
  refused(
    'damaged',
    'The workbook is damaged: it cannot be unpacked. Open it in Excel, save it anew, and send it again.',
  );

interface Entry {
  method: number;
  isEncrypted: boolean;
  crc: number;
  packed: number;
  /** Unpacked size according to the archive; an archive that exceeds it is damaged. */
  size: number;
  offset: number;
}

/**
 * Part names are compared without regard to case (ECMA-376, part 2, 6.2.2.3): some programs write `xl/SharedStrings.xml`
 * and refer to `sharedStrings.xml`. Others write a backslash or a slash at the front.
 */
const partKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

export interface Archive {
  has(name: string): boolean;
  /** Yields a part in pieces; nothing if there is no such part. @throws ValidationError */
  read(name: string): AsyncGenerator<Buffer, void, undefined>;
}

/** @throws ValidationError */
export const openArchive = (file: Buffer, { onProgress }: Reading): Archive => {
  const entries = directoryOf(file);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  let unpacked = 0;
  let done = 0;
  return {
    has: (name) => entries.has(partKey(name)),
    read: async function* (name) {
      const entry = entries.get(partKey(name));
      if (!entry) return;
      unpacked += entry.size;
      if (unpacked > MAX_UNPACKED_BYTES) throw overLimit('unpackedMegabytes');
      let crc = 0;
      let left = entry.size;
      for await (const piece of unpack(file, entry)) {
        left -= piece.length;
        if (left < 0) throw damaged();
        crc = crc32(piece, crc);
        done += piece.length;
        onProgress?.(done, Math.max(done, total));
        yield piece;
      }
      if (left > 0 || crc !== entry.crc) throw damaged();
    },
  };
};

const directoryOf = (file: Buffer): Map<string, Entry> => {
  const end = findEnd(file);
  const entries = new Map<string, Entry>();
  let at = file.readUInt32LE(end + 16);
  const count = file.readUInt16LE(end + 10);
  if (count > LIMITS.parts) throw overLimit('parts');
  for (let left = count; left > 0; left -= 1) {
    if (at + ENTRY_SIZE > end || file.readUInt32LE(at) !== ENTRY) throw damaged();
    const nameEnd = at + ENTRY_SIZE + file.readUInt16LE(at + 28);
    entries.set(partKey(file.toString('utf8', at + ENTRY_SIZE, nameEnd)), {
      method: file.readUInt16LE(at + 10),
      isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    });
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
};

const findEnd = (file: Buffer): number => {
  const first = Math.max(0, file.length - END_SIZE - MAX_COMMENT);
  for (let at = file.length - END_SIZE; at >= first; at -= 1)
    if (file.readUInt32LE(at) === END && at + END_SIZE + file.readUInt16LE(at + 20) <= file.length) return at;
  throw cutOff();
};

const unpack = (file: Buffer, { method, isEncrypted, packed, offset }: Entry): AsyncIterable<Buffer> => {
  if (isEncrypted) throw unreadable('password', 'This workbook is under a password. Save it without one.');
  if (offset + LOCAL_SIZE > file.length || file.readUInt32LE(offset) !== LOCAL) throw damaged();
  const start = offset + LOCAL_SIZE + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  if (start + packed > file.length) throw damaged();
  const bytes = file.subarray(start, start + packed);
  if (method === STORED) return storedPieces(bytes);
  if (method !== DEFLATED) throw damaged();
  return inflated(bytes);
};

const PIECE = 64 * 1024;

async function* storedPieces(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}

/** Node's own stream, which unpacks off the event loop. */
async function* inflated(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const stream = createInflateRaw({ chunkSize: PIECE });
  stream.end(bytes);
  try {
    for await (const piece of stream) yield piece;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') ? damaged() : error;
  }
}
