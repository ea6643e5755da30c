import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { LIMITS, overLimit } from './limits.ts';
import { type Reading, refused, unreadable } from './table.ts';

/** Reads the parts of a zip archive by its directory, which is at the end: a truncated archive has none. */

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
export const openArchive = async (file: Buffer, { onProgress }: Reading): Promise<Archive> => {
  // Names are decoded here: yauzl refuses one with a slash at the front.
  const zip = await fromBufferPromise(file, { decodeStrings: false }).catch(() => {
    throw cutOff();
  });
  const entries = await directoryOf(zip);
  const total = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  let unpacked = 0;
  let done = 0;
  return {
    has: (name) => entries.has(partKey(name)),
    read: async function* (name) {
      const entry = entries.get(partKey(name));
      if (!entry) return;
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES) throw overLimit('unpackedMegabytes');
      let crc = 0;
      for await (const piece of unpack(zip, entry)) {
        crc = crc32(piece, crc);
        done += piece.length;
        onProgress?.(done, Math.max(done, total));
        yield piece;
      }
      if (crc !== entry.crc32) throw damaged();
    },
  };
};

const directoryOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > LIMITS.parts) throw overLimit('parts');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry())
      entries.set(partKey(entry.fileNameRaw.toString('utf8')), entry);
  } catch {
    throw damaged();
  }
  return entries;
};

/** No more than the directory says that it unpacks to. */
async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  if (entry.isEncrypted())
    throw unreadable('password', 'This workbook is under a password. Save it without one.');
  try {
    yield* await zip.openReadStreamPromise(entry);
  } catch {
    throw damaged();
  }
}
