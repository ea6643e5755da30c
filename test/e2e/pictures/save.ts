import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import UPNG from 'upng-js';

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
/** Screens have few colours: a palette of this size takes a quarter of the space, and looks the same. */
const COLOURS = 256;

interface Frame {
  /** A PNG. */
  png: Uint8Array;
  /** Milliseconds that it stays. */
  ms: number;
}

/**
 * Writes PNGs of one size as a picture in docs/images; several become an animated PNG, which every browser plays.
 * @returns bytes written
 */
const write = (name: string, frames: readonly Frame[]): number => {
  const images = frames.map(({ png }) => UPNG.decode(png.slice().buffer));
  const [first] = images;
  if (!first) throw new Error(`${name} has no frames.`);
  const pixels = images.map((image) => UPNG.toRGBA8(image)[0] ?? new ArrayBuffer(0));
  const delays = frames.length > 1 ? frames.map(({ ms }) => ms) : undefined;
  const file = Buffer.from(UPNG.encode(pixels, first.width, first.height, COLOURS, delays));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}${name}.png`, file);
  return file.length;
};

/** Saves what the page shows as docs/images/NAME.png. */
export const savePicture = async (page: Page, name: string): Promise<void> => {
  write(name, [{ png: await page.screenshot(), ms: 0 }]);
};

/** Collects screenshots for one animated picture. */
export const recordPicture = (page: Page, name: string) => {
  const frames: Frame[] = [];
  return {
    /** @param ms how long the frame stays */
    add: async (ms: number): Promise<void> => {
      frames.push({ png: await page.screenshot(), ms });
    },
    save: () => write(name, frames),
  };
};
