import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { settled } from './demo.ts';
import { cutTexts, overflowOf, rowsInView, wideTables } from './measure.ts';
import { saveScreenshot } from './picture.ts';

/** How the screens are looked at: by people (pictures), by a ruler, and by axe. */

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
/** People look at all of them (`npm run test:e2e`); CI sees each language and scheme once. */
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
  const isMeasured = process.env.CI === 'true' || scheme === 'light';
  const softly = expect.configure({ soft: true, timeout: 5000 });
  const shoot = async (name: string, sizes = SIZES) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await settled(page);
      await saveScreenshot(page, `${name}-${language}-${scheme}-${size.width}`);
    }
  };
  /** No badge, button or head is cut and nothing scrolls sideways, whatever the width. Colours take no room. */
  const measure = async (name: string, all?: string) => {
    if (!isMeasured) return;
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
    if (!isMeasured) return;
    const before = page.viewportSize();
    await page.setViewportSize(ZOOMED);
    await softly
      .poll(() => rowsInView(page), { message: `${name} at 200 %` })
      .toBeGreaterThanOrEqual(MIN_ROWS_ZOOMED);
    await saveScreenshot(page, `${name}-${language}-${scheme}-zoomed`);
    await page.setViewportSize(before ?? PHONE);
  };
  // On a shop full of sales; in Ukrainian axe looks at the same screens in their own specs.
  const look = async () => {
    if (language === 'en' || process.env.CI === 'true') await expectAccessible(page, scheme);
  };
  return { shoot, measure, measureZoomed, look };
};
