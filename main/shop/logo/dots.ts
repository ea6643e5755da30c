import type { Dots } from '../../printer/encode.ts';
import { greyLines, type Png } from './png.ts';

/** A picture as a receipt printer prints it: black dots on white paper. Pure. */

/** The roll of 58 mm has 384 dots; a logo of 48 by 20 mm leaves the receipt its length. */
const MOST_WIDTH = 384;
const MOST_HEIGHT = 160;

/** The mean of the pixels that a dot covers. */
const scaled = (lines: readonly Uint8Array[], width: number, height: number): Float64Array[] => {
  const [first] = lines;
  const across = (first?.length ?? 0) / width;
  const down = lines.length / height;
  return Array.from({ length: height }, (_, y) =>
    Float64Array.from({ length: width }, (__, x) => {
      const rows = lines.slice(Math.floor(y * down), Math.max(Math.ceil((y + 1) * down), 1));
      let [sum, count] = [0, 0];
      for (const row of rows)
        for (const grey of row.subarray(Math.floor(x * across), Math.ceil((x + 1) * across))) {
          sum += grey;
          count += 1;
        }
      return sum / count;
    }),
  );
};

const MIDDLE = 128;

/** Floyd and Steinberg: what a dot is too dark or too bright goes to its neighbours, so that greys stay greys. */
const dithered = (lines: readonly Float64Array[], width: number): Uint8Array => {
  const bytes = width / 8;
  const bits = new Uint8Array(bytes * lines.length);
  lines.forEach((line, y) => {
    const below = lines[y + 1];
    line.forEach((grey, x) => {
      const isBlack = grey < MIDDLE;
      if (isBlack) bits[y * bytes + (x >> 3)] = (bits[y * bytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      const error = grey - (isBlack ? 0 : 255);
      const pass = (to: Float64Array | undefined, at: number, part: number): void => {
        if (to && at >= 0 && at < to.length) to[at] = (to[at] ?? 0) + (error * part) / 16;
      };
      pass(line, x + 1, 7);
      pass(below, x - 1, 3);
      pass(below, x, 5);
      pass(below, x + 1, 1);
    });
  });
  return bits;
};

/** Never larger than the picture itself. Undefined where its pixels cannot be read. */
export const dotsOf = (png: Png): Dots | undefined => {
  const lines = greyLines(png);
  if (!lines) return undefined;
  const { width, height } = png.header;
  const scale = Math.min(1, MOST_WIDTH / width, MOST_HEIGHT / height);
  const shown = Math.max(1, Math.round(width * scale));
  const grey = scaled(lines, shown, Math.max(1, Math.round(height * scale)));
  const whole = Math.ceil(shown / 8) * 8;
  const padded = grey.map((line) => {
    const wide = new Float64Array(whole).fill(255);
    wide.set(line, Math.floor((whole - shown) / 2));
    return wide;
  });
  return { width: whole, bits: dithered(padded, whole) };
};
