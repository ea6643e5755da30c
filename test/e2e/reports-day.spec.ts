import type { DayClose } from '../../shared/api/day-close.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, readTable, rowOf, test } from './helpers/reports.ts';
import { t } from './helpers/texts.ts';

test('the close of a day: numbers, links to what is behind them, paper', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await signIn('owner', '/reports/day');
  const read = async (date: string) => (await shop.owner.get<DayClose>(`stats/day-close/?date=${date}`)).body;
  const table = page.getByRole('table', { name: t('reports:day.sections') });
  const compare = async (day: DayClose) => {
    // A shop without registers shows no table of registers.
    const registers = day.by_cash_register.some(({ key }) => key !== null) ? day.by_cash_register : [];
    const lines = [
      ...[...day.by_terminal, ...registers, ...day.by_employee],
      ...[...day.by_payment_system, day.totals],
    ];
    await expect(table.locator('tfoot')).toContainText(formatAmount(day.totals.net));
    const shown = await readTable(page, t('reports:day.sections'));
    expect(shown.filter((row) => Object.keys(row).length > 1)).toEqual(lines.map(rowOf));
  };

  // Today: the day is in progress, and the page says so.
  await expect(page.getByText(t('reports:day.goesOn'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('reports:notes.goesOnText', { time: '15:10' }))).toBeVisible();
  const today = await read('2026-10-27');
  expect(today).toMatchObject({ is_over: false, totals: { gross: 700, refunds: 3000, count: 1 } });
  await compare(today);
  await expect(page.getByRole('button', { name: t('reports:day.next') })).toBeDisabled();
  await expectAccessibleInBoth(page);

  await page.getByRole('button', { name: new RegExp(`^${t('reports:day.choose')}: `) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // The day before, and a row of it.
  await page.getByRole('button', { name: t('reports:day.previous') }).click();
  await expect(page).toHaveURL(/date=2026-10-26/);
  await expect(page.getByText(t('reports:day.over'), { exact: true })).toBeVisible();
  const before = await read('2026-10-26');
  expect(before).toMatchObject({ is_over: true, totals: { gross: 5000, refunds: 4000 } });
  await compare(before);
  const olena = table.getByRole('row', { name: /^olena/ });
  await olena.locator('[data-sum="gross"]').click();
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
  await page.goBack();
  await table.getByRole('row', { name: /^Visa/i }).locator('[data-sum="gross"]').click();
  await expect(page.getByRole('group', { name: t('invoices:narrow.label') })).toContainText(/visa/i);
  await expect(page.locator('[data-invoice]')).not.toHaveCount(0);
  await page.goBack();
  await table
    .locator('tfoot')
    .getByRole('link', { name: formatAmount(4000), exact: true })
    .click();
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
  await expect(page.locator('[data-invoice]')).toHaveAccessibleName(/100,00/);
  await page.goBack();
  await expect(table).toBeVisible();

  // On paper, whatever its name.
  const put = page.getByRole('button', { name: t('common:print') });
  const sheet = page.locator('[data-print-sheet]');
  const printed = async (paper: string) => {
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator(`[data-print-sheet="${paper}"]`)).toBeVisible();
    for (const text of [formatAmount(5000), 'olena', t('reports:day.notFiscalShort'), '26.10.2026'])
      await expect(sheet).toContainText(text);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => {
      delete document.body.dataset.printed;
      dispatchEvent(new Event('afterprint'));
    });
    await expect(sheet).toHaveCount(0);
  };
  await page.keyboard.press('Control+p');
  await printed('a4');
  await put.click();
  await page.getByRole('menuitem', { name: t('reports:print.paper-roll') }).click();
  await printed('roll');

  await go('/reports/day?date=2026-11-05');
  await expect(page.getByRole('heading', { name: t('reports:day.toCome') })).toBeVisible();
  await page.route('**/api/v1/stats/day-close/**', (route) => route.abort());
  await page
    .getByRole('button', { name: t('common:period.today') })
    .last()
    .click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/v1/stats/day-close/**');
  await page.getByRole('button', { name: t('common:list.tryAgain') }).click();
  await expect(table).toBeVisible();
});
