import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { Reconciliation } from '../../shared/api/reconciliation.ts';
import { formatAmount } from '../../shared/money.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { readCsv } from '../helpers/table-files.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { paid } from './helpers/invoices.ts';
import { places } from './helpers/live.ts';
import { containing, en, t } from './helpers/texts.ts';

const open = async (page: Page, shop: Shop) => {
  await page.goto(new URL('/reports/reconciliation?period=last_7_days', shop.baseUrl).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const run = (page: Page, name = t('reconciliation:form.run')) =>
  page.getByRole('button', { name, exact: true }).click();
const book = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
const pastKramar = (shop: Shop, amount: number, reference: string) =>
  shop.bank.payOutsideKramar(shop.merchant.token, { amount, reference });
/** What the interface returns for the same days. */
const reconciled = async (shop: Shop): Promise<Reconciliation> => {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
  return (await shop.owner.post<Reconciliation>(`reconciliation/?from=${day(6)}&to=${day(-1)}`)).body;
};
const till = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

test('differences come first, are resolved row by row, and the sums follow', async ({
  page,
  shop,
  signIn,
}) => {
  await paid(shop, { amount: 10_000, reference: 'Стіл 1' });
  const refunded = await paid(shop, { amount: 20_000, reference: 'Стіл 2' });
  shop.bank.refund(refunded.invoice_id, 5_000);
  for (const index of [1, 2, 3]) pastKramar(shop, 1_000 * index, `Повз ${index}`);
  await signIn();
  await places(page)
    .getByRole('link', { name: containing(t('common:places.reports')) })
    .click();
  await page.goto(new URL('/reports/reconciliation', shop.baseUrl).href);
  await expect(page.getByText(t('reconciliation:begin.title'))).toBeVisible();
  await page.getByRole('button', { name: /^Вчора/ }).click();
  await page.getByRole('button', { name: t('reconciliation:form.last_7_days') }).click();
  await run(page);

  const before = await reconciled(shop);
  await expect(book(page, 'Kramar')).toContainText(formatAmount(before.here.amount));
  await expect(book(page, t('reconciliation:books.bank'))).toContainText(formatAmount(before.bank.amount));
  await expect(book(page, t('reconciliation:books.bank'))).toContainText(
    'на 60,00 ₴ більше, ніж у Kramar, на 3 оплати більше',
  );
  await expect(
    page.getByRole('heading', { name: t('reconciliation:differences.title', { count: 4 }) }),
  ).toBeVisible();
  // Beside open differences nothing claims agreement, and the rule for refunds is explained.
  await expect(page.getByText(/Збігається/)).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: t('reconciliation:agreeing.rest', { count: 1 }) }),
  ).toBeVisible();
  await expect(page.getByText(t('reconciliation:refundRule'))).toBeVisible();
  await expect(row(page, 'Стіл 2')).toContainText('Банк повернув на 50,00 ₴ більше');
  await expectAccessible(page);

  // A file for resolving them elsewhere.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('reconciliation:csv.button') }).click();
  const [head, ...cells] = readCsv(readFileSync(await (await saved).path()));
  expect(head?.[0]).toBe(t('reconciliation:csv.reference'));
  expect(cells.map(([reference]) => reference).sort()).toEqual(['Повз 1', 'Повз 2', 'Повз 3', 'Стіл 2']);
  expect(cells.find(([reference]) => reference === 'Повз 2')?.slice(8, 10)).toEqual(['20,00', '0,00']);

  await row(page, 'Повз 1').getByRole('button').dblclick();
  await expect(row(page, 'Повз 1')).toContainText(t('reconciliation:row.settled'));
  await expect(book(page, t('reconciliation:books.bank'))).toContainText(
    'на 50,00 ₴ більше, ніж у Kramar, на 2 оплати більше',
  );
  await row(page, 'Стіл 2')
    .getByRole('button', { name: containing(t('reconciliation:row.refresh')) })
    .click();
  await expect(row(page, 'Стіл 2')).toContainText(t('reconciliation:row.settled'));
  await page.getByRole('button', { name: t('reconciliation:all.adopt', { count: 2 }) }).click();
  await expect(page.getByText(t('reconciliation:all.adoptDone', { count: 2 }))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('reconciliation:differences.done') })).toBeVisible();
  await expect(book(page, t('reconciliation:books.bank'))).toContainText(t('reconciliation:books.same'));
  const after = await reconciled(shop);
  expect(after.counts).toEqual({ differences: 0, agreeing: 5 });
  expect(after.here).toEqual(after.bank);
  await expect(book(page, 'Kramar')).toContainText(formatAmount(after.here.amount));

  // The result is still there after a look at an invoice; and requested again, nothing is left.
  await row(page, 'Стіл 2').getByRole('link').first().click();
  await expect(page.getByRole('complementary')).toContainText('200,00 ₴');
  await page.goBack();
  await expect(row(page, 'Стіл 2')).toBeVisible();
  await run(page);
  await expect(page.getByRole('heading', { name: t('reconciliation:nothing.title') })).toBeVisible();
  await page.getByRole('button', { name: t('reconciliation:agreeing.title', { count: 5 }) }).click();
  await expect(
    page.getByRole('table', { name: t('reconciliation:agreeing.label') }).getByRole('row'),
  ).toHaveCount(6);
});

