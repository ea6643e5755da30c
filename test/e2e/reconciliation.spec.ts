import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addTerminal } from '../../main/domain/terminals/terminals.ts';
import type { Reconciliation } from '../../shared/api/reconciliation.ts';
import { formatAmount } from '../../shared/money.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { readCsv } from '../helpers/table-files.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { paid } from './helpers/invoices.ts';

const open = async (page: Page, shop: Shop) => {
  await page.goto(new URL('/reports/reconciliation?period=last_7_days', shop.baseUrl).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const run = (page: Page, name = 'Звірити') => page.getByRole('button', { name, exact: true }).click();
const book = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
const pastKramar = (shop: Shop, amount: number, reference: string) =>
  shop.bank.payOutsideKramar(shop.merchant.token, { amount, reference });
/** What the interface says of the same days. */
const reconciled = async (shop: Shop): Promise<Reconciliation> => {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
  return (await shop.owner.post<Reconciliation>(`reconciliation/?from=${day(6)}&to=${day(-1)}`)).body;
};
const till = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

test('what differs comes first, is cleared up row by row, and the sums follow', async ({
  page,
  shop,
  signIn,
}) => {
  await paid(shop, { amount: 10_000, reference: 'Стіл 1' });
  const refunded = await paid(shop, { amount: 20_000, reference: 'Стіл 2' });
  shop.bank.refund(refunded.invoice_id, 5_000);
  for (const index of [1, 2, 3]) pastKramar(shop, 1_000 * index, `Повз ${index}`);
  await signIn();
  await page.getByRole('navigation').getByRole('link', { name: /Звіти/ }).click();
  await page.goto(new URL('/reports/reconciliation', shop.baseUrl).href);
  await expect(page.getByText('Чи все сходиться?')).toBeVisible();
  await page.getByRole('button', { name: /^Вчора/ }).click();
  await page.getByRole('button', { name: 'Останні 7 днів' }).click();
  await run(page);

  const before = await reconciled(shop);
  await expect(book(page, 'Kramar')).toContainText(formatAmount(before.here.amount));
  await expect(book(page, 'Банк')).toContainText(formatAmount(before.bank.amount));
  await expect(book(page, 'Банк')).toContainText('на 60,00 ₴ більше, ніж у Kramar, на 3 оплати більше');
  await expect(page.getByRole('heading', { name: 'Не сходиться: 4 рядки' })).toBeVisible();
  await expect(row(page, 'Стіл 2')).toContainText('Банк повернув на 50,00 ₴ більше');
  await expectAccessible(page);

  // A file for whoever clears it up elsewhere.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Відмінності в CSV' }).click();
  const [head, ...cells] = readCsv(readFileSync(await (await saved).path()));
  expect(head?.[0]).toBe('Замовлення');
  expect(cells.map(([reference]) => reference).sort()).toEqual(['Повз 1', 'Повз 2', 'Повз 3', 'Стіл 2']);
  expect(cells.find(([reference]) => reference === 'Повз 2')?.slice(8, 10)).toEqual(['20,00', '0,00']);

  await row(page, 'Повз 1').getByRole('button').dblclick();
  await expect(row(page, 'Повз 1')).toContainText('З’ясовано: збігається');
  await expect(book(page, 'Банк')).toContainText('на 50,00 ₴ більше, ніж у Kramar, на 2 оплати більше');
  await row(page, 'Стіл 2')
    .getByRole('button', { name: /Запитати банк/ })
    .click();
  await expect(row(page, 'Стіл 2')).toContainText('З’ясовано: збігається');
  await page.getByRole('button', { name: 'Внести всі: 2' }).click();
  await expect(page.getByText('Внесено 2 оплати.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Усе з’ясовано' })).toBeVisible();
  await expect(book(page, 'Банк')).toContainText('Збігається');
  const after = await reconciled(shop);
  expect(after.counts).toEqual({ differences: 0, agreeing: 5 });
  expect(after.here).toEqual(after.bank);
  await expect(book(page, 'Kramar')).toContainText(formatAmount(after.here.amount));

  // What was found is still there after a look at an invoice; and asked anew, nothing is left.
  await row(page, 'Стіл 2').getByRole('link').first().click();
  await expect(page.getByRole('complementary')).toContainText('200,00 ₴');
  await page.goBack();
  await expect(row(page, 'Стіл 2')).toBeVisible();
  await run(page);
  await expect(page.getByRole('heading', { name: 'Усе збігається' })).toBeVisible();
  await page.getByRole('button', { name: 'Збігається: 5 оплат' }).click();
  await expect(page.getByRole('table', { name: 'Що збігається' }).getByRole('row')).toHaveCount(6);
});

test('the till’s file is the third book, read as it is told, and outlives a session', async ({
  page,
  shop,
  signIn,
}) => {
  await paid(shop, { amount: 10_000, reference: 'A-1' });
  await paid(shop, { amount: 20_000, reference: 'A-2' });
  await shop.createInvoice({ amount: 30_000, reference: 'A-3' });
  await signIn();
  await open(page, shop);

  await till(page, 'порожній.csv', '');
  await expect(page.getByRole('alert')).toContainText('порожній.csv порожній.');
  await till(page, 'no-table.csv', Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]));
  await run(page);
  await expect(page.getByRole('alert')).toContainText('Не вдалося прочитати no-table.csv');

  // «Чек;Гроші» in windows-1251: the amount goes by a name that nobody knows.
  const windows1251 = Buffer.from([0xd7, 0xe5, 0xea, 0x3b, 0xc3, 0xf0, 0xee, 0xf8, 0xb3]);
  const rows = '\r\nA-1;100,00\r\nA-2;250,00\r\nA-3;300,00\r\nA-9;1,00\r\n;5,00\r\n';
  await till(page, 'каса.csv', Buffer.concat([windows1251, Buffer.from(rows)]));
  // Once, as when the refresh token has run out overnight.
  const lost = { status: 401, json: {} };
  await page.route('**/api/v1/reconciliation/**', (route) => route.fulfill(lost), { times: 1 });
  await page.route('**/api/v1/auth/token/refresh/', (route) => route.fulfill(lost), { times: 1 });
  await run(page);
  await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeHidden();
  await expect(page.getByText('каса.csv')).toBeVisible();

  await run(page);
  await expect(page.getByText(/Windows-1251 · крапка з комою · замовлення — «Чек» · без сум/)).toBeVisible();
  await expect(page.getByText('1 рядок не прочитано')).toBeVisible();
  await expect(row(page, 'A-9')).toContainText('рахунку з ним у Kramar немає');
  await page.getByRole('button', { name: 'Прочитати інакше' }).click();
  await page.getByRole('combobox', { name: 'Стовпець із сумою' }).click();
  await page.getByRole('option', { name: '2. Гроші' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Звірити ще раз' }).click();
  await expect(row(page, 'A-2')).toContainText('У касовій програмі на 50,00 ₴ більше.');
  await expect(row(page, 'A-3')).toContainText('вважає його оплаченим, а оплати немає');
  await expect(book(page, 'Касова програма')).toContainText('651,00 ₴');
  await expect(page.getByRole('heading', { name: 'Не сходиться: 3 рядки' })).toBeVisible();

  // By kind; and what cannot be cleared up here is looked at.
  await page.getByText('Лише в касовій програмі 1').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await row(page, 'A-9').getByRole('link', { name: 'Переглянути A-9' }).click();
  await expect(page).toHaveURL(/\/invoices\?search=A-9/);
  await page.goBack();
  await expect(page.getByText('каса.csv').first()).toBeVisible();
});

test.describe('in English, dark', () => {
  test.use({ language: 'en', scheme: 'dark' });

  test('a terminal that the bank says nothing of is told, and each does only what they may', async ({
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
    await expect(page.getByRole('navigation')).toBeVisible();
    await open(page, shop);

    // Given up: nothing is told as if it had failed.
    shop.bank.fault({ kind: 'hang', path: 'statement*', times: 2 });
    await run(page, 'Reconcile');
    await expect(page.getByText('Asking the bank…')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Asking the bank…')).toBeHidden();
    await expect(page.getByText('Does everything agree?')).toBeVisible();
    shop.bank.clearFaults();

    shop.bank.fault({ kind: 'internal-error', path: 'statement*', token: books.token, times: 9 });
    await run(page, 'Reconcile');
    await expect(page.getByRole('alert')).toContainText('The bank could not be asked about every terminal');
    await expect(page.getByRole('alert')).toContainText('Книгарня');
    await expect(row(page, 'Past 1')).toContainText('it is not in Kramar');
    await expect(row(page, 'Book 1')).toHaveCount(0);
    await expect(row(page, 'Past 1').getByRole('button')).toHaveCount(0);
    await expect(page.getByText('an employee who may manage terminals')).toBeVisible();
    await expectAccessible(page);

    shop.bank.clearFaults();
    await expect(async () => {
      await run(page, 'Reconcile');
      await expect(row(page, 'Book 1')).toBeVisible({ timeout: 3000 });
    }).toPass();
    expect((await shop.owner.get<{ count: number }>('invoices/')).body.count).toBe(0);
  });
});
