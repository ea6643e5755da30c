import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { settled } from './demo.ts';
import { cutTexts, overflowOf, rowsInView, wideTables } from './measure.ts';

/** How the screens are looked at: by people (pictures), by a ruler, and by axe. */

const FOLDER = fileURLToPath(new URL('../../../test-results/screenshots/', import.meta.url));
/** CI looks with axe, which one size is enough for; people look at both. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
].slice(0, process.env.CI === 'true' ? 1 : 2);
export const PHONE = { width: 360, height: 740 };

const ALL = [
  ['uk', 'light'],
  ['uk', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
] as const;
/** They are for people to look at, who have them all by `npm run test:e2e`; CI sees each language and scheme once. */
export const LOOKS = ALL.filter(
  ([language, scheme]) => process.env.CI !== 'true' || (language === 'en') === (scheme === 'light'),
);

/** From a phone to a large display. */
const WIDTHS = [390, 768, 1024, 1366, 1920];
/** Up to this width a table stacks its columns; wider, one of eleven columns may scroll in its card. */
const TABLET = 768;
/** A laptop's 1366 × 768 at 200 % zoom. */
const ZOOMED = { width: 683, height: 384 };
const MIN_ROWS_ZOOMED = 5;

export const looksOf = (page: Page, language: 'uk' | 'en', scheme: 'light' | 'dark') => {
  const softly = expect.configure({ soft: true, timeout: 5000 });
  const shoot = async (name: string, sizes = SIZES) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await settled(page);
      await page.screenshot({ path: `${FOLDER}${name}-${language}-${scheme}-${size.width}.png` });
    }
  };
  /** No badge, button or head is cut and nothing scrolls sideways, whatever the width. */
  const measure = async (name: string, all?: string) => {
    const before = page.viewportSize();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const faults = async () => [
        ...(await cutTexts(page, all)),
        ...(width <= TABLET ? await wideTables(page) : []),
        await overflowOf(page),
      ];
      await softly.poll(faults, { message: `${name} at ${width} px` }).toEqual([0]);
    }
    await page.setViewportSize(before ?? PHONE);
  };
  const measureZoomed = async (name: string) => {
    const before = page.viewportSize();
    await page.setViewportSize(ZOOMED);
    await softly
      .poll(() => rowsInView(page), { message: `${name} at 200 %` })
      .toBeGreaterThanOrEqual(MIN_ROWS_ZOOMED);
    await page.screenshot({ path: `${FOLDER}${name}-${language}-${scheme}-zoomed.png` });
    await page.setViewportSize(before ?? PHONE);
  };
  // On a shop full of sales; in Ukrainian axe looks at the same screens in their own specs.
  const look = async () => {
    if (language === 'en') await expectAccessible(page);
    else if (process.env.CI === 'true') await expectAccessible(page, scheme);
  };
  return { shoot, measure, measureZoomed, look };
};
