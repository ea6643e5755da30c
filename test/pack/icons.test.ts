import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { icns, ico } from '../../build/icon-files.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url));

/** Width, height, and the colour at a place given in parts of the whole. */
const picture = (png: Buffer) => {
  const { width, height, data } = PNG.sync.read(png);
  const at = (x: number, y: number): number[] => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    const pixel = [...data.subarray(start, start + 4)];
    // The edge of a round corner may leave a trace in a small picture.
    return (pixel[3] ?? 0) < 3 ? CLEAR : pixel;
  };
  return { width, height, at };
};

const inIco = (file: Buffer) =>
  Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
    return { size: file.readUInt8(at) || 256, png: file.subarray(offset, offset + length) };
  });

const inIcns = (file: Buffer) => {
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const parts: Record<string, Buffer> = {};
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    parts[file.toString('latin1', at, at + 4)] = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
  return parts;
};

const CLEAR = [0, 0, 0, 0];
const BLUE = [0x24, 0x57, 0xc5, 255];
const WHITE = [255, 255, 255, 255];

test('they were drawn from the current mark: otherwise run npm run icons', () => {
  const drawn = createHash('sha256').update(read('renderer/public/icon.svg')).digest('hex');
  expect(read('build/icons-drawn-from.txt').toString()).toBe(`${drawn}\n`);
});

test.each([
  ['build/icons/icon.ico', [16, 20, 24, 32, 40, 48, 64, 256]],
  ['build/icons/tray.ico', [16, 20, 24, 32, 48]],
])('%s has its sizes', (name, sizes) => {
  const pictures = inIco(read(name));
  expect(pictures.map(({ size }) => size)).toEqual(sizes);
  for (const { size, png } of pictures) expect(picture(png)).toMatchObject({ width: size, height: size });
});

test('icon.icns has its sizes, the tile with a margin', () => {
  const parts = inIcns(read('build/icon.icns'));
  const sizes = Object.entries(parts).map(([type, png]) => [type, picture(png).width]);
  expect(Object.fromEntries(sizes)).toEqual({
    ic11: 32,
    ic12: 64,
    ic07: 128,
    ic08: 256,
    ic13: 256,
    ic09: 512,
    ic14: 512,
    ic10: 1024,
  });
  const { at } = picture(parts.ic10 ?? Buffer.alloc(0));
  expect([at(0.05, 0.5), at(0.15, 0.5), at(0.374, 0.5)]).toEqual([CLEAR, BLUE, WHITE]);
});

test.each([16, 32, 48, 64, 128, 256, 512])('for Linux: %i', (size) => {
  const { width, height, at } = picture(read(`build/linux/${size}x${size}.png`));
  expect({ width, height }).toEqual({ width: size, height: size });
  expect([at(0, 0), at(0.1, 0.5), at(10 / 32, 0.5)]).toEqual([CLEAR, BLUE, WHITE]);
});

test.each([
  ['icon.png', 256, BLUE],
  ['tray.png', 24, BLUE],
  ['tray@2x.png', 48, BLUE],
  ['trayTemplate.png', 18, CLEAR],
  ['trayTemplate@2x.png', 36, CLEAR],
])('%s', (name, size, ground) => {
  const { width, at } = picture(read(`build/icons/${name}`));
  expect(width).toBe(size);
  expect([at(0, 0), at(0.06, 0.5)]).toEqual([CLEAR, ground]);
});

test('icons that the system colours itself are black only', () => {
  const { at } = picture(read('build/icons/trayTemplate@2x.png'));
  expect(at((10 - 4) / 24, 0.5)).toEqual([0, 0, 0, 255]);
});

test('the containers of no pictures are refused or empty', () => {
  expect(inIco(ico([]))).toEqual([]);
  expect(() => icns([])).toThrow('32 pixels');
});
