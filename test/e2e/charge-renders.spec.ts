import { freePort } from '../helpers/free-port.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { createButton, open } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { countRenders, rendersOf } from './helpers/renders.ts';
import { t } from './helpers/texts.ts';

/** How much of the charge screen a key or a touch renders, in a shop with many tiles and a long sale. */

const TILES = 60;
const LINES = 15;
const BUDGETS = { digit: 150, tile: 200 };

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  shop: async ({}, use) => {
    const shop: Shop = await openShop({ config: { port: await freePort() } });
    for (let at = 1; at <= TILES; at += 1)
      await shop.owner.post('catalog/products/', { name: `Товар ${String(at).padStart(2, '0')}`, price: at });
    await use(shop);
    await shop.close();
  },
});

test('a digit and a tile render only what they change', async ({ page, signIn }) => {
  await countRenders(page);
  await open(page, signIn);
  await page.keyboard.press('F3');
  const tiles = page.getByRole('list', { name: t('charge:tiles.label') }).getByRole('button');
  await expect(tiles).toHaveCount(TILES);
  for (let at = 0; at < LINES; at += 1) await tiles.nth(at).click();
  const lines = page.getByRole('list', { name: t('charge:lines.label') }).getByRole('listitem');
  await expect(lines).toHaveCount(LINES);

  const quantity = lines.nth(6).getByRole('textbox', { name: t('common:words.quantity') });
  await quantity.focus();
  await page.keyboard.press('End');
  await expect(createButton(page)).toContainText('1,20');
  const digit = await rendersOf(page, () => page.keyboard.press('2'));
  await expect(quantity).toHaveValue('1222');

  const counted = await rendersOf(page, () => tiles.nth(9).click());
  const added = await rendersOf(page, (at) => tiles.nth(LINES + at).click());
  await expect(lines).toHaveCount(LINES + 3);

  await page.keyboard.press('F2');
  const sum = page.getByRole('textbox', { name: t('common:words.amountUah') });
  await expect(sum).toBeFocused();
  const amount = await rendersOf(page, () => page.keyboard.press('7'));
  await expect(sum).toHaveValue('777');

  const within = (renders: number, budget: number, what: string) => {
    test.info().annotations.push({ type: 'renders', description: `${what}: ${renders}` });
    expect.soft(renders, what).toBeGreaterThan(0);
    expect.soft(renders, what).toBeLessThanOrEqual(budget);
  };
  within(digit, BUDGETS.digit, 'a digit of a quantity');
  within(amount, BUDGETS.digit, 'a digit of an amount');
  within(counted, BUDGETS.tile, 'a tile that is in the sale');
  within(added, BUDGETS.tile, 'a tile that adds a line');
});
