import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { product } from '../../../../shared/api/catalog.ts';
import { productShop } from '../../../../shared/api/product-shop.ts';
import { sample } from '../../../helpers/sample.ts';
import { bodiesOf, hold, serve } from '../../helpers/api.ts';
import {
  createButton,
  dialog,
  display,
  lines,
  loseFocus,
  openCharge,
  pane,
  parts,
  qr,
  search,
} from '../../helpers/charge.ts';
import { cartOf, productOf, serveCounter } from '../../helpers/counter.ts';
import { press, scan, type } from '../../helpers/keys.ts';
import { t } from '../../helpers/texts.ts';

/** A seller is quicker than the service: what is sold is what they see, and nothing is lost or doubled. */

const MILK = '4820000000017';
const BREAD = '4820000000024';
const busyScan = page.getByText(t('charge:scan.busy'));
const waiting = () => cartOf(4, { name: 'Столик 4', lines: [{ name: 'Торт', price: 9000, quantity: '1' }] });
const invoices = () => bodiesOf('POST invoices/');
const sold = () => bodiesOf('POST cash-sales/');

/** The counter with milk for 375,30 in the cart, bread for 30,00 in the catalog, and a cake that is set aside. */
const open = async () => {
  const carts = serveCounter({
    takesCash: true,
    products: [
      productOf(1, 'Молоко', 37_530, { barcodes: [MILK] }),
      productOf(2, 'Хліб', 3000, { barcodes: [BREAD], article: 'X-1' }),
    ],
    carts: [waiting()],
  });
  const screen = await openCharge();
  await press('F3');
  await expect.element(search).toHaveFocus();
  await scan(`${MILK}\n`);
  await expect.element(lines).toHaveLength(1);
  return { carts, screen };
};

test('a sale waits for what is looked up by Enter, and is not made where that is not found', async () => {
  await open();
  const unknown = hold('GET catalog/tiles/', (sent) => sent.search.get('search') === 'nothing');
  await search.fill('nothing');
  await press('Enter F9');
  await expect.element(pane).toBeVisible();
  await press('Enter Escape Control+Enter');
  await expect.poll(unknown.count).toBeGreaterThan(0);
  unknown.release();
  await expect.element(page.getByText(t('charge:search.nothing'))).toBeVisible();
  await expect.element(createButton).toHaveAttribute('aria-disabled', 'false');
  expect(invoices()).toEqual([]);
  expect(sold()).toEqual([]);

  const found = hold('GET catalog/tiles/', (sent) => sent.search.get('search') === 'X-1');
  await search.fill('X-1');
  await press('Enter Control+Enter');
  await expect.poll(found.count).toBeGreaterThan(0);
  // Wanted by QR: no pane takes the same sale in cash.
  await press('F9');
  await expect.element(createButton).toHaveAttribute('aria-disabled', 'true');
  await expect.element(pane).not.toBeInTheDocument();
  found.release();
  await expect.element(qr).toHaveAccessibleName(/405,30/);
  expect(invoices()).toHaveLength(1);
});

test('the cart stays as it is sold from the press on: a scan says so, F8 sets nothing aside', async () => {
  const { carts } = await open();
  const prices = hold('GET catalog/tiles/', (sent) => sent.search.has('ids'));
  await press('Control+Enter');
  await expect.poll(prices.count).toBeGreaterThan(0);
  await scan(`${BREAD}\n`);
  await expect.element(busyScan).toBeVisible();
  await press('F8');
  prices.release();
  await expect.element(qr).toHaveAccessibleName(/375,30/);
  await expect.element(dialog).not.toBeInTheDocument();

  // In cash too, and while the sale is sent.
  await page.getByRole('button', { name: t('charge:newInvoice') }).click();
  await scan(`${MILK}\n`);
  await expect.element(lines).toHaveLength(1);
  const sale = hold('POST cash-sales/');
  await press('F9 Enter');
  await expect.poll(sale.count).toBe(1);
  await scan(`${BREAD}\n`);
  await expect.element(busyScan).toBeVisible();
  await press('F8');
  sale.release();
  await expect.element(dialog).toMatchTextContent('375,50');
  expect(sold()).toMatchObject([{ items: [{ name: 'Молоко', quantity: '1' }] }]);
  expect(carts).toMatchObject([{ name: 'Столик 4' }]);
});

