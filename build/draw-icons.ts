import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { icns, ico, type Picture } from './icon-files.ts';

/**
 * `npm run icons`: renders every icon of the program from renderer/public/icon.svg, in the browser of the browser
 * tests. The results are committed (a machine that builds Kramar need not render), and test/pack/icons.test.ts checks
 * that they match the drawing.
 */

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const drawing = readFileSync(path('../renderer/public/icon.svg'), 'utf8');
const [letter = ''] = /<path[^>]*\/>/.exec(drawing) ?? [];

/** The tile without a margin: Windows, Linux, the window. */
const tile = drawing;
/** On Apple's grid the tile is 824 of 1024: https://developer.apple.com/design/human-interface-guidelines/app-icons */
const MARGIN = (1024 - 824) / 2 / (824 / 32);
const withMargin = drawing.replace(
  'viewBox="0 0 32 32"',
  `viewBox="${-MARGIN} ${-MARGIN} ${32 + 2 * MARGIN} ${32 + 2 * MARGIN}"`,
);
/** The letter in black on transparent: https://developer.apple.com/documentation/appkit/nsimage/istemplate */
const template = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 24 24">${letter.replaceAll('#fff', '#000')}</svg>`;

const draw = async (browser: Browser, svg: string, size: number): Promise<Picture> => {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return { size, png };
};

const drawAll = async (browser: Browser, svg: string, sizes: readonly number[]): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  for (const size of sizes) pictures.push(await draw(browser, svg, size));
  return pictures;
};

const write = (name: string, bytes: Uint8Array | string): void => writeFileSync(path(name), bytes);

const main = async (): Promise<void> => {
  const executablePath = process.argv[2];
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  for (const folder of ['icons', 'linux']) {
    rmSync(path(folder), { recursive: true, force: true });
    mkdirSync(path(folder));
  }
  write('icons/icon.ico', ico(await drawAll(browser, tile, [16, 20, 24, 32, 40, 48, 64, 256])));
  write('icon.icns', icns(await drawAll(browser, withMargin, [32, 64, 128, 256, 512, 1024])));
  for (const { size, png } of await drawAll(browser, tile, [16, 32, 48, 64, 128, 256, 512]))
    write(`linux/${size}x${size}.png`, png);

  write('icons/icon.png', (await draw(browser, tile, 256)).png);
  write('icons/tray.ico', ico(await drawAll(browser, tile, [16, 20, 24, 32, 48])));
  write('icons/tray.png', (await draw(browser, tile, 24)).png);
  write('icons/tray@2x.png', (await draw(browser, tile, 48)).png);
  write('icons/trayTemplate.png', (await draw(browser, template, 18)).png);
  write('icons/trayTemplate@2x.png', (await draw(browser, template, 36)).png);
  write('icons-drawn-from.txt', `${createHash('sha256').update(drawing).digest('hex')}\n`);
  await browser.close();
};

await main();