test('the till’s file is the third book, read in the chosen columns, and outlives a session', async ({
  page,
  shop,
  signIn,
}) => {
  await paid(shop, { amount: 10_000, reference: 'A-1' });
  await paid(shop, { amount: 20_000, reference: 'A-2' });
  await shop.createInvoice({ amount: 30_000, reference: 'A-3' });
  await signIn('owner', '/reports/reconciliation?period=last_7_days');

  await till(page, 'порожній.csv', '');
  await expect(page.getByRole('alert')).toContainText(
    t('reconciliation:till.fault.empty', { name: 'порожній.csv' }),
  );
  await till(page, 'no-table.csv', Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]));
  await run(page);
  await expect(page.getByRole('alert')).toContainText(
    t('reconciliation:failed.fileTitle', { name: 'no-table.csv' }),
  );

  // «Чек;Гроші» in windows-1251: the amount has an unknown column name.
  const windows1251 = Buffer.from([0xd7, 0xe5, 0xea, 0x3b, 0xc3, 0xf0, 0xee, 0xf8, 0xb3]);
  const rows = '\r\nA-1;100,00\r\nA-2;250,00\r\nA-3;300,00\r\nA-9;1,00\r\n;5,00\r\n';
  await till(page, 'каса.csv', Buffer.concat([windows1251, Buffer.from(rows)]));
  // Once, as when the refresh token has run out overnight.
  const lost = { status: 401, json: {} };
  await page.route('**/api/v1/reconciliation/**', (route) => route.fulfill(lost), { times: 1 });
  await page.route('**/api/v1/auth/token/refresh/', (route) => route.fulfill(lost), { times: 1 });
  await run(page);
  await expect(page.getByRole('heading', { name: t('common:signIn.expiredTitle') })).toBeVisible();
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('common:signIn.expiredTitle') })).toBeHidden();
  await expect(page.getByText('каса.csv')).toBeVisible();

  await run(page);
  await expect(page.getByText(/Windows-1251 · крапка з комою · замовлення — «Чек» · без сум/)).toBeVisible();
  await expect(page.getByText(t('reconciliation:read.unread', { count: 1 }))).toBeVisible();
  await expect(row(page, 'A-9')).toContainText(t('reconciliation:difference.only_till'));
  await page.getByRole('button', { name: t('reconciliation:read.change') }).click();
  await page.getByRole('combobox', { name: t('reconciliation:hints.amount') }).click();
  await page.getByRole('option', { name: '2. Гроші' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('reconciliation:hints.again') }).click();
  await expect(row(page, 'A-2')).toContainText(
    t('reconciliation:difference.till_amountMore', { amount: '50,00 ₴' }),
  );
  await expect(row(page, 'A-3')).toContainText(t('reconciliation:difference.till_unpaid'));
  await expect(book(page, t('reconciliation:books.till'))).toContainText('651,00 ₴');
  await expect(
    page.getByRole('heading', { name: t('reconciliation:differences.title', { count: 3 }) }),
  ).toBeVisible();

  // By kind; and what cannot be resolved here is looked at.
  await page.getByText('Лише в касовій програмі 1').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await row(page, 'A-9')
    .getByRole('link', { name: t('reconciliation:row.lookOf', { name: 'A-9' }) })
    .click();
  await expect(page).toHaveURL(/\/invoices\?search=A-9/);
  await page.goBack();
  await expect(page.getByText('каса.csv').first()).toBeVisible();
});

test.describe('in English, dark', () => {
  test.use({ language: 'en', scheme: 'dark', bankHangs: true });

  test('a terminal without data from the bank is reported, and each user does only what they may', async ({
    page,
    shop,
  }) => {
    const [, books] = shop.bank.merchants;
    if (!books) throw new Error('There is one merchant only.');
    await addTerminal(shop.console, { name: 'Книгарня', token: books.token });
    pastKramar(shop, 7_000, 'Past 1');
    shop.bank.payOutsideKramar(books.token, { amount: 9_000, reference: 'Book 1' });
    await shop.employee('viewer', ['can_view_invoices']);
    await fillSignIn(page, 'en', 'viewer');
    await expect(places(page)).toBeVisible();
    await open(page, shop);

    // Cancelled: no failure is shown.
    shop.bank.fault({ kind: 'hang', path: 'statement*', times: 2 });
    await run(page, 'Reconcile');
    await expect(page.getByText(en('reconciliation:asking.title'))).toBeVisible();
    await page.getByRole('button', { name: en('common:work.stop') }).click();
    await expect(page.getByText(en('reconciliation:asking.title'))).toBeHidden();
    await expect(page.getByText(en('reconciliation:begin.title'))).toBeVisible();
    shop.bank.clearFaults();

    shop.bank.fault({ kind: 'internal-error', path: 'statement*', token: books.token, times: 9 });
    await run(page, 'Reconcile');
    await expect(page.getByRole('alert')).toContainText(en('reconciliation:notAsked.some'));
    await expect(page.getByRole('alert')).toContainText('Книгарня');
    await expect(row(page, 'Past 1')).toContainText('it is not in Kramar');
    await expect(row(page, 'Book 1')).toHaveCount(0);
    await expect(row(page, 'Past 1').getByRole('button')).toHaveCount(0);
    await expect(page.getByText('an employee who can manage the bank')).toBeVisible();
    await expectAccessible(page);

    shop.bank.clearFaults();
    await expect(async () => {
      await run(page, 'Reconcile');
      await expect(row(page, 'Book 1')).toBeVisible({ timeout: 3000 });
    }).toPass();
    expect((await shop.owner.get<{ count: number }>('invoices/')).body.count).toBe(0);
  });
});
