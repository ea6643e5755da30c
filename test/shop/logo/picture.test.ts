import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OwnerError } from '../../../main/platform/owner-error.ts';
import { readPicture } from '../../../main/shop/logo/logo.ts';
import { greyLines, sizeOfPng } from '../../../main/shop/logo/png.ts';
import { halfBlack, jpegFile, pngFile, pngOf } from '../../helpers/png.ts';

const codeOf = (bytes: Buffer): string => {
  try {
    readPicture(bytes);
    return 'taken';
  } catch (error) {
    return error instanceof OwnerError ? error.code : String(error);
  }
};
const grey = (bytes: Buffer) => {
  const size = sizeOfPng(bytes);
  return size && greyLines(bytes, size)?.map((line) => [...line]);
};

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      values: fc.uint8Array({ minLength: width * height, maxLength: width * height }),
      filter: fc.integer({ min: 0, max: 4 }),
      colour: fc.constantFrom(0 as const, 2 as const, 4 as const, 6 as const),
    }),
  );

test('every filter and kind of colour is read back as the greys that were written', () => {
  fc.assert(
    fc.property(pictures, ({ width, height, values, filter, colour }) => {
      const at = (x: number, y: number) => values[y * width + x] ?? 0;
      const pixel = (x: number, y: number) => {
        const value = at(x, y);
        return { 0: [value], 2: [value, value, value], 4: [value, 255], 6: [value, value, value, 255] }[
          colour
        ];
      };
      const bytes = pngFile({ width, height, colour, pixel, filter });
      const read = grey(bytes);
      expect(read).toHaveLength(height);
      read?.forEach((line, y) => {
        // A sum of three parts of a grey may lie a hair below it.
        line.forEach((value, x) => {
          expect(Math.abs(value - at(x, y))).toBeLessThanOrEqual(1);
        });
      });
    }),
  );
});

test('an interlaced picture is read as any other', () => {
  // The passes of Adam7 that two by two pixels have: each line with the number of its filter before it.
  const lines = Buffer.from([...[0, 10], ...[0, 20], ...[0, 30, 40]]);
  expect(grey(pngOf(2, 2, lines, true))).toEqual([
    [10, 20],
    [30, 40],
  ]);
});

test('what is transparent is white, as paper is', () => {
  const bytes = pngFile({ width: 2, height: 1, colour: 4, pixel: (x) => [0, x === 0 ? 0 : 255] });
  expect(grey(bytes)).toEqual([[255, 0]]);
});

test('no byte of a PNG can be altered or left out unseen', () => {
  const bytes = halfBlack();
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ change;
      expect(['LOGO_DAMAGED', 'LOGO_KIND']).toContain(codeOf(altered));
      expect(['LOGO_DAMAGED', 'LOGO_KIND']).toContain(codeOf(bytes.subarray(0, at)));
    }),
  );
});

test('any bytes are read or refused, never anything else', () => {
  const starts = [halfBlack().subarray(0, 8), jpegFile(64, 64).subarray(0, 2), Buffer.alloc(0)];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      expect(codeOf(Buffer.concat([start, rest]))).toMatch(/^(taken|LOGO_[A-Z_]+)$/);
    }),
  );
});

test.each<[what: string, bytes: Buffer, code: string]>([
  ['a PNG', halfBlack(), 'taken'],
  ['a PNG with something after its end', Buffer.concat([halfBlack(), Buffer.from('more')]), 'taken'],
  [
    'an interlaced PNG that unpacks to a hundred times its size',
    pngOf(32, 32, Buffer.alloc(32 * 32 * 100), true),
    'LOGO_DAMAGED',
  ],
  ['a JPEG', jpegFile(600, 200), 'taken'],
  ['a PNG whose header promises more lines than there are', pngOf(64, 64, Buffer.alloc(0)), 'LOGO_DAMAGED'],
  ['the smallest', halfBlack(32, 32), 'taken'],
  ['the largest', jpegFile(1500, 1500), 'taken'],
  ['one line too low', halfBlack(64, 31), 'LOGO_PIXELS'],
  ['one dot too narrow', halfBlack(31, 64), 'LOGO_PIXELS'],
  ['one line too high', jpegFile(600, 1501), 'LOGO_PIXELS'],
  ['no pixels at all', jpegFile(0, 0), 'LOGO_PIXELS'],
  ['a byte too many', Buffer.concat([jpegFile(600, 200), Buffer.alloc(300_000)]), 'LOGO_TOO_LARGE'],
  [
    'SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'LOGO_KIND',
  ],
  ['a web page', Buffer.from('<!doctype html><img>'), 'LOGO_KIND'],
  ['GIF', Buffer.from('GIF89a'), 'LOGO_KIND'],
  ['nothing', Buffer.alloc(0), 'LOGO_KIND'],
  ['a JPEG that is cut off', jpegFile(600, 200).subarray(0, 12), 'LOGO_DAMAGED'],
  [
    'a JPEG whose segment goes nowhere',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd9]),
    'LOGO_DAMAGED',
  ],
])('%s: %#', (_, bytes, code) => {
  expect(codeOf(bytes)).toBe(code);
});

test('dots are the picture in black and white, at most as wide as the narrowest roll', () => {
  const { dots } = readPicture(halfBlack(1200, 300));
  expect({ width: dots?.width, lines: (dots?.bits.length ?? 0) / 48 }).toEqual({ width: 384, lines: 96 });
  const [line] = [dots?.bits.subarray(0, 48)];
  expect([...(line ?? [])]).toEqual([...Array(24).fill(255), ...Array(24).fill(0)]);
});

test('a grey is printed as so many dots', () => {
  const bits = readPicture(pngFile({ width: 64, height: 64, pixel: () => [192] })).dots?.bits ?? [];
  const black = [...bits].reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  expect(black / (64 * 64)).toBeCloseTo(1 - 192 / 255, 1);
});
