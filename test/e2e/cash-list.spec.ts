import type { CashSale } from '../../shared/api/cash-sales.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessibleInBoth } from './helpers/axe.ts';
import { MILK, sold, stock } from './helpers/cash.ts';
import { expect, test } from './helpers/fixtures.ts';
import { scan } from './helpers/scanner.ts';
import { t, textsOf } from './helpers/texts.ts';

/** The sales for cash and in parts, in one list with those by QR. */

test('a sale for cash at the side of the list: lines, a return of one of them, what is left', async ({
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
  await page.getByRole('link', { name: new RegExp(sale.number_display, 'u') }).click();
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
          await page.goto(new URL('/invoices', page.url()).href);
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
            ['details', `/invoices/cash/${parts.id}`],
            ['parts', '/invoices?tender=parts'],
            ['qr', '/invoices?tender=qr'],
            ['qr-details', `/invoices/${parts.qr?.invoice}`],
          ] as const) {
            await page.goto(new URL(path, page.url()).href);
            await expect(page.getByRole('table').first()).toBeVisible();
            if (name.endsWith('details')) await expect(side).toContainText(parts.number_display);
            await shot(name);
          }
          await page.goto(new URL(`/invoices/cash/${parts.id}`, page.url()).href);
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

test('J and K step through sales of either kind; closing returns the focus to the row', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  const { body: cash } = await shop.owner.post<CashSale>('cash-sales/', { amount: 4500 });
  const qr = await shop.createInvoice({ amount: 8100 });
  await signIn('owner', '/invoices');
  await page.locator('[data-invoice]').first().click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${qr.id}$`, 'u'));
  const title = (number: string) =>
    page.getByRole('heading', { name: t('invoices:details.title', { number }) });
  await expect(title(qr.number_display)).toBeFocused();
  await page.keyboard.press('j');
  await expect(title(cash.number_display)).toBeFocused();
  await expect(page.getByRole('button', { name: t('invoices:details.next') })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(title(qr.number_display)).toBeFocused();
  await page.keyboard.press('j');
  await expect(title(cash.number_display)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-invoice]').nth(1)).toBeFocused();
});

test('a declined sale that can still be paid awaits payment; the list has a sale of another computer in time', async ({
  page,
  shop,
  signIn,
}) => {
  const declined = await shop.createInvoice({ amount: 8100 });
  shop.bank.decline(declined.invoice_id);
  await shop.refresh(declined.id);
  await signIn('owner', '/invoices?status=created');
  const rows = page.locator('[data-invoice]');
  await expect(rows).toHaveText([declined.number_display]);
  for (const chip of ['created', 'failure', 'all'])
    await expect(page.locator(`[data-chip-count=${chip}]`)).toHaveText('1');
  const other = await shop.createInvoice({ amount: 4500 });
  await expect(rows).toHaveText([other.number_display, declined.number_display]);
  await expect(page.locator('[data-chip-count=created]')).toHaveText('2');
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
  await signIn('owner', '/invoices');
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
  await expect(page).toHaveURL(new RegExp(`/invoices/cash/${sale.id}`, 'u'));
});
