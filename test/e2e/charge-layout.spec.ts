import type { Page } from '@playwright/test';
import { freePort } from '../helpers/free-port.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { counter, createButton } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { isStill, overflowOf } from './helpers/measure.ts';
import { t } from './helpers/texts.ts';

/** The counter at five widths: whole rows of tiles, the total always in sight, and nothing moves while it loads. */

const TILES = 70;
const COLORS = ['orange', 'yellow', 'red', 'green', 'blue', 'violet'] as const;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  shop: async ({}, use) => {
    const shop: Shop = await openShop({ config: { port: await freePort() } });
    for (let at = 1; at <= TILES; at += 1) {
      const { body } = await shop.owner.post<{ id: number }>('catalog/products/', {
        name: `${['Капучино', 'Круасан мигдальний', 'Кава в зернах «Зерно», 1 кг'][at % 3]} ${at}`,
        price: 4500 + at * 100,
      });
      const fields = { is_favorite: true, tile_color: COLORS[Math.floor(at / 12)] ?? '' };
      await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: fields });
    }
    await use(shop);
    await shop.close();
  },
});

const tiles = (page: Page) => page.getByRole('list', { name: t('charge:tiles.label') }).getByRole('button');
const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') }).getByRole('listitem');
const total = (page: Page) => page.getByRole('status', { name: t('common:words.total') });

/** How many whole rows and columns are in sight, whether a row is cut, and how high one is. */
const gridOf = (page: Page) =>
  page.evaluate((label) => {
    const grid = [...document.querySelectorAll(`ul[aria-label="${label}"]`)][0];
    if (!grid) throw new Error('no tiles');
    const box = grid.getBoundingClientRect();
    const boxes = [...grid.children].map((tile) => tile.getBoundingClientRect());
    const first = boxes[0];
    const inside = boxes.filter(({ top, bottom }) => top >= box.top - 0.5 && bottom <= box.bottom + 0.5);
    const touching = boxes.filter(({ top }) => top < box.bottom - 0.5);
    return {
      columns: boxes.filter(({ top }) => top === first?.top).length,
      rows: new Set(inside.map(({ top }) => Math.round(top))).size,
      cut: touching.length - inside.length,
      height: first?.height ?? 0,
      width: box.width,
    };
  }, t('charge:tiles.label'));

const SIZES = [
  { width: 1024, height: 700, rows: 6, tile: 116 },
  { width: 1280, height: 800, rows: 7, tile: 116 },
  { width: 1366, height: 768, rows: 6, tile: 116 },
  { width: 1920, height: 1080, rows: 9, tile: 120 },
];

test('whole rows of tiles, and the total in sight, however long the cart', async ({ page, signIn }) => {
  await signIn('owner', '/charge');
  await expect(tiles(page)).toHaveCount(61);
  for (let at = 0; at < 15; at += 1) await tiles(page).nth(at).click();
  await expect(lines(page)).toHaveCount(15);
  await expect(lines(page).last()).toBeInViewport();
  for (const { rows, tile, ...size } of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => gridOf(page)).toMatchObject({ rows, cut: 0 });
    const grid = await gridOf(page);
    expect(grid.height).toBeGreaterThanOrEqual(76);
    expect(grid.columns).toBe(Math.floor((grid.width + 8) / (tile + 8)));
    expect(await overflowOf(page)).toBe(0);
    // The page itself does not scroll.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await expect(total(page)).toBeInViewport({ ratio: 1 });
    await expect(createButton(page)).toBeInViewport({ ratio: 1 });
  }

  await test.step('at a zoom of 200 % the cart shows three lines, its total and every way to pay', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.getByRole('button', { name: new RegExp(`^15.*${t('charge:cart.title')}`) }).click();
    const list = page.getByRole('list', { name: t('charge:lines.label') });
    await list.evaluate((lines) => lines.scrollTo(0, 0));
    for (const at of [0, 1, 2]) await expect(lines(page).nth(at)).toBeInViewport({ ratio: 1 });
    await expect(total(page)).toBeInViewport({ ratio: 1 });
    await expect(createButton(page)).toBeInViewport({ ratio: 1 });
  });
});

test('nothing moves while the products are read', async ({ page, shop, signIn }) => {
  await signIn();

  await page.goto(new URL('/charge', shop.baseUrl).href);
  await expect(tiles(page)).toHaveCount(61);
  await page.keyboard.press('Alt+1');
  await expect(counter(page)).toHaveCount(0);
  // Each answer comes alone and late.
  await page.route(/\/catalog\/|\/terminals\/|\/shifts\/|\/carts\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const watch = () => {
    const seen: number[] = [];
    Object.assign(window, { moved: seen });
    new PerformanceObserver((list) => {
      // The frame around it has tests of its own.
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node: Node | null }[];
      }[])
        if (entry.sources.some(({ node }) => node?.parentElement?.closest('form[data-mode]')))
          seen.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: document.readyState === 'loading' });
  };
  const moved = () =>
    page.evaluate(() =>
      (window as unknown as { moved: number[] }).moved.reduce((sum, value) => sum + value, 0),
    );
  /** Of the screen's area and height: a pixel of one line. A panel that opens beside the tiles was 0.385. */
  const UNSEEN = 0.0005;
  await page.addInitScript(watch);
  await page.keyboard.press('F2');
  // What Today moved while it was left does not count.
  await expect(counter(page)).toBeVisible();
  await page.evaluate(watch);
  await expect(tiles(page)).toHaveCount(61);
  await isStill(page);
  expect(await moved()).toBeLessThan(UNSEEN);
  await page.goto(new URL('/charge', shop.baseUrl).href);
  await expect(tiles(page)).toHaveCount(61);
  await expect(page.getByRole('button', { name: new RegExp(t('charge:carts.open')) })).toBeVisible();
  await isStill(page);
  expect(await moved()).toBeLessThan(UNSEEN);
});
