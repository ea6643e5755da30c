import type { Page } from '@playwright/test';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Shop } from '../helpers/shop.ts';
import { cartLine, MILK, open as openCounter, press, sold } from './helpers/cash.ts';
import { closeMore, declined, openMore } from './helpers/charging.ts';
import { expect, type SignIn, test } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** A seller is quicker than the service: what is sold is what they see, and nothing is lost or doubled. */

const BREAD = '4820000000024';
const CAKE = { name: 'Торт', price: 9000, quantity: 1 };

const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');

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
