import { crc32, inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** What a logo needs of PNG pictures (https://www.w3.org/TR/png-3/). Pure. */

interface Size {
  width: number;
  height: number;
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum around a chunk's content. */
const CHUNK_FRAME = 12;
/** The first chunk: type and content, after which its checksum stands. */
const HEADER = { start: 12, end: 29 };

/** By the header, before anything is decoded; undefined: it is damaged. */
export const sizeOfPng = (bytes: Buffer): Size | undefined => {
  const isWhole =
    bytes.length > HEADER.end + 4 &&
    bytes.toString('latin1', HEADER.start, HEADER.start + 4) === 'IHDR' &&
    crc32(bytes.subarray(HEADER.start, HEADER.end)) === bytes.readUInt32BE(HEADER.end);
  return isWhole ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
};

/** The deflated pixels, and the picture without what some programs write after its end. */
const partsOf = (bytes: Buffer): { picture: Buffer; data: Buffer } => {
  const data: Buffer[] = [];
  let [at, type] = [SIGNATURE_BYTES, ''];
  while (type !== 'IEND' && at + CHUNK_FRAME <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    at += CHUNK_FRAME + length;
  }
  return { picture: bytes.subarray(0, at), data: Buffer.concat(data) };
};

/** Values a pixel has, by the colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The pictures that one is written as: where each begins, and its steps across and down. */
const WHOLE = [[0, 0, 1, 1]] as const;
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** How many bytes the pixels unpack to, the number of its filter before each line included. */
const unpackedBytes = (bytes: Buffer, { width, height }: Size): number => {
  const [depth = 0, colour = 0, , , interlacing = 0] = bytes.subarray(24, HEADER.end);
  return (interlacing === 0 ? WHOLE : ADAM7).reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    const lines = columns < 1 ? 0 : Math.max(0, Math.ceil((height - top) / down));
    return sum + lines * (1 + Math.ceil((columns * depth * (CHANNELS[colour] ?? 0)) / 8));
  }, 0);
};

/** ITU-R BT.601: how bright an eye sees a colour, 0 to 255. */
const brightness = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/**
 * The picture's lines in grey on white paper, 0 (black) to 255 a pixel; undefined: it is damaged. The caller has checked
 * the size.
 */
export const greyLines = (bytes: Buffer, size: Size): Uint8Array[] | undefined => {
  const { picture, data } = partsOf(bytes);
  try {
    // pngjs takes fewer pixels for a whole picture, and unpacks those of an interlaced one without a limit.
    const expected = unpackedBytes(bytes, size);
    if (inflateSync(data, { maxOutputLength: expected }).length !== expected) return undefined;
    const { data: pixels, width, height } = PNG.sync.read(picture);
    const greyAt = (at: number): number => {
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4);
      return 255 - ((255 - brightness(red, green, blue)) * opacity) / 255;
    };
    return Array.from({ length: height }, (_, y) =>
      Uint8Array.from({ length: width }, (__, x) => greyAt((y * width + x) * 4)),
    );
  } catch {
    return undefined;
  }
};
