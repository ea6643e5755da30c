import type { Page } from '@playwright/test';
import { changeSetting } from '../../main/shop/settings.ts';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { CurrentShift } from '../../shared/api/shifts.ts';
import { formatAmount } from '../../shared/money.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hear, onlyInvoice, outcome, qr, search } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { scan } from './helpers/scanner.ts';
import { t, textsOf } from './helpers/texts.ts';

/** Goods for cash: from the scanner to the change, by keys alone. */

const MILK = '4820000000017';

const stock = async (shop: Shop): Promise<void> => {
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'yes');
  changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
  const { body } = await shop.owner.post<{ id: number }>('catalog/products/', {
    name: 'Молоко',
    price: 37_530,
  });
  await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [MILK] } });
};

const pane = (page: Page) => page.getByRole('complementary', { name: t('charge:cash.title') });
const cartLine = (page: Page) =>
  page.getByRole('list', { name: t('charge:lines.label') }).getByText('Молоко');
const received = (page: Page) => pane(page).getByRole('textbox', { name: t('charge:cash.received') });

const sold = async (shop: Shop): Promise<CashSale[]> => {
  const { body } = await shop.owner.get<CurrentShift>('shifts/current/');
  const { body: page } = await shop.owner.get<{ results: CashSale[] }>(
    `shifts/${body.shift?.id}/cash-sales/`,
  );
  return page.results;
};

const open = async (page: Page, shop: Shop, signIn: () => Promise<void>, hasShift = true): Promise<void> => {
  await stock(shop);
  if (hasShift) await shop.owner.post('shifts/', { opening_cash: 50_000 });
  await signIn();
  await page.keyboard.press('F2');
  await expect(page.getByRole('button', { name: t('charge:cash.title') })).toBeVisible();
  // A busy machine may take a scan apart where no field has the focus.
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
};

/** @returns how many keys were pressed */
const press = async (page: Page, keys: string): Promise<number> => {
  const all = keys.split(' ');
  // As a person does: keys that follow each other at once are a scanner's.
  for (const key of all) await page.keyboard.press(key, { delay: 60 });
  return all.length;
};

test('a scan, F9, what the buyer gives, Enter: the change, and the next scan is the next sale', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9');
  await expect(pane(page)).toContainText('375,50');
  await expect(pane(page)).toContainText('+0,20');
  await expect(pane(page)).toContainText(t('charge:cash.receiptElsewhere'));
  await press(page, '5 0 0');
  await expect(pane(page).getByRole('status')).toContainText('124,50');
  await press(page, 'Enter');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.change') })).toBeVisible();
  await expect(outcome(page)).toContainText('124,50');
  expect(await sold(shop)).toMatchObject([
    { total: 37_530, rounding: 20, amount: 37_550, received: 50_000, change: 12_450 },
  ]);
  expect(shop.bank.invoices()).toEqual([]);

  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  // To the kopiyka: two keys.
  expect(await press(page, 'F9 Enter')).toBe(2);
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect((await sold(shop)).map(({ change }) => change)).toEqual([null, 12_450]);
  await page.waitForTimeout(700);
  await press(page, 'Enter');
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.getByText(t('charge:cart.empty'))).toBeVisible();
});

test('keys of one go: nothing of F9 5 0 0 Enter is lost', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  expect(await press(page, 'F9 5 0 0 Enter')).toBe(5);
  await expect(outcome(page)).toContainText('124,50');
});

test('without an open shift the pane asks for the till first; a scan empties what was typed', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn, false);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9');
  await expect(pane(page).getByRole('textbox', { name: t('charge:cash.till') })).toBeFocused();
  await press(page, '1 0 0 Enter');
  await expect(received(page)).toBeFocused();
  await received(page).fill('400');
  await scan(page, `${MILK}\n`);
  await expect(pane(page)).toContainText('750,50');
  await expect(received(page)).toHaveValue('');
  await received(page).fill('700');
  await expect(pane(page).getByRole('status')).toContainText(t('charge:cash.short'));
  await press(page, 'Enter');
  expect(await sold(shop)).toEqual([]);
  await expectAccessible(page);
  await press(page, 'Escape');
  await expect(page.getByRole('complementary', { name: t('charge:cart.title') })).toContainText('Молоко');
});

test('an answer that is lost is asked for again under the same key: one sale', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  let lost = 0;
  await page.route('**/api/v1/cash-sales/', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await press(page, 'F9 Enter');
  await expect(outcome(page)).toContainText('375,50', { timeout: 15_000 });
  expect(lost).toBe(1);
  expect(await sold(shop)).toHaveLength(1);
});

test('a shop that takes no cash has the QR button alone', async ({ page, shop, signIn }) => {
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'no');
  await signIn();
  await page.keyboard.press('F2');
  await expect(page.locator('button[type="submit"]')).toBeVisible();
  await expect(page.getByRole('button', { name: t('charge:cash.title') })).toHaveCount(0);
  await press(page, 'F9');
  await expect(pane(page)).toHaveCount(0);
});

test('after a decline the QR is ended first, and only then the same goods are paid in cash', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(qr(page)).toBeVisible();
  const { invoiceId } = onlyInvoice(shop);
  shop.bank.decline(invoiceId);
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('charge:failed.title') })).toBeVisible();
  shop.bank.fault({ kind: 'delay', path: 'invoice/remove', ms: 1500 });
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.busy') })).toBeVisible();
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.safe') })).toBeVisible();
  expect(onlyInvoice(shop).status).toBe('expired');
  await press(page, 'Enter');
  await expect(pane(page)).toContainText('375,50');
  await press(page, 'Enter');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect(await sold(shop)).toHaveLength(1);
});

