import type { Page } from '@playwright/test';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Shop } from '../helpers/shop.ts';
import { cartLine, MILK, open as openCounter, pane, press, sold } from './helpers/cash.ts';
import { closeMore, declined, display, openMore, outcome, qr } from './helpers/charging.ts';
import { expect, type SignIn, test } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** A seller is quicker than the service: what is sold is what they see, and nothing is lost or doubled. */

const BREAD = '4820000000024';
const CAKE = { name: 'Торт', price: 9000, quantity: 1 };

const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') }).getByRole('listitem');
const amounts = (shop: Shop) => shop.bank.invoices().map(({ amount }) => amount);
const dialog = (page: Page) => page.getByRole('dialog');
const _busyScan = (page: Page) => page.getByText(t('charge:scan.busy'));
const sums = async (shop: Shop, isTaken: boolean): Promise<number[]> => {
  const { body } = await shop.owner.get<{ results: { amount: number }[] }>(`carts/?is_taken=${isTaken}`);
  return body.results.map(({ amount }) => amount);
};

/** The counter with milk for 375,30 in the cart, bread for 30,00 in the catalog, and a cake that is set aside. */
const open = async (page: Page, shop: Shop, signIn: SignIn): Promise<void> => {
  const { body } = await shop.owner.post<{ id: number }>('catalog/products/', {
    name: 'Хліб',
    price: 3000,
    article: 'X-1',
  });
  await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [BREAD] } });
  await shop.owner.post('carts/', { name: 'Столик 4', lines: [CAKE] });
  await openCounter(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
};

test('a sale waits until the registers are read: the one used last has its QR', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await open(page, shop, signIn);
  await openMore(page);
  await page.getByRole('combobox', { name: t('common:place.register') }).click();
  await page.getByRole('option', { name: 'ZRN1', exact: true }).click();
  await closeMore(page);
  const registers = await hold(page, /cash-registers\//, 'GET');
  await page.reload();
  await expect(cartLine(page)).toBeVisible();
  await registers.arrived();
  await press(page, 'Control+Enter');
  await expect(page.locator('button[type="submit"]')).toHaveAttribute('aria-disabled', 'true');
  registers.release();
  await expect(page.getByText(t('charge:waiting.register', { name: 'ZRN1' }))).toBeVisible();
});

test('what was ended for the last buyer takes nothing from the cart of the next one', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  const invoiceId = await declined(page, shop);
  const ended = await hold(page, /withdraw\//, 'POST');
  await press(page, 'Delete');
  await ended.arrived();
  await press(page, 'F2');
  await expect(page.getByText(t('charge:cart.empty'))).toBeVisible();
  await scan(page, `${BREAD}\n`);
  await expect(lines(page)).toHaveCount(1);
  const answered = page.waitForResponse(/withdraw\//);
  ended.release();
  await answered;
  await expect.poll(() => shop.bank.invoice(invoiceId)?.status).toBe('expired');
  await expect(lines(page)).toHaveText(/Хліб/);
});

test('a product that is added by its code is in the cart before anything is sold', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, '5901234123457\n');
  await page.getByRole('button', { name: t('charge:scan.add') }).click();
  await dialog(page)
    .getByRole('textbox', { name: t('common:words.name') })
    .fill('Сік');
  await dialog(page)
    .getByRole('textbox', { name: t('charge:lines.price') })
    .fill('62');
  const made = await hold(page, /catalog\/products/, 'POST');
  await press(page, 'Enter');
  await made.arrived();
  await press(page, 'Escape Control+Enter');
  made.release();
  await expect(lines(page).getByText('Сік')).toBeVisible();
  expect(amounts(shop)).toEqual([]);
});