test('a cart is set aside with what was scanned, and its dialog stays until that is done', async () => {
  const { carts } = await open();
  const send = () => dialog.element().querySelector<HTMLButtonElement>('button[type="submit"]');
  const found = hold('GET catalog/scan/');
  const parked = hold('POST carts/');
  await scan(`${BREAD}\n`);
  await press('F8');
  await expect.element(page.getByRole('textbox', { name: t('common:words.name') })).toHaveFocus();
  expect(send()?.disabled).toBe(true);
  await press('Enter');
  found.release();
  await expect.poll(() => send()?.disabled).toBe(false);
  await press('Enter');
  await expect.poll(parked.count).toBe(1);
  await press('Escape');
  await expect
    .element(dialog.getByRole('button', { name: t('common:close'), exact: true }).last())
    .toBeDisabled();
  parked.release();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(lines).toHaveLength(0);
  expect(carts.map(({ amount }) => amount)).toEqual([9000, 40_530]);
});

test('a cart is taken back once the present one is whole, and never over what was scanned since', async () => {
  const { carts } = await open();
  const found = hold('GET catalog/scan/');
  const taken = hold('POST carts/{id}/take/');
  await scan(`${BREAD}\n`);
  await page.getByRole('button', { name: new RegExp(t('charge:carts.openCount', { count: 1 })) }).click();
  const take = dialog.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 4' }) });
  await expect.element(take).toBeDisabled();
  found.release();
  await take.click();
  await expect.poll(taken.count).toBe(1);
  await press('Escape');
  await scan(`${BREAD}\n`);
  taken.release();
  await expect.element(lines.getByText('Торт')).toBeVisible();
  await expect.element(lines).toHaveLength(1);
  expect(carts.map(({ amount }) => amount)).toEqual([40_530]);
});

test('no cash is taken while something that was scanned is not in the cart yet', async () => {
  const { screen } = await open();
  const { release } = hold('GET catalog/scan/');
  await scan(`${BREAD}\n`);
  await press('F9 Enter');
  await expect.element(pane).toBeVisible();
  release();
  await expect.element(pane).toMatchTextContent('405,50');
  expect(sold()).toEqual([]);
  await screen.expectAt(/\/charge$/);
  // What comes at once is still the scanner's.
  await expect.poll(() => press('Enter').then(() => sold().length)).toBe(1);
  await expect.element(dialog).toMatchTextContent('405,50');
});

test('what a buyer gives: by arrows, by digits, and nothing of it is lost', async () => {
  await open();
  const received = pane.getByRole('textbox', { name: t('charge:cash.received') });
  await press('F9 ArrowUp ArrowDown ArrowDown');
  await expect.element(received).toHaveValue('500');
  await press('ArrowUp');
  await expect.element(received).toHaveValue('400');
  await press('ArrowUp');
  await expect.element(received).toHaveValue('');
  await press('Escape');
  // With the scan before: four keys.
  await press('F9 ArrowDown Enter');
  await expect.element(dialog).toMatchTextContent('24,50');
  expect(sold()).toMatchObject([{ received: 40_000 }]);
});

test('while a QR is created, the other ways to pay look as if they cannot be pressed', async () => {
  await open();
  const others = [t('common:words.cash'), t('common:words.inParts')].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  for (const other of others) await expect.element(other).toHaveStyle({ cursor: 'pointer' });
  const { release } = hold('POST invoices/');
  await press('Control+Enter');
  for (const other of others) await expect.element(other).toHaveStyle({ cursor: 'not-allowed' });
  release();
  await expect.element(qr).toBeVisible();
});

