import type { CashSale } from '../../shared/api/cash-sales.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessibleInBoth } from './helpers/axe.ts';
import { MILK, sold, stock } from './helpers/cash.ts';
import { expect, test } from './helpers/fixtures.ts';
import { scan } from './helpers/scanner.ts';
import { t, textsOf } from './helpers/texts.ts';

/** The sales for cash in their list, beside those by QR. */

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
  await page.getByRole('link', { name: t('common:words.cash'), exact: true }).click();
  await page.getByRole('link', { name: sale.number_display }).click();
  const side = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(side.getByRole('table')).toContainText('Кава');
  await expectAccessibleInBoth(page);
  await side.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('common:words.increase', { name: 'Кава' }) }).click();
  await expectAccessibleInBoth(page);
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
          await expect(page.getByText('375,30').first()).toBeAttached();
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
          if (width !== 1280) continue;
          const { body: parts } = await shop.owner.post<CashSale>('cash-sales/', {
            items: [{ name: 'Кава', price: 37_500, quantity: 2 }],
            cash: 20_000,
            terminal: shop.terminal.id,
          });
          shop.bank.pay((await shop.readInvoice(parts.qr?.invoice ?? 0)).invoice_id);
          await shop.owner.post(`invoices/${parts.qr?.invoice}/refresh/`);
          const side = page.getByRole('complementary', { name: texts('invoices:details.label') });
          for (const [name, path] of [
            ['details', `/cash-sales?open=${parts.id}`],
            ['parts', `/cash-sales?parts=true`],
            ['qr', '/invoices'],
            ['qr-details', `/invoices/${parts.qr?.invoice}`],
          ] as const) {
            await page.goto(new URL(path, page.url()).href);
            await expect(page.getByRole('table').first()).toBeVisible();
            if (name.endsWith('details')) await expect(side).toContainText(parts.number_display);
            await shot(name);
          }
          await page.goto(new URL(`/cash-sales?open=${parts.id}`, page.url()).href);
          await side.getByRole('button', { name: texts('invoices:actions.refund') }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await shot('return');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
          await page.keyboard.press('Shift+Slash');
          await expect(page.getByRole('dialog')).toBeVisible();
          await shot('keys');
        }
      });
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

test('a list by tender keeps the period and the search; a sale in parts is in each, with a way to its other part', async ({
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
  await signIn('owner', '/invoices?period=today');
  const tab = (name: 'qr' | 'cash' | 'inParts') =>
    page
      .getByRole('navigation', { name: t('invoices:cash.tender') })
      .getByRole('link', { name: t(`common:words.${name}`), exact: true });
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: parts.number_display })).toContainText(
    t('invoices:table.inCash', { amount: formatAmount(20_000) }),
  );
  await tab('cash').click();
  await expect(page).toHaveURL(/cash-sales.*period=today/u);
  await expect(rows.filter({ hasText: cash.number_display })).toBeVisible();
  await expect(rows.filter({ hasText: parts.number_display })).toBeVisible();
  await tab('inParts').click();
  await expect(rows.filter({ hasText: cash.number_display })).toHaveCount(0);
  await expect(rows.filter({ hasText: parts.number_display })).toContainText('+ QR');
  await expectAccessibleInBoth(page);

  const field = page.getByRole('textbox', { name: t('invoices:search.label') });
  await field.fill('чай');
  await expect(page.getByText(t('invoices:cash.nothing'))).toBeVisible();
  await field.fill('КАВА');
  await expect(rows.filter({ hasText: parts.number_display })).toBeVisible();
  await field.fill('375,00');
  await expect(rows.filter({ hasText: parts.number_display })).toBeVisible();
  await field.fill('375,01');
  await expect(rows.filter({ hasText: parts.number_display })).toHaveCount(0);
  await field.fill(String(parts.number));
  await expect(rows.filter({ hasText: parts.number_display })).toBeVisible();
  await tab('qr').click();
  await expect(page).toHaveURL(new RegExp(`invoices.*search=%22${parts.number}%22`, 'u'));
  await page.getByRole('link', { name: new RegExp(parts.number_display, 'u') }).click();
  const side = page.getByRole('complementary', { name: t('invoices:details.label') });
  await side
    .getByRole('link', { name: t('invoices:details.inParts', { amount: formatAmount(20_000) }) })
    .click();
  await expect(page).toHaveURL(/cash-sales/u);
  await side.getByRole('link', { name: formatAmount(17_500) }).click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${parts.qr?.invoice}`, 'u'));
});

test('a sale for cash is found by its goods and its comment, in the list and by Ctrl K', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', {
    items: [{ name: 'Круасан', price: 9000, quantity: 2 }],
    comment: 'Для Ґалі',
  });
  await shop.owner.post('cash-sales/', { items: [{ name: 'Кава', price: 4500 }] });
  await shop.owner.post('shifts/1/cash-sales/', { amount: 500, remark: 'Пакет' });
  await signIn('owner', '/cash-sales');
  const rows = page.getByRole('table').getByRole('row');
  const field = page.getByRole('textbox', { name: t('invoices:search.label') });
  const head = 1;
  for (const text of ['круасан', 'ҐАЛІ', `№ ${sale.number_display}`]) {
    await field.fill(text);
    await expect(rows).toHaveCount(head + 1);
    await expect(rows.last()).toContainText(sale.number_display);
    await expect(rows.last().locator('mark')).not.toHaveCount(0);
  }
  await expectAccessibleInBoth(page);

  await page.keyboard.press('Control+k');
  const option = page.getByRole('option');
  await page.keyboard.type('пакет');
  await expect(option.filter({ hasText: t('search:cash') })).toHaveText(/^Пакет/u);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('ґалі');
  await option.filter({ hasText: sale.number_display }).click();
  await expect(page).toHaveURL(new RegExp(`/cash-sales.*open=${sale.id}`, 'u'));
});
