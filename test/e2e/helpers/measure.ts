import type { Page } from '@playwright/test';

/** What is measured of a screen, in the page itself. */

/** The frame slides to a new width, and the columns of a list follow that a frame later. */
const afterFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Nothing slides any more. */
export const isStill = async (page: Page): Promise<boolean> => {
  await afterFrames(page);
  return page.evaluate(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
};

/** Sums all layout shifts from now on, those after a user's input as well. */
export const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { sum: 0 };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });

export const shiftsOf = async (page: Page): Promise<number> => {
  // Shifts of a frame are reported after it.
  await afterFrames(page);
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
};

/** What names a state, counts or can be pressed: none of it is read from half a word. */
const SHORT_TEXTS =
  'button, a[class*="Button"], [data-status], [class*="Badge-root"], td .figures, td time, th, kbd';

/**
 * The texts that are cut by themselves or by the cell they stand in.
 * @param selector of the parts to look at, in each of which every text counts
 */
export const cutTexts = async (page: Page, selector = SHORT_TEXTS): Promise<string[]> => {
  await afterFrames(page);
  return page.evaluate((parts) => {
    const isInside = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5;
    const hasText = (part: Element) =>
      [...part.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
    // What only a screen reader reads is one pixel wide.
    const isSeen = (part: HTMLElement) => part.clientWidth > 1 && part.offsetParent !== null;
    const isCut = (part: HTMLElement): boolean => {
      const cell = part.parentElement?.closest<HTMLElement>('td, th');
      const isOutside = cell ? !isInside(part.getBoundingClientRect(), cell.getBoundingClientRect()) : false;
      return isSeen(part) && (isOutside || part.scrollWidth > part.clientWidth + 1);
    };
    return [...document.querySelectorAll<HTMLElement>(parts)]
      .flatMap((part) => [part, ...part.querySelectorAll<HTMLElement>('*')].filter(hasText))
      .filter((part) => !part.closest('[aria-hidden="true"]') && isCut(part))
      .map(({ tagName, textContent }) => `${tagName.toLowerCase()}: ${textContent?.slice(0, 60)}`);
  }, selector);
};

/** By how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/**
 * Tables that are wider than the place they stand in, so that they scroll sideways or are cut; those of a file's
 * sample, which the keyboard scrolls, may be.
 */
export const wideTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((table) => {
      if (table.closest('[tabindex="0"]')) return [];
      const room = table.closest('.card, [role="dialog"]')?.getBoundingClientRect().right ?? innerWidth;
      const isInside = [table, ...table.querySelectorAll('td, th')].every(
        (part) => part.getBoundingClientRect().right <= room + 0.5,
      );
      return isInside ? [] : [`table: ${table.getAttribute('aria-label')}`];
    }),
  );

/** How many rows of the list stand wholly in the window, below what sticks to its upper edge. */
export const rowsInView = async (page: Page): Promise<number> => {
  await afterFrames(page);
  return page.evaluate(() => {
    const top = Math.max(
      0,
      ...[...document.querySelectorAll('header, thead')].map((part) => part.getBoundingClientRect().bottom),
    );
    return [...document.querySelectorAll('main tbody tr')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.height > 0 && box.top >= top - 0.5 && box.bottom <= innerHeight + 0.5;
    }).length;
  });
};
