import type { IncomeBook } from '../../shared/api/income-book.ts';
import { formatAmount } from '../../shared/money.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { containing, en, t } from './helpers/texts.ts';

const kyiv = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short' });

/** A thousand hryvnias on each of the last 60 days before today. */
const enterDays = async (shop: Shop): Promise<void> => {
  for (let back = 60; back >= 1; back -= 1)
    await shop.owner.post('income-book/entries/', {
      tax_number: shop.merchant.edrpou,
      date: kyiv.format(Date.now() - back * DAY_MS),
      kind: 'cash',
      amount: 100_000,
      source: 'Ярмарок',
    });
};
const readBook = async (shop: Shop): Promise<IncomeBook> =>
  (await shop.owner.get<IncomeBook>('income-book/')).body;

test('the income book: income by hand, one entry voided, a group and its limit, the warning on Today, paper', async ({
  page,
  shop,
  signIn,
}) => {
  test.setTimeout(90_000);
  await signIn('owner', '/reports/income');
  await expect(page.getByText(t('income:limit.choose'))).toBeVisible();
  await expect(page.getByText(t('income:forecast.too_little_data'))).toBeVisible();
  await expectAccessible(page);

  // Wrong, then right.
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: t('common:save') });
  await page.getByRole('button', { name: t('income:entry.open') }).click();
  await save.click();
  await expect(dialog.getByText(t('common:amount.empty'))).toBeVisible();
  await expect(dialog.getByText(t('income:entry.blank'))).toBeVisible();
  await expect(dialog.getByText(t('income:entry.shiftNote'))).toBeVisible();
  await dialog.getByLabel(t('common:words.amount')).fill('1500');
  await dialog.getByLabel(t('income:entry.source')).fill('Ярмарок');
  await dialog.getByLabel(t('common:words.remark')).fill('Накладна 17');
  await expectAccessible(page);
  await save.click();
  await expect(dialog).toHaveCount(0);
  const entries = page.getByRole('table', { name: t('income:entries.title') });
  await expect(entries.getByRole('row', { name: containing('Накладна 17') })).toBeVisible();
  expect(await readBook(shop)).toMatchObject({ income: 150_000, days: [{ cash: 150_000, shift_cash: 0 }] });

  // Voided: it stays in the list, and leaves the book.
  await entries.getByRole('button', { name: t('common:void.open', { sum: formatAmount(150_000) }) }).click();
  await dialog.getByLabel(t('common:words.reason')).fill('Внесено двічі');
  await dialog.getByRole('button', { name: t('common:void.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(entries.getByRole('row', { name: containing('Внесено двічі') })).toBeVisible();
  expect((await readBook(shop)).income).toBe(0);

  // A group and a limit of the owner's own, 90 % of which are reached.
  await enterDays(shop);
  const { income } = await readBook(shop);
  const limit = Math.floor(income / 0.9);
  await page.reload();
  await page.getByRole('button', { name: t('income:setup.open') }).click();
  await dialog.getByRole('combobox', { name: t('income:setup.group') }).click();
  await page.getByRole('option', { name: t('income:setup.groupOf', { group: 2 }) }).click();
  const second = dialog.getByRole('textbox', { name: t('income:setup.groupOf', { group: 2 }) });
  await expect(second).toHaveValue(/^\d[\d\u00a0]*,\d\d$/);
  await second.fill(`${Math.floor(limit / 100)},${String(limit % 100).padStart(2, '0')}`);
  await expectAccessible(page);
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(t('income:level.90'))).toBeVisible();
  expect(await readBook(shop)).toMatchObject({ tax_group: 2, limit, level: 90, limit_source: 'owner' });
  const book = page.getByRole('table', { name: t('common:words.incomeBook') });
  await expect(book.getByRole('row').last()).toContainText(formatAmount(income));
  await page.getByRole('radiogroup').getByText(t('common:words.days'), { exact: true }).click();
  await expect(page).toHaveURL(/by=/);
  await expect(book.getByRole('row').last()).toContainText(formatAmount(income));
  await expectAccessible(page);

  // Paper.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-print-sheet="a4"]');
  for (const text of [formatAmount(income), shop.merchant.edrpou, t('income:rules')])
    await expect(sheet).toContainText(text);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  await page.goto(new URL('/today', shop.baseUrl).href);
  await expect(page.getByText(t('income:level.90'))).toBeVisible();
  await page.getByRole('link', { name: t('income:level.look') }).click();
  await expect(page).toHaveURL(/\/reports\/income/);
});

test.describe('a phone, dark, in English', () => {
  test.use({ language: 'en', scheme: 'dark', viewport: { width: 390, height: 800 } });

  test('who sees reports reads the book, and neither enters income nor sets limits; nothing is wider than the screen', async ({
    page,
    shop,
    signIn,
  }) => {
    await enterDays(shop);
    await shop.employee('viewer', ['can_view_invoices']);
    await signIn('viewer', '/reports/income');
    await expect(page.getByRole('table', { name: en('common:words.incomeBook') })).toBeVisible();
    await expect(page.getByText(en('income:limit.notChosen'))).toBeVisible();
    await expect(page.getByRole('button', { name: en('income:setup.open') })).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await expectAccessible(page, 'dark');
    await expect(page.getByRole('button', { name: en('income:entry.open') })).toHaveCount(0);
  });
});