test('cash is given back once, however slow the answer is', async ({ page, shop, signIn }) => {
  await openCounter(page, shop, signIn);
  const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', {
    items: [{ name: 'Кава', price: 4500, quantity: 3 }],
  });
  await page.keyboard.press('Alt+Digit2');
  await page.getByRole('link', { name: new RegExp(sale.number_display, 'u') }).click();
  const side = page.getByRole('complementary', { name: t('invoices:details.label') });
  await side.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  await dialog(page)
    .getByRole('button', { name: t('common:words.increase', { name: 'Кава' }) })
    .click();
  const returned = await hold(page, /returns\/$/, 'POST');
  await dialog(page)
    .getByRole('button', { name: t('invoices:cash.giveBack') })
    .click();
  await returned.arrived();
  // Closed, it could be opened again and would give back a second time.
  await press(page, 'Escape');
  await expect(dialog(page).getByRole('button', { name: t('invoices:refund.keep') })).toBeDisabled();
  returned.release();
  await expect(dialog(page)).toHaveCount(0);
  await expect(side).toContainText(t('invoices:cash.returnedOf', { part: '1', all: '3' }));
  expect(await sold(shop)).toHaveLength(2);
});

/** As a click beside everything leaves it. */
const loseFocus = (page: Page) => page.getByText(t('common:words.total'), { exact: true }).first().click();

test('keys that no field has taken yet do what they do in their field, and sell nothing else', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await loseFocus(page);
  await press(page, 'x Enter');
  await expect(lines(page)).toHaveCount(2);
  await loseFocus(page);
  // With a cart a sum is a line of it.
  await press(page, '5 Enter');
  await expect(lines(page)).toHaveCount(3);
  await loseFocus(page);
  await press(page, '5 F9');
  await expect(pane(page)).toContainText('415,50');
  await loseFocus(page);
  await press(page, '5 0 0 Enter');
  await expect(outcome(page)).toContainText('84,50');
  expect(amounts(shop)).toEqual([]);

  await test.step('in parts nothing is taken by default', async () => {
    await press(page, 'F2 F3');
    await scan(page, `${MILK}\n`);
    await expect(cartLine(page)).toBeVisible();
    await press(page, 'F10');
    const parts = page.getByRole('complementary', { name: t('common:words.inParts') });
    await expect(parts).toBeVisible();
    await press(page, 'Control+Enter');
    await loseFocus(page);
    await press(page, 'Enter 2 0 0 Enter');
    await expect(qr(page)).toHaveAccessibleName(/175,30/);
    expect((await sold(shop)).map(({ amount }) => amount)).toEqual([20_000, 41_550]);
  });
});

test('an Enter that is quicker than the dialog of F8 makes no QR', async ({ page, shop, signIn }) => {
  await openCounter(page, shop, signIn);
  await page.getByText(t('common:words.amount'), { exact: true }).click();
  await display(page).fill('340');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await Promise.all([page.keyboard.press('F8'), page.keyboard.press('Enter')]);
  const name = page.getByRole('textbox', { name: t('common:words.name') });
  // The dialog takes the first Enter where it is there in time.
  await expect(async () => {
    if (await name.isVisible()) await press(page, 'Enter');
    expect(await sums(shop, false)).toEqual([34_000]);
  }).toPass();
  await expect(dialog(page)).toHaveCount(0);
  expect(amounts(shop)).toEqual([]);
});

test('a sale whose screen was left says that it is made', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  const sale = await hold(page, /cash-sales\/$/, 'POST');
  await press(page, 'F9 Enter');
  await sale.arrived();
  await press(page, 'Alt+Digit1');
  await expect(pane(page)).toHaveCount(0);
  sale.release();
  await expect(page.getByText(t('charge:cash.made', { amount: '375,50 ₴' }))).toBeVisible();
});

test('no cash is taken before it is known how sums are rounded', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  await press(page, 'F9');
  await expect(pane(page)).toBeVisible();
  const counter = await hold(page, /\/counter\/$/, 'GET');
  await page.reload();
  await expect(pane(page)).toBeVisible();
  await counter.arrived();
  await press(page, 'Enter');
  counter.release();
  await expect(pane(page)).toContainText('375,50');
  expect(await sold(shop)).toEqual([]);
});
