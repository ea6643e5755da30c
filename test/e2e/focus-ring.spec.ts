import type { Page } from '@playwright/test';
import { stock } from './helpers/catalog.ts';
import { display, toPad } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { isStill } from './helpers/measure.ts';
import { saveScreenshot } from './helpers/picture.ts';

/**
 * What can have the focus and whose ring is cut, wherever its scroller is scrolled to: the ring reaches beyond the content of
 * an ancestor that does not let it overflow.
 */
const cutRings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const extentOf = (style: CSSStyleDeclaration): number =>
      style.outlineStyle === 'none'
        ? 0
        : Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
    const isCut = (part: Element, extent: number): boolean => {
      const ring = part.getBoundingClientRect();
      for (let around = part.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        const left = frame.left + around.clientLeft - around.scrollLeft;
        const top = frame.top + around.clientTop - around.scrollTop;
        const width = Math.max(around.scrollWidth, around.clientWidth);
        const height = Math.max(around.scrollHeight, around.clientHeight);
        if (
          overflowX !== 'visible' &&
          (ring.left - extent < left - 1 || ring.right + extent > left + width + 1)
        )
          return true;
        if (
          overflowY !== 'visible' &&
          (ring.top - extent < top - 1 || ring.bottom + extent > top + height + 1)
        )
          return true;
        if (position === 'fixed') return false;
      }
      return false;
    };
    const focusable = document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex="0"]');
    return [...focusable].flatMap((part) => {
      if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      part.focus();
      if (document.activeElement !== part || !part.matches(':focus-visible')) return [];
      const extent = extentOf(getComputedStyle(part));
      return isCut(part, extent)
        ? [`${part.tagName} ${part.className} ${part.textContent?.slice(0, 30)}`]
        : [];
    });
  });

const WIDTHS = [1280, 1024, 700];

test('no scroller cuts the ring of the focus, whatever the width', async ({ page, shop, signIn }) => {
  const { body } = await shop.owner.post<{ id: number }>('catalog/categories/', { name: 'Напої' });
  await stock(shop, [['Лате', 8000]]);
  await shop.owner.send('PATCH', 'catalog/products/1/', { body: { category: body.id } });
  await signIn('owner', '/charge');
  const expectWhole = async (place: string): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => isStill(page)).toBe(true);
      await page.keyboard.press('Tab');
      expect([place, width, await cutRings(page)]).toEqual([place, width, []]);
    }
  };
  for (const path of [
    '/charge',
    '/invoices',
    '/catalog/products',
    '/reports/sales',
    '/settings',
    '/settings/counter',
  ]) {
    await page.goto(new URL(path, shop.baseUrl).href);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectWhole(path);
  }
  // The pad, too, whose field is focused as it comes.
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(new URL('/charge', shop.baseUrl).href);
  await toPad(page);
  await expectWhole('the pad');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await display(page).focus();
    await saveScreenshot(page, `focus-ring-${width}`);
  }
});
