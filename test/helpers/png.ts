import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Makes PNG pictures, and what only looks like one. */

interface PngFile {
  width: number;
  height: number;
  /** Grey, colours, grey with opacity, colours with opacity; a byte a value. */
  colour?: 0 | 2 | 4 | 6;
  /** The bytes of a pixel. */
  pixel(x: number, y: number): readonly number[];
  /** The filter of every line, 0 to 4. */
  filter?: number;
}

export const pngFile = ({ width, height, colour = 0, pixel, filter = 0 }: PngFile): Buffer => {
  const png = new PNG({ width, height });
  png.data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => pixel(at % width, Math.floor(at / width))).flat(),
  );
  return PNG.sync.write(png, {
    colorType: colour,
    inputColorType: colour,
    inputHasAlpha: colour > 3,
    filterType: filter,
  });
};

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

/** A grey picture, as its header says. @param lines each with the number of its filter before it */
export const pngOf = (width: number, height: number, lines: Buffer, isInterlaced = false): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A logo: the left half black, the right half white. */
export const halfBlack = (width = 64, height = 32): Buffer =>
  pngFile({ width, height, pixel: (x) => [x < width / 2 ? 0 : 255] });

/** The head of a JPEG of this size; its picture is not there, which no header shows. */
export const jpegFile = (width: number, height: number): Buffer =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0],
    ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 2, 0xff, 0xd9],
  ]);