test('in the narrowest window cash and parts stand beside each other', async () => {
  await page.viewport(1024, 700);
  await open();
  const top = (name: string) => page.getByRole('button', { name }).element().getBoundingClientRect().y;
  expect(top(t('common:words.inParts'))).toBe(top(t('common:words.cash')));
});

test('keys that no field has taken yet do what they do in their field, and sell nothing else', async () => {
  await open();
  loseFocus();
  await type('x');
  await press('Enter');
  await expect.element(lines).toHaveLength(2);
  loseFocus();
  // With a cart a sum is a line of it.
  await press('5 Enter');
  await expect.element(lines).toHaveLength(3);
  loseFocus();
  await press('5 F9');
  await expect.element(pane).toMatchTextContent('415,50');
  loseFocus();
  await press('5 0 0 Enter');
  await expect.element(dialog).toMatchTextContent('84,50');
  expect(invoices()).toEqual([]);
});

test('in parts nothing is taken by default', async () => {
  await open();
  await press('F10');
  await expect.element(parts).toBeVisible();
  await press('Control+Enter');
  loseFocus();
  await press('Enter 2 0 0 Enter');
  await expect.poll(sold).toMatchObject([{ cash: 20_000 }]);
  expect(invoices()).toEqual([]);
});

test('an Enter that is quicker than the dialog of F8 makes no QR', async () => {
  const carts = serveCounter({});
  await openCharge();
  await display.fill('340');
  const keys = (key: string) =>
    new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
  display.element().dispatchEvent(keys('F8'));
  // The dialog is rendered, and has no focus yet.
  await Promise.resolve();
  document.querySelector('form')?.requestSubmit();
  await expect.element(page.getByRole('textbox', { name: t('common:words.name') })).toHaveFocus();
  await press('Enter');
  await expect.poll(() => carts.map(({ amount }) => amount)).toEqual([34_000]);
  expect(invoices()).toEqual([]);
});

test('a product that is added by its code is in the cart before anything is sold', async () => {
  await open();
  serve({
    'POST catalog/products/': sample(product, { id: 9, name: 'Сік', price: 6200 }),
    'PATCH catalog/products/{id}/shop/': sample(productShop),
  });
  await scan('5901234123457\n');
  await expect.element(page.getByText(t('charge:scan.unknown', { code: '5901234123457' }))).toBeVisible();
  await page.getByRole('button', { name: t('charge:scan.add') }).click();
  await dialog.getByRole('textbox', { name: t('common:words.name') }).fill('Сік');
  await dialog.getByRole('textbox', { name: t('charge:lines.price') }).fill('62');
  const made = hold('POST catalog/products/');
  await press('Enter');
  await expect.poll(made.count).toBe(1);
  await press('Escape Control+Enter');
  made.release();
  await expect.element(lines.getByText('Сік')).toBeVisible();
  expect(bodiesOf('POST catalog/products/')).toMatchObject([{ name: 'Сік', price: 6200 }]);
  expect(bodiesOf('PATCH catalog/products/{id}/shop/')).toEqual([{ barcodes: ['5901234123457'] }]);
  expect(invoices()).toEqual([]);
});

test('a sale whose screen was left says that it is made', async () => {
  const { screen } = await open();
  const sale = hold('POST cash-sales/');
  await press('F9 Enter');
  await expect.poll(sale.count).toBe(1);
  screen.go('/today');
  await expect.element(pane).not.toBeInTheDocument();
  sale.release();
  await expect.element(page.getByText(t('charge:cash.made', { amount: '375,50 ₴' }))).toBeVisible();
});

test('no cash is taken before it is known how sums are rounded', async () => {
  const { screen } = await open();
  await press('F9');
  await expect.element(pane).toBeVisible();
  const counter = hold('GET counter/');
  screen.reload();
  await expect.element(pane).toBeVisible();
  await expect.poll(counter.count).toBeGreaterThan(0);
  await press('Enter');
  counter.release();
  await expect.element(pane).toMatchTextContent('375,50');
  expect(sold()).toEqual([]);
});
