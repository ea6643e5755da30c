import type { Page } from '@playwright/test';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { closeMore, createButton, display, open, openMore, qr, search } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { overflowOf } from './helpers/measure.ts';
import { containing, t } from './helpers/texts.ts';

/** Tiles, carts that are set aside, and a cashier who may type no prices. */

const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') });
const quantity = (page: Page) => lines(page).getByRole('textbox', { name: t('common:words.quantity') });
const tile = (page: Page, name: string) =>
  page
    .getByRole('list', { name: t('charge:tiles.label') })
    .getByRole('button', { name: new RegExp(`^${name}`) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

const stock = async (shop: Shop): Promise<void> => {
  const { body: drinks } = await shop.owner.post<{ id: number }>('catalog/categories/', { name: 'Напої' });
  for (const [name, price, shopFields, category] of [
    ['Американо', 5500, { is_favorite: true, tile_color: 'teal' }, drinks.id],
    ['Кава', 7500, { is_favorite: true }, drinks.id],
    ['Круасан', 6000, { tile_color: 'orange' }, null],
    ['Чай', 4000, {}, drinks.id],
  ] as const) {
    const { body } = await shop.owner.post<{ id: number }>('catalog/products/', { name, price, category });
    await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: shopFields });
  }
};
test.beforeEach(({ shop }) => stock(shop));

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('favourites first, a category by its tab, quantity by repeated taps', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn('owner', '/charge');
    await expect(tab(page, t('charge:tiles.favorites'))).toHaveAttribute('aria-selected', 'true');
    for (let tap = 0; tap < 3; tap += 1) await tile(page, 'Кава').tap();
    await expect(tile(page, 'Кава')).toHaveAccessibleName(
      containing(t('charge:tiles.counted', { count: '3' })),
    );
    await tab(page, 'Напої').tap();
    await expect(tile(page, 'Круасан')).toBeHidden();
    await tile(page, 'Чай').tap();
    await page.getByRole('button', { name: new RegExp(t('charge:cart.title')) }).tap();
    await expect(quantity(page).nth(1)).toHaveValue('1');
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    await expect(createButton(page)).toContainText(t('charge:create.amount', { amount: '265,00 ₴' }));
    await createButton(page).tap();
    await expect(qr(page)).toBeVisible();
    expect(shop.bank.invoices().map(({ amount }) => amount)).toEqual([26_500]);
  });
});

test('by keyboard: one stop for the tiles, arrows between them', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page, signIn);
  // No wider than a hand on a wide screen.
  const pad = await page.getByRole('group', { name: t('charge:amount.pad') }).boundingBox();
  expect(pad?.width).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
  await tab(page, t('common:words.all')).click();
  await expect(tile(page, 'Круасан')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(tile(page, 'Американо')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press(' ');
  await expect(quantity(page)).toHaveValue('2');
  await page.keyboard.press('End');
  await expect(tile(page, 'Чай')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tile(page, 'Американо')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tile(page, 'Кава')).not.toBeFocused();

  await test.step('tiles, carts and the fields of a product are accessible', async () => {
    await page.keyboard.press('F3');
    await tab(page, t('common:words.all')).click();
    await tile(page, 'Круасан').click();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('F8');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('F8');
    await expect(page.getByRole('button', { name: /^Узяти: Кошик/ })).toBeVisible();
    await expectAccessibleInBoth(page);
  });
});

test('a cart is set aside, taken at another register by one of two, and its prices are looked at', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await page.keyboard.press('F3');
  await tile(page, 'Кава').dblclick();
  await page.keyboard.press('F4');
  await page.keyboard.type('12,5');
  await page.keyboard.press('Enter');
  await openMore(page);
  await page.getByRole('textbox', { name: t('charge:details.comment') }).fill('Без цукру');
  await closeMore(page);
  await page.keyboard.press('F8');
  const dialog = page.getByRole('dialog', { name: t('charge:carts.parkTitle') });
  await dialog.getByRole('textbox', { name: t('common:words.name') }).fill('Столик 4');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  await expect(lines(page)).toBeHidden();
  // The dialog's own form, and Ctrl+Enter in it, charged nothing.
  expect(shop.bank.invoices()).toEqual([]);
  await shop.restart();
  const { body: coffee } = await shop.owner.get<{ results: { id: number }[] }>(
    'catalog/products/?search=Кава',
  );
  await shop.owner.send('PATCH', `catalog/products/${coffee.results[0]?.id}/`, { body: { price: 8000 } });

  await page.reload();
  const openCarts = page.getByRole('button', { name: containing(t('charge:carts.open')) });
  await openCarts.click();
  await page.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 4' }) }).click();
  await expect(quantity(page)).toHaveValue('2');
  await expect(
    page.getByText(t('charge:prices.change', { name: 'Кава', seen: '75,00 ₴', now: '80,00 ₴' })),
  ).toBeVisible();
  // 150,00 less 12,5 %
  await expect(createButton(page)).toContainText('131,25');
  await page.getByRole('button', { name: t('charge:prices.use') }).click();
  await expect(createButton(page)).toContainText('140,00');
  await expect(page.getByRole('button', { name: /12,5\s%/ })).toBeVisible();
  await createButton(page).click();
  await expect(qr(page)).toBeVisible();
  const { body: sold } = await shop.owner.get<{ results: object[] }>('invoices/');
  expect(sold.results).toMatchObject([{ amount: 14_000, comment: 'Без цукру' }]);
  // What was sold cannot be taken once more.
  await expect
    .poll(async () => (await shop.owner.get<{ count: number }>('carts/?is_taken=true')).body.count)
    .toBe(0);
});

test('a cart that another register took meanwhile: a clear message, and nothing changes', async ({
  page,
  shop,
  signIn,
}) => {
  const { body: cart } = await shop.owner.post<{ id: number }>('carts/', {
    name: 'Столик 7',
    lines: [{ name: 'Кава', price: 7500 }],
  });
  const other = await shop.employee('olena', ['can_create_invoices']);
  await open(page, signIn);
  await page.getByRole('button', { name: containing(t('charge:carts.open')) }).click();
  const take = page.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 7' }) });
  await expect(take).toBeVisible();
  await other.post(`carts/${cart.id}/take/`);
  await take.click();
  await expect(page.getByRole('alert')).toContainText(
    t('charge:carts.taken', { by: 'olena', at: '' }).split(',')[0] ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(display(page)).toBeVisible();
  expect(shop.bank.invoices()).toEqual([]);
});
