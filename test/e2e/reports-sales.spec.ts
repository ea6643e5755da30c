import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import {
  SERIES_GROUPS,
  type Series,
  type SeriesGroup,
  type SeriesPoint,
  type SeriesSums,
} from '../../shared/api/series.ts';
import { formatAmount } from '../../shared/money.ts';
import { readCsv } from '../helpers/table-files.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, readTable, rowOf, test } from './helpers/reports.ts';
import { t } from './helpers/texts.ts';

/** October 2026, by the clock of Kyiv. */
const OCTOBER = 'from=2026-09-30T21:00:00.000Z&to=2026-10-31T21:59:59.999Z';
/** By time, by name with some of none, by place: of the others test/renderer/features/reports/ranges.test.ts says it. */
const FOLLOWED = new Set<SeriesGroup>(['day', 'product', 'cash_register']);
const table = (page: Page, group: SeriesGroup) =>
  page.getByRole('table', { name: t(`reports:title.${group}`) });
const total = (page: Page, name: string) =>
  page
    .getByRole('region', { name: t('invoices:totals.label') })
    .locator('div')
    .filter({ hasText: name });

test('every number is that of the interface, and every sum opens the list that it sums', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  test.setTimeout(120_000);
  await signIn();
  let followed = 0;
  for (const group of SERIES_GROUPS) {
    await go(`/reports/sales?period=this_month&alone=true&group=${group}`);
    const { body } = await shop.owner.get<Series>(`stats/series/?group_by=${group}&${OCTOBER}`);
    await expect(table(page, group)).toBeVisible();
    // Rows without a payment and a refund are left out; all others are shown.
    const points = body.results.filter(({ count, refund_count }) => count + refund_count > 0);
    const lines = [...points, body.totals];
    const shown = await readTable(page, t(`reports:title.${group}`));
    expect(shown.slice(0, lines.length - 1).concat(shown.slice(-1))).toEqual(lines.map(rowOf));
    if (FOLLOWED.has(group)) followed += await followSums(page, group, lines);
  }
  expect(followed).toBeGreaterThan(6);
});

/** The first of each group, those of no group, and the foot: lists of the rest differ from these by one value. */
const followSums = async (page: Page, group: SeriesGroup, lines: (SeriesSums | SeriesPoint)[]) => {
  const first = lines.findIndex(({ count }) => count > 0);
  const ofNone = lines.findIndex((line) => 'key' in line && line.key === null);
  const refunded = lines.findIndex(({ refund_count }) => refund_count > 0);
  const follow = async (at: number, sum: 'gross' | 'refunds', check: (line: SeriesSums) => Promise<void>) => {
    const line = lines[at];
    if (!line) return 0;
    const row = table(page, group).locator('tbody tr, tfoot tr').nth(at);
    // The chart above comes a moment later than the table, which may move under the click.
    await expect(async () => {
      await row.locator(`[data-sum="${sum}"]`).click();
      await page.waitForURL(/\/invoices/, { timeout: 2000 });
    }).toPass();
    await check(line);
    await page.goBack();
    await expect(row).toBeVisible();
    return 1;
  };
  const paid = async ({ count, gross }: SeriesSums) => {
    await expect(total(page, t('invoices:totals.count'))).toContainText(String(count));
    // A product's list is of whole invoices.
    if (group !== 'product')
      await expect(total(page, t('invoices:totals.total'))).toContainText(formatAmount(gross));
  };
  const returned = ({ refund_count }: SeriesSums) =>
    expect(page.locator('[data-invoice]')).toHaveCount(refund_count);
  let followed = 0;
  for (const at of new Set([first, ofNone])) followed += await follow(at, 'gross', paid);
  followed += await follow(refunded, 'refunds', returned);
  if (group === 'day') followed += await follow(lines.length - 1, 'gross', paid);
  return followed;
};

