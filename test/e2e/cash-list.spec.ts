import type { CashSale } from '../../shared/api/cash-sales.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessibleInBoth } from './helpers/axe.ts';
import { stock } from './helpers/cash.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** The sales for cash and in parts, in one list with those by QR. */

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
    await page.goto(new URL(`/invoices/cash/${sale.id}`, page.url()).href);
    await page.getByRole('button', { name: t('invoices:actions.receipt') }).click();
    await page.getByRole('menuitem', { name: t(`invoices:${name}`), exact: true }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator(`[data-print-sheet=${paper}]`);
    for (const text of [
      `Чек, готівка № ${sale.number_display}`,
      shop.merchant.edrpou,
      'Не є фіскальним чеком',
      'Фіскальний чек видає РРО',
      `${t('common:words.amount')}${formatAmount(8127)}`,
      `${t('invoices:cash.rounding')}+${formatAmount(23)}`,
      `${t('common:words.total')}${formatAmount(8150)}`,
      `${t('common:words.change')}${formatAmount(1850)}`,
    ])
      await expect(sheet).toContainText(text);
    if (process.env.KRAMAR_PICTURES === 'yes')
      await page.screenshot({ path: `test-results/cash/paper-${paper}.png` });
    await page.emulateMedia({ media: null });
  }
});

test('one list: a sale in parts is one row and leads to both parts; the tender filters, and keeps the period', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  const items = [{ name: 'Кава', price: 37_500, quantity: 1 }];
  const terminal = shop.terminal.id;
  const { body: parts } = await shop.owner.post<CashSale>('cash-sales/', { items, cash: 20_000, terminal });
  const { body: cash } = await shop.owner.post<CashSale>('cash-sales/', { items });
  const qr = await shop.createInvoice({ amount: 4500 });
  await signIn('owner', '/invoices?period=today');
  const rows = page.locator('[data-invoice]');
  await expect(rows).toHaveText([qr.number_display, cash.number_display, parts.number_display]);
  await expect(page.getByRole('row').filter({ hasText: parts.number_display })).toContainText(
    '200,00 + QR 175,00',
  );
  await expectAccessibleInBoth(page);

  const filter = page.getByRole('button', { name: new RegExp(`^${t('invoices:cash.tender')}`, 'u') });
  const choose = async (name: 'qr' | 'cash' | 'inParts'): Promise<void> => {
    await filter.click();
    await page.getByRole('checkbox', { name: t(`common:words.${name}`), exact: true }).click();
    await page.keyboard.press('Escape');
  };
  await choose('cash');
  await expect(rows).toHaveText([cash.number_display]);
  await expect(page).toHaveURL(/invoices\?.*period=today.*tender=cash/u);
  await choose('inParts');
  await expect(rows).toHaveText([cash.number_display, parts.number_display]);
  await expect(filter).toContainText(`${t('common:words.cash')}, ${t('common:words.inParts')}`);
  await expectAccessibleInBoth(page);

  const field = page.getByRole('textbox', { name: t('invoices:search.label') });
  for (const [text, found] of [
    ['чай', []],
    ['КАВА', [cash.number_display, parts.number_display]],
    ['375,00', [cash.number_display, parts.number_display]],
    ['375,01', []],
    [parts.number_display, [parts.number_display]],
  ] as const) {
    await field.fill(text);
    await expect(rows).toHaveText(found);
  }
  await rows.first().click();
  const side = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(page).toHaveURL(new RegExp(`/invoices/cash/${parts.id}\\?`, 'u'));
  await side.getByRole('link', { name: formatAmount(17_500) }).click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${parts.qr?.invoice}\\?`, 'u'));
  await expect(page.locator('tr[data-open]')).toContainText(parts.number_display);
  await side
    .getByRole('link', { name: t('invoices:details.inParts', { amount: formatAmount(20_000) }) })
    .click();
  await expect(page).toHaveURL(/\/invoices\/cash\//u);
});
