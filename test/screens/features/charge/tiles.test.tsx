import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { category } from '../../../../shared/api/catalog.ts';
import { listOf, sample } from '../../../helpers/sample.ts';
import { bodiesOf, refusal, report, serve } from '../../helpers/api.ts';
import { expectAccessible } from '../../helpers/axe.ts';
import {
  cart,
  closeMore,
  createButton,
  dialog,
  display,
  lines,
  openCharge,
  openMore,
  qr,
  quantity,
  search,
  tile,
} from '../../helpers/charge.ts';
import { cartOf, productOf, serveCounter } from '../../helpers/counter.ts';
import { press, type } from '../../helpers/keys.ts';
import { OWNER } from '../../helpers/screen.tsx';
import { containing, t } from '../../helpers/texts.ts';

/** Tiles, and the carts that are set aside. */

const DRINKS = sample(category, { id: 1, name: 'Напої' });
const catalog = () => [
  productOf(1, 'Американо', 5500, { is_favorite: true, tile_color: 'teal', category: DRINKS.id }),
  productOf(2, 'Кава', 7500, { is_favorite: true, category: DRINKS.id }),
  productOf(3, 'Круасан', 6000, { tile_color: 'orange' }),
  productOf(4, 'Чай', 4000, { category: DRINKS.id }),
];
const tab = (name: string) => page.getByRole('tab', { name });

/** @param ready what is there once the screen takes keys */
const open = async (ready = createButton) => {
  const carts = serveCounter({ products: catalog() });
  serve({ 'GET catalog/categories/': listOf([DRINKS]) });
  await openCharge(OWNER, ready);
  return carts;
};

test('on a phone favourites first, a category by its tab, quantity by repeated taps', async () => {
  await page.viewport(390, 844);
  await open(tile('Кава'));
  await expect.element(tab(t('charge:tiles.favorites'))).toHaveAttribute('aria-selected', 'true');
  await expect.element(tile('Круасан')).not.toBeInTheDocument();
  for (let tap = 0; tap < 3; tap += 1) await tile('Кава').click();
  await expect
    .element(tile('Кава'))
    .toHaveAccessibleName(containing(t('charge:tiles.counted', { count: '3' })));
  await tab('Напої').click();
  await expect.element(tile('Круасан')).not.toBeInTheDocument();
  await tile('Чай').click();
  await expect.element(createButton).not.toBeInTheDocument();
  const sheet = page.getByRole('button', { name: new RegExp(`^4.*${t('charge:cart.title')}`) });
  await sheet.click();
  await page.getByRole('button', { name: t('charge:cart.back') }).click();
  await expect.element(tile('Чай')).toBeInViewport();
  await sheet.click();
  await expect.element(quantity.nth(1)).toHaveValue('1');
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
  await expectAccessible();
  await createButton.click();
  await expect.element(qr).toHaveAccessibleName(/265,00/);
});

test('by keyboard: one stop for the tiles, arrows between them', async () => {
  await open();
  await press('F3');
  await expect.element(search).toHaveFocus();
  await tab(t('common:words.all')).click();
  await expect.element(tile('Круасан')).toBeVisible();
  await press('Tab');
  await expect.element(tile('Американо')).toHaveFocus();
  await press('ArrowRight Enter');
  await expect.element(quantity).toHaveValue('1');
  await press('ArrowLeft End');
  await expect.element(tile('Чай')).toHaveFocus();
  await press('Home');
  await expect.element(tile('Американо')).toHaveFocus();
  await press('Tab');
  await expect.element(tile('Кава')).not.toHaveFocus();
});

test('a cart is taken back as it was set aside, and its prices are looked at', async () => {
  const carts = await open();
  await tile('Кава').dblClick();
  await press('F4');
  await type('12,5');
  await press('Enter');
  await openMore();
  await page.getByRole('textbox', { name: t('charge:details.comment') }).fill('Без цукру');
  await closeMore();
  await press('F8');
  await dialog.getByRole('textbox', { name: t('common:words.name') }).fill('Столик 4');
  await expectAccessible();
  await press('Control+Enter Enter');
  await expect.element(lines).toHaveLength(0);
  // The dialog's own form, and Ctrl+Enter in it, charged nothing.
  expect(bodiesOf('POST invoices/')).toEqual([]);
  expect(bodiesOf('POST carts/')).toMatchObject([
    { name: 'Столик 4', comment: 'Без цукру', lines: [{ quantity: '2' }], discounts: [{ percent: '12.5' }] },
  ]);

  carts.splice(0, 1, {
    ...cartOf(10, { name: 'Столик 4', lines: [{ name: 'Кава', price: 7500, quantity: '2', product: 2 }] }),
    comment: 'Без цукру',
    discounts: [{ type: 'discount', percent: 12.5, amount: null }],
  });
  serve({ 'GET catalog/tiles/': listOf([productOf(2, 'Кава', 8000)]) });
  report('catalog.changed');
  await expect.element(tile('Кава')).toMatchTextContent('80,00');
  await press('F8');
  const take = dialog.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 4' }) });
  await expect.element(take).toBeVisible();
  await expectAccessible();
  await take.click();
  await expect.element(quantity).toHaveValue('2');
  await expect
    .element(page.getByText(t('charge:prices.change', { name: 'Кава', seen: '75,00 ₴', now: '80,00 ₴' })))
    .toBeVisible();
  // 150,00 less 12,5 %
  await expect.element(createButton).toMatchTextContent('131,25');
  await page.getByRole('button', { name: t('charge:prices.use') }).click();
  await expect.element(createButton).toMatchTextContent('140,00');
  await expect.element(page.getByRole('button', { name: /12,5\s%/ })).toBeVisible();
  await createButton.click();
  await expect.element(qr).toBeVisible();
  // The service ends the cart with the sale: test/http/counter/carts.test.ts.
  expect(bodiesOf('POST invoices/')).toMatchObject([
    { items: [{ price: 8000 }], comment: 'Без цукру', cart: 10 },
  ]);
});

test('a cart that another register took meanwhile: a clear message, and nothing changes', async () => {
  serveCounter({
    carts: [cartOf(7, { name: 'Столик 7', lines: [{ name: 'Кава', price: 7500, quantity: '1' }] })],
  });
  serve({
    'POST carts/{id}/take/': () =>
      refusal(400, {
        errors: { is_taken: ['Taken.'] },
        codes: { is_taken: ['taken'] },
        facts: { is_taken: [{ by: 'olena', at: '2026-03-02T10:00:00Z' }] },
      }),
  });
  await openCharge();
  await page.getByRole('button', { name: containing(t('charge:carts.openCount', { count: 1 })) }).click();
  await page.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 7' }) }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(t('charge:carts.taken', { by: 'olena', at: '' }).split(',')[0] ?? '');
  await press('Escape');
  await expect.element(display).toBeVisible();
  await expect.element(cart).not.toBeInTheDocument();
});
