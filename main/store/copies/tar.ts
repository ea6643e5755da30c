import { BackupFault } from '../backup/fault.ts';

// The part of the tar format (POSIX ustar) that a copy takes: files one after another, each with a block in front of it.
// `tar x` unpacks it.

const BLOCK = 512;
/** Eleven octal digits. */
const MAX_SIZE = 0o77777777777;

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

/** Bytes that fill a file's last block. */
const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Length of an archive of files of these sizes. */
export const tarLength = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + BLOCK + size + paddingOf(size), 2 * BLOCK);

/** @param mtime seconds since 1970 */
export const tarHeader = (name: string, size: number, mtime: number): Uint8Array => {
  if (size > MAX_SIZE) throw new RangeError(`${name} has ${size} bytes: more than a tar archive takes.`);
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, at: number) => block.write(text, at, 'latin1');
  put(name, 0);
  put(octal(0o600, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(mtime, 11), 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  // The sum counts its own field as spaces.
  put(`${octal(sumOf(block), 6)} `, 148);
  return block;
};

const sumOf = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0);

export const tarPadding = (size: number): Uint8Array => Buffer.alloc(paddingOf(size));

/** The end of an archive. */
export const TAR_END: Uint8Array = Buffer.alloc(2 * BLOCK);

/**
 * Reads the archive's files in the order that they must have.
 * @throws BackupFault FOREIGN
 */
export const createTarReader = (source: AsyncIterable<Uint8Array>) => {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.alloc(0);

  /** Up to `most` bytes; none at the end. */
  const some = async (most: number): Promise<Uint8Array> => {
    while (rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return rest;
      rest = value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  };

  const pieces = async function* (length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      const piece = await some(left);
      if (piece.length === 0) throw foreign('it ends too early');
      left -= piece.length;
      yield piece;
    }
  };

  const exactly = async (length: number): Promise<Buffer> => {
    const read: Uint8Array[] = [];
    for await (const piece of pieces(length)) read.push(piece);
    return Buffer.concat(read);
  };

  return {
    /** Begins the next file, and gives its size. */
    enter: async (name: string): Promise<number> => {
      const block = await exactly(BLOCK);
      const size = Number.parseInt(block.toString('latin1', 124, 135), 8);
      const isExpected =
        Number.isSafeInteger(size) && Buffer.from(tarHeader(name, size, mtimeOf(block))).equals(block);
      if (!isExpected) throw foreign(`it has no ${name} where Kramar puts it`);
      return size;
    },
    exactly,
    pieces,
    skipPadding: async (size: number): Promise<void> => void (await exactly(paddingOf(size))),
    /** Reads to the end, which proves that nothing is missing. */
    finish: async (): Promise<void> => {
      const end = await exactly(TAR_END.length);
      const isOver = end.equals(TAR_END) && (await some(1)).length === 0;
      if (!isOver) throw foreign('it does not end where Kramar ends it');
    },
    close: async (): Promise<void> => void (await chunks.return?.()),
  };
};

const mtimeOf = (block: Buffer): number => Number.parseInt(block.toString('latin1', 136, 147), 8) || 0;

const foreign = (why: string): BackupFault => new BackupFault('FOREIGN', why);
