import { crc32, inflateSync } from 'node:zlib';

/** Reads PNG pictures (https://www.w3.org/TR/png-3/) with Node's own inflate. Pure. */

interface PngHeader {
  width: number;
  height: number;
  depth: number;
  colour: number;
  isInterlaced: boolean;
}

export interface Png {
  header: PngHeader;
  /** Three bytes a colour; empty where colours stand in the pixels. */
  palette: Buffer;
  /** Opacity by the palette's index. */
  opacity: Buffer;
  /** Deflated. */
  data: Buffer;
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum around a chunk's content. */
const CHUNK_FRAME = 12;

interface Chunk {
  type: string;
  content: Buffer;
}

/** The chunks up to IEND; undefined: one is cut off or altered, or the end is missing. */
const chunksOf = (bytes: Buffer): Chunk[] | undefined => {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_FRAME + length;
    if (end > bytes.length) return undefined;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return undefined;
};

const HEADER_BYTES = 13;

/** Undefined: damaged. The pixels are not looked at. */
export const readPng = (bytes: Buffer): Png | undefined => {
  const chunks = chunksOf(bytes);
  const [first] = chunks ?? [];
  if (!chunks || first?.type !== 'IHDR' || first.content.length !== HEADER_BYTES) return undefined;
  const all = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ content }) => content);
  const header = {
    width: first.content.readUInt32BE(0),
    height: first.content.readUInt32BE(4),
    depth: first.content.readUInt8(8),
    colour: first.content.readUInt8(9),
    isInterlaced: first.content.readUInt8(12) !== 0,
  };
  const [palette = Buffer.alloc(0)] = all('PLTE');
  const [opacity = Buffer.alloc(0)] = all('tRNS');
  return { header, palette, opacity, data: Buffer.concat(all('IDAT')) };
};

/** Values a pixel has, by the colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [fromLeft, fromUp, fromCorner] = [left, up, corner].map((each) => Math.abs(guess - each)) as [
    number,
    number,
    number,
  ];
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left;
  return fromUp <= fromCorner ? up : corner;
};

/** What a filter adds to a byte, by the filter's number; undefined: there is no such filter. */
const addedBy = (filter: number, left: number, up: number, corner: number): number | undefined => {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : undefined;
};

/** Takes the filters off, line by line, in place; undefined: a filter is unknown. */
const unfiltered = (raw: Buffer, stride: number, step: number): Buffer[] | undefined => {
  const lines: Buffer[] = [];
  let before: Buffer = Buffer.alloc(stride);
  for (let at = 0; at < raw.length; at += stride + 1) {
    const filter = raw[at] ?? 0;
    const line = raw.subarray(at + 1, at + 1 + stride);
    for (let index = 0; index < stride; index += 1) {
      const left = line[index - step] ?? 0;
      const added = addedBy(filter, left, before[index] ?? 0, before[index - step] ?? 0);
      if (added === undefined) return undefined;
      line[index] = ((line[index] ?? 0) + added) & 0xff;
    }
    lines.push(line);
    before = line;
  }
  return lines;
};

/** ITU-R BT.601: how bright an eye sees a colour. */
const brightness = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** On white paper, 0 is black and 255 white. */
const onPaper = (grey: number, opacity: number): number => 255 - ((255 - grey) * opacity) / 255;

/** Reads the value of a channel as 0 to 255, or as an index of the palette. */
const valueIn = (line: Buffer, depth: number, isIndex: boolean, at: number): number => {
  // The upper of two bytes is enough.
  if (depth >= 8) return line[at * (depth / 8)] ?? 0;
  const bit = at * depth;
  const most = (1 << depth) - 1;
  const value = ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  return isIndex ? value : (value * 255) / most;
};

const greyOf = (png: Png, line: Buffer, x: number): number => {
  const { depth, colour } = png.header;
  const channels = CHANNELS[colour] ?? 1;
  const value = (channel: number) => valueIn(line, depth, colour === PALETTE, x * channels + channel);
  if (colour === PALETTE) {
    const [red = 0, green = 0, blue = 0] = png.palette.subarray(value(0) * 3, value(0) * 3 + 3);
    return onPaper(brightness(red, green, blue), png.opacity[value(0)] ?? 255);
  }
  const grey = channels < 3 ? value(0) : brightness(value(0), value(1), value(2));
  return onPaper(grey, channels % 2 === 0 ? value(channels - 1) : 255);
};

/**
 * The picture's lines in grey on white paper, 0 to 255 a pixel; undefined: interlaced, damaged, or of a kind that the
 * standard does not have. The caller has checked the size.
 */
export const greyLines = (png: Png): Uint8Array[] | undefined => {
  const { width, height, depth, colour, isInterlaced } = png.header;
  const channels = CHANNELS[colour];
  if (isInterlaced || channels === undefined || ![1, 2, 4, 8, 16].includes(depth)) return undefined;
  const stride = Math.ceil((width * channels * depth) / 8);
  const size = (stride + 1) * height;
  let raw: Buffer;
  try {
    raw = inflateSync(png.data, { maxOutputLength: size });
  } catch {
    return undefined;
  }
  const lines =
    raw.length === size ? unfiltered(raw, stride, Math.max(1, (channels * depth) / 8)) : undefined;
  return lines?.map((line) => Uint8Array.from({ length: width }, (_, x) => greyOf(png, line, x)));
};
