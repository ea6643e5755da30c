import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { bodiesOf, hold, refusal, serve } from '../../helpers/api.ts';
import { createButton, display, lines, openCharge, qr, search, tiles, total } from '../../helpers/charge.ts';
import { productOf, serveCounter } from '../../helpers/counter.ts';
import { press, type } from '../../helpers/keys.ts';
import { openScreen } from '../../helpers/screen.tsx';
import { t } from '../../helpers/texts.ts';

/** A sum that is typed: on the pad, in a field, beside a cart. */

const COFFEE = productOf(1, 'Кава', 7500);
const made = () => bodiesOf('POST invoices/') as { amount?: number }[];

test('amounts as people write them; a refused amount is explained in words', async () => {
  serveCounter({});
  await openCharge();
  // How they may be written: test/renderer/lib/money.test.ts.
  await display.fill('1 234,50 грн');
  await expect.element(createButton).toMatchTextContent(t('charge:create.amount', { amount: '1 234,50 ₴' }));
  await expect.element(display).toHaveAttribute('inputmode', 'decimal');
  for (const [typed, message] of [
    ['', t('common:amount.empty')],
    ['1000000000', t('common:amount.range')],
    ['1,234', t('common:amount.format')],
  ] as const) {
    await display.fill(typed);
    await press('Enter');
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(display).toHaveFocus();
    await expect.element(display).toHaveValue(typed);
  }
  await expect.element(display).toHaveAccessibleDescription(new RegExp(t('common:amount.format')));
  expect(made()).toEqual([]);

  await display.fill('');
  for (const key of ['3', '4', '9', t('charge:amount.back'), '0', t('charge:amount.comma'), '5'])
    await page.getByRole('button', { name: key, exact: true }).click();
  await expect.element(display).toHaveValue('340,5');
  await page.getByRole('button', { name: t('charge:amount.clear') }).click();
  await expect.element(display).toHaveValue('');
});

test('a double Enter and a double click create one invoice each', async () => {
  serveCounter({});
  const screen = await openCharge();
  const first = hold('POST invoices/');
  await display.fill('340');
  await press('Enter Enter Control+Enter');
  first.release();
  await expect.element(qr).toBeVisible();
  expect(made()).toHaveLength(1);

  screen.back();
  const second = hold('POST invoices/');
  await display.fill('50');
  await createButton.dblClick();
  second.release();
  await expect.element(qr).toHaveAccessibleName(/50,00/);
  expect(made().map(({ amount }) => amount)).toEqual([34_000, 5000]);
});

test.for(['999', 'abc'])('the address of a missing invoice leads back: %s', async (id) => {
  serveCounter({});
  serve({ 'GET invoices/{id}/': () => refusal(404, { detail: 'Not found.' }) });
  await openScreen(`/charge?invoice=${id}`);
  await expect
    .element(page.getByRole('heading', { name: t('common:words.saleMissing') }).or(display))
    .toBeVisible();
});

test('a sum with a cart is a line of it; alone it is the sale', async () => {
  serveCounter({ products: [COFFEE] });
  await openCharge();
  await tiles.first().click();
  await press('F2');
  await expect.element(display).toHaveFocus();
  await type('340');
  // Already in the total, and a line once it is sure.
  await expect.element(total).toMatchTextContent('415,00');
  await press('Enter');
  await expect.element(lines).toHaveLength(2);
  await expect.element(lines.nth(1)).toMatchTextContent(t('charge:amount.line'));
  await expect.element(display).toHaveValue('');
  expect(made()).toEqual([]);
  await press('5 Control+Enter');
  await expect.element(qr).toHaveAccessibleName(/420,00/);
  expect(made()).toMatchObject([{ items: [{ price: 7500 }, { price: 34_000 }, { price: 500 }] }]);
});

test('a shop without products types a sum, and is led to its first products', async () => {
  serveCounter({});
  const screen = await openCharge();
  await expect.element(display).toHaveFocus();
  await press('F2');
  await expect.element(page.getByText(t('charge:goods.none'))).toBeVisible();
  await page.getByRole('link', { name: t('charge:goods.import') }).click();
  await screen.expectAt(/\/catalog\/products\?import=true$/);
  screen.back();
  await page.getByRole('link', { name: t('charge:scan.add') }).click();
  await screen.expectAt(/\/catalog\/products\?open=new$/);
});

test('an empty cart is refused in the colour of faults', async () => {
  serveCounter({ products: [COFFEE] });
  await openCharge();
  await expect.element(search).toBeVisible();
  await press('Control+Enter');
  const fault = page.getByRole('alert').filter({ hasText: t('charge:lines.faults.none') });
  // The theme's --mantine-color-error, in the light scheme.
  await expect.element(fault).toHaveStyle({ color: 'rgb(180, 35, 24)' });
});

test('on a Mac the keys of the top row are shown as they are pressed there', async () => {
  const platform = vi.spyOn(Navigator.prototype, 'platform', 'get').mockReturnValue('MacIntel');
  serveCounter({});
  await openCharge();
  await expect.element(page.getByText('fn F8', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Enter', { exact: true })).toBeVisible();
  platform.mockRestore();
});