test('a period beside the previous one, by the same clock; its filters are shown and removed', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await signIn('owner', '/reports/sales');
  await expect(page.getByRole('heading', { name: '1–27 жовтня 2026 р.' })).toBeVisible();
  await expect(page.getByText('проти 1–27 вересня 2026 р., до 15:00').first()).toBeVisible();
  const figures = page.getByRole('region', { name: t('reports:figures.title') });
  const gross = figures.getByRole('link', { name: /^Виторг/ });
  await expect(gross).toContainText(formatAmount(10_000 + 3000 + 333 + 5000 + 700));
  await expect(gross).toContainText(t('reports:then', { value: formatAmount(8000) }));
  await expect(gross).toContainText(/на 138 % більше/);
  await figures.getByRole('link', { name: /^Повернення/ }).click();
  await expect(page.locator('[data-invoice]')).toHaveCount(2);
  await page.goBack();

  // By the keyboard: a group, then an order.
  const group = page.getByLabel(t('reports:group.label'));
  // There is one location: the takings are not asked for by it.
  await expect(group.getByRole('option')).toHaveText(
    (['day', 'hour', 'weekday', 'product', 'employee', 'cash_register'] as const).map((name) =>
      t(`reports:group.${name}`),
    ),
  );
  await group.selectOption(t('reports:group.employee'));
  await expect(table(page, 'employee')).toBeVisible();
  const names = () => table(page, 'employee').locator('tbody th').allInnerTexts();
  expect(await names()).toEqual(['owner', 'olena', t('reports:rows.none.employee')]);
  await page.getByRole('button', { name: t('reports:columns.gross'), exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([t('reports:rows.none.employee'), 'olena', 'owner']);
  await page.reload();
  await expect.poll(names).toEqual([t('reports:rows.none.employee'), 'olena', 'owner']);

  await table(page, 'employee')
    .getByRole('row', { name: /^olena/ })
    .locator('[data-sum="gross"]')
    .click();
  const conditions = page.getByRole('group', { name: t('invoices:narrow.label') });
  await conditions
    .getByRole('button', { name: t('common:clearFilter', { name: 'Хто створив: olena' }) })
    .click();
  await expect(conditions).toHaveCount(0);
  await expect(page.locator('[data-invoice]')).toHaveCount(5);
  await go('/invoices?paid_hour=3&paid_weekday=7&without=cash_register&product=2');
  for (const name of [
    t('invoices:narrow.paid_hour', { value: '03:00–04:00' }),
    t('invoices:narrow.paid_weekday', { value: 'неділя' }),
    t('invoices:narrow.product', { value: 'Чай' }),
    t('invoices:without.cash_register'),
  ])
    await expect(conditions.getByRole('button', { name })).toBeVisible();
  const asked = 'paid_hour=3&paid_weekday=7&without=cash_register&product=2';
  const { body } = await shop.owner.get<InvoicePage>(`invoices/?${asked}`);
  expect(body.count).toBe(1);
  await expect(page.locator('[data-invoice]')).toHaveCount(body.count);
  await expectAccessible(page);
});

test('a sentence says how the takings went and why, with the best goods; empty rows are hidden, refunds explained', async ({
  page,
  signIn,
}) => {
  await signIn('owner', '/reports/sales');
  const gross = formatAmount(10_000 + 3000 + 333 + 5000 + 700).replace(/\s/g, ' ');
  const sentence = page.getByText(
    t('reports:summary.more', { gross, percent: 138, difference: '110,33 ₴' }).replace(/\s/g, ' '),
  );
  await expect(sentence).toContainText(t('reports:summary.countMore', { now: '5', before: '1' }));
  // The goods with the highest revenue, each with the list behind it.
  const best = page.getByText(t('reports:summary.best'));
  await expect(best).toContainText(/Кава.*Чай/);
  // 1 to 27 October by day: five have payments or refunds in either period.
  const rows = table(page, 'day').locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText(t('reports:table.hidden', { count: 23 }))).toBeVisible();
  await expect(page.getByText(t('reports:refundRule'))).toBeVisible();
  const heads = await table(page, 'day').locator('thead th').allInnerTexts();
  expect(heads.every((head) => head.trim() !== '')).toBe(true);
  await expect(page.getByRole('link', { name: t('common:learnMore') })).toHaveAttribute(
    'href',
    '/docs/owner/uk/#reports',
  );
  await expectAccessible(page);
  await best.getByRole('link').first().click();
  await expect(page).toHaveURL(/product=1/);
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
});

test('a bad day: a failed read is reported and repeated, an empty period says so, a file is kept', async ({
  page,
  signIn,
  go,
}) => {
  await signIn();
  const path = '**/api/v1/stats/series/**';
  await page.route(path, (route) => route.abort());
  await go('/reports/sales?period=this_month&group=day');
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expect(page.getByRole('button', { name: t('common:print') })).toBeDisabled();
  await expectAccessible(page);
  await page.unroute(path);
  await page
    .getByRole('button', { name: t('common:list.tryAgain') })
    .first()
    .click();
  await expect(table(page, 'day')).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('common:export.button'), exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('sales-by-day-2026-10-01-2026-10-31.csv');
  expect(readCsv(await readFile(await file.path())).flat()).toContain('190,33');

  await page.getByRole('button', { name: t('common:period.this_month') }).click();
  await page.getByRole('button', { name: t('common:period.yesterday') }).click();
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(page.getByRole('heading', { name: '26 жовтня 2026 р.', exact: true })).toBeVisible();
  await go('/reports/sales?from=2026-10-01&to=2026-10-02&alone=true');
  await expect(page.getByRole('heading', { name: t('reports:empty.title') })).toBeVisible();
  await page.getByRole('button', { name: t('reports:empty.action') }).click();
  await expect(table(page, 'day')).toBeVisible();
});

test('axe finds nothing, and the sheet on paper has all of it', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await signIn('owner', '/reports/sales?period=this_month&group=product');
  await expect(page.getByRole('table', { name: t('reports:title.product') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: t('common:period.this_month') }).click();
  await expect(page.getByRole('button', { name: t('common:period.last_week') })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet).toContainText(t('reports:title.product'));
  await expect(sheet.locator('tbody tr')).toHaveCount(3);
  await expect(sheet.locator('tfoot')).toContainText(formatAmount(19_033));
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
});
