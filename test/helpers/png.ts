import { crc32, deflateSync } from 'node:zlib';

/** Writes PNG pictures, by the standard and without the code that Kramar reads them with. */

const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 } as const;

interface PngFile {
  width: number;
  height: number;
  /** Grey, colours, grey with opacity, colours with opacity; a byte a value. */
  colour?: keyof typeof CHANNELS;
  /** The bytes of a pixel. */
  pixel(x: number, y: number): readonly number[];
  /** The filter of a line, 0 to 4. */
  filter?(y: number): number;
  isInterlaced?: boolean | undefined;
}

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  const near = [left, up, corner].map((each) => Math.abs(left + up - corner - each));
  return [left, up, corner][near.indexOf(Math.min(...near))] ?? 0;
};

/** The seven pictures that an interlaced one is written as: where each begins, and its steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const linesOf = ({ width, height, colour = 0, pixel, filter }: PngFile): Buffer[] => {
  if (width < 1) return [];
  const step = CHANNELS[colour];
  const plain = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => pixel(x, y)).flat(),
  );
  return plain.map((line, y) => {
    const kind = filter?.(y) ?? 0;
    const above = plain[y - 1] ?? [];
    const filtered = line.map(
      (value, at) =>
        (value - predicted(kind, line[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0)) & 0xff,
    );
    return Buffer.from([kind, ...filtered]);
  });
};

export const pngFile = (picture: PngFile): Buffer => {
  const { width, height, colour = 0, pixel, isInterlaced } = picture;
  const lines = isInterlaced
    ? ADAM7.flatMap(([left, top, across, down]) =>
        linesOf({
          ...picture,
          width: Math.ceil((width - left) / across),
          height: Math.max(0, Math.ceil((height - top) / down)),
          pixel: (x, y) => pixel(left + x * across, top + y * down),
        }),
      )
    : linesOf(picture);
  return pngOf({ width, height, colour, isInterlaced }, Buffer.concat(lines));
};

/** @param lines each with the number of its filter before it */
export const pngOf = (
  { width, height, colour = 0, isInterlaced }: Omit<PngFile, 'pixel'>,
  lines: Buffer,
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour, 0, 0, isInterlaced ? 1 : 0], 8);
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
