import type { AccountMonth } from '../../shared/api/month.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, readTable, test } from './helpers/reports.ts';
import { t } from './helpers/texts.ts';

test('the last full month beside the bank’s statement, and its archive in one click', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn('owner', '/reports/month');
  const month = (await shop.owner.get<AccountMonth>('stats/month/')).body;
  expect([month.month, month.currencies[0]?.totals.gross]).toEqual(['2026-09', 8000]);
  const amount = formatAmount(8000);
  await expect(page.getByText(t('month:books.same'))).toBeVisible();
  expect((await readTable(page, t('month:books.title')))[1]).toMatchObject({
    Kramar: amount,
    [t('month:books.bank')]: amount,
    [t('month:books.difference')]: formatAmount(0),
  });
  await expectAccessibleInBoth(page);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('month:download') }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('kramar-2026-09.zip');

  // A month that goes on can be fetched too, and says that it does.
  await page.getByRole('button', { name: t('month:next') }).click();
  await expect(page).toHaveURL(/month=2026-10/);
  await expect(page.getByText(t('month:goesOn'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('month:next') })).toBeDisabled();
});