test('F9 after a QR that was paid just now: paid, and no cash', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(qr(page)).toBeVisible();
  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.paid') })).toBeVisible();
  expect(await sold(shop)).toEqual([]);
});

test('F9 after a QR while the bank stands still: no cash until it has answered', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(qr(page)).toBeVisible();
  shop.bank.fault({ kind: 'reset', times: 1000 });
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.doubt') })).toBeVisible();
  await expectAccessible(page);
  shop.bank.clearFaults();
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.safe') })).toBeVisible({
    timeout: 30_000,
  });
});

test('the sales for cash have a tab of their own: lines, a return of one of them, what is left', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', {
    items: [{ name: 'Кава', price: 4500, quantity: 2 }],
  });
  await signIn();
  await page.keyboard.press('Alt+Digit2');
  await page.getByRole('link', { name: t('invoices:cash.inCash'), exact: true }).click();
  await page.getByRole('link', { name: sale.number_display }).click();
  const side = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(side.getByRole('table')).toContainText('Кава');
  await expectAccessible(page);
  await side.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('invoices:refund.more', { name: 'Кава' }) }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(side).toContainText(t('invoices:cash.returnedOf', { part: '1', all: '2' }));
  expect((await sold(shop)).map(({ amount, is_refund }) => [amount, is_refund])).toEqual([
    [4500, true],
    [9000, false],
  ]);
});

/** The pictures that are looked at: KRAMAR_PICTURES=yes. */
for (const language of ['uk', 'en'] as const)
  for (const scheme of ['light', 'dark'] as const)
    test.describe(() => {
      test.use({ language, scheme });
      test(`pictures of cash: ${language}, ${scheme}`, async ({ page, shop, signIn }) => {
        test.skip(process.env.KRAMAR_PICTURES !== 'yes', 'only to look at');
        const texts = textsOf(language);
        await stock(shop);
        await shop.owner.post('shifts/', { opening_cash: 50_000 });
        for (const [width, height] of [
          [1280, 800],
          [1366, 768],
          [1920, 1080],
          [390, 844],
        ] as const) {
          const shot = (name: string) =>
            page.screenshot({ path: `test-results/cash/${name}-${width}-${language}-${scheme}.png` });
          await page.setViewportSize({ width, height });
          if (width === 1280) await signIn();
          await page.goto(new URL('/charge', page.url()).href);
          await expect(page.locator('form[data-mode]')).toBeVisible();
          await page.keyboard.press('F3');
          await scan(page, `${MILK}\n`);
          await expect(page.getByText('375,30').first()).toBeVisible();
          await shot('tender');
          await page.keyboard.press('F9');
          const field = page.getByRole('textbox', { name: texts('charge:cash.received') });
          await field.fill('500');
          await shot('pane');
          await page.keyboard.press('Enter');
          await expect(page.getByRole('dialog')).toContainText('124,50');
          await shot('due');
          await page.goto(new URL('/cash-sales', page.url()).href);
          await expect(page.getByRole('table')).toBeVisible();
          await shot('list');
        }
      });
    });

test('in parts: cash and a QR for the rest; not paid, the cash goes back or the rest is taken too', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  const sellInParts = async (): Promise<void> => {
    await scan(page, `${MILK}\n`);
    await expect(cartLine(page)).toBeVisible();
    await press(page, 'F10');
    const parts = page.getByRole('complementary', { name: t('charge:parts.title') });
    await parts.getByRole('textbox', { name: t('charge:parts.cash') }).fill('200');
    await expect(parts.getByRole('status')).toContainText('175,30');
    await press(page, 'Enter');
    await expect(qr(page)).toHaveAccessibleName(/175,30/);
  };
  const newest = () => {
    const invoice = shop.bank.invoices().at(-1);
    if (!invoice) throw new Error('The bank has no invoice.');
    return invoice.invoiceId;
  };
  await sellInParts();
  shop.bank.pay(newest());
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('charge:paid.title') })).toBeVisible();
  await expect(outcome(page)).toContainText('200,00');
  await press(page, 'Enter');

  await page.keyboard.press('F3');
  await sellInParts();
  shop.bank.decline(newest());
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('charge:parts.giveBack') })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect((await sold(shop)).map(({ amount }) => amount)).toEqual([37_550, 20_000]);
});

test('the papers of a sale for cash: a receipt on a roll, or an A4 sheet', async ({ page, shop, signIn }) => {
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', {
    items: [{ name: 'Кава', price: 4515, quantity: 2, discount_pct: '10' }],
    received: 10_000,
  });
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await signIn();
  for (const [name, paper] of [
    ['actions.printReceipt', 'roll'],
    ['cash.printA4', 'a4'],
  ] as const) {
    await page.goto(new URL(`/cash-sales?open=${sale.id}`, page.url()).href);
    await page.getByRole('button', { name: t('invoices:actions.receipt') }).click();
    await page.getByRole('menuitem', { name: t(`invoices:${name}`), exact: true }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator(`[data-print-sheet=${paper}]`);
    for (const text of [
      `${t('invoices:print.receipt')} ${t('invoices:print.number', { number: sale.number_display })}`,
      shop.merchant.edrpou,
      t('invoices:print.notFiscal'),
      t('invoices:cash.fiscalElsewhere'),
      `${t('invoices:print.sum')}${formatAmount(8127)}`,
      `${t('invoices:cash.rounding')}+${formatAmount(23)}`,
      `${t('invoices:print.total')}${formatAmount(8150)}`,
      `${t('invoices:cash.change')}${formatAmount(1850)}`,
    ])
      await expect(sheet).toContainText(text);
    if (process.env.KRAMAR_PICTURES === 'yes')
      await page.screenshot({ path: `test-results/cash/paper-${paper}.png` });
    await page.emulateMedia({ media: null });
  }
});
