import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { addMonths } from '../../renderer/lib/periods.ts';
import { dayOf } from '../../renderer/lib/zone.ts';
import { writeInvoice } from '../helpers/many-invoices.ts';
import { readCsv } from '../helpers/table-files.ts';
import { delayTimers } from './helpers/hold.ts';
import { expect, fill, listed, test } from './helpers/invoices.ts';
import { places } from './helpers/live.ts';
import { t } from './helpers/texts.ts';

const referencesIn = async (download: Download): Promise<(string | undefined)[]> => {
  const [head = [], ...rows] = readCsv(await readFile(await download.path()));
  return rows.map((row) => row[head.indexOf('Номер замовлення')]);
};

const choose = async (page: Page, format: 'csv' | 'xlsx') => {
  await page.getByRole('button', { name: t('common:export.button'), exact: true }).click();
  await page.getByRole('menuitem', { name: t(`common:export.${format}`), exact: true }).click();
};

test('by keys alone it is saved, also on a busy computer', async ({ page, shop, signIn, go }) => {
  writeInvoice(shop, { status: 'success', amount: 10_000, created_date: Date.now() });
  await delayTimers(page);
  await signIn();
  await go('/invoices');
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
  const saved = page.waitForEvent('download', { timeout: 10_000 });
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});

test('what is filtered is exported in its order, while the user moves through the screens, one export at a time', async ({
  page,
  shop,
  signIn,
}) => {
  await fill(shop, 3);
  const query = 'amount_min=10100&ordering=-amount';
  await signIn('owner', `/invoices?${query}`);
  await expect(page.locator('[data-invoice]')).toHaveCount(2);
  const gate = Promise.withResolvers<void>();
  await page.route('**/invoices/export/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const saved = page.waitForEvent('download');
  await choose(page, 'csv');
  await expect(page.getByText('Експорт продажів, CSV')).toBeVisible();
  await page.getByRole('button', { name: t('common:export.running') }).click();
  await expect(page.getByRole('menuitem', { name: t('common:export.xlsx'), exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');

  await places(page)
    .getByRole('link', { name: t('common:places.today') })
    .click();
  await expect(page.getByRole('region', { name: t('today:figures.title') })).toBeVisible();
  await expect(page.getByText('Експорт продажів, CSV')).toBeVisible();
  gate.resolve();
  const download = await saved;
  await expect(page.getByText(`Збережено як ${download.suggestedFilename()}`)).toBeVisible();
  expect(await referencesIn(download)).toEqual(
    (await listed(shop, query)).results.map(({ reference }) => reference),
  );
  await page.unroute('**/invoices/export/**');

  await test.step('it can be cancelled, and started again', async () => {
    const downloads: string[] = [];
    page.on('download', (each) => downloads.push(each.suggestedFilename()));
    const stopped = Promise.withResolvers<void>();
    await page.route('**/invoices/export/**', async (route) => {
      await stopped.promise;
      // The cancelled one delays nothing.
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('Alt+2');
    await choose(page, 'csv');
    await page.getByRole('button', { name: t('common:work.stop') }).click();
    await expect(page.getByText('Експорт продажів, CSV')).toHaveCount(0);
    stopped.resolve();
    await choose(page, 'xlsx');
    await expect(page.getByText(/Збережено як .*\.xlsx/)).toBeVisible();
    expect(downloads).toEqual([expect.stringMatching(/\.xlsx$/)]);
    await page.unroute('**/invoices/export/**');
  });

  await test.step('its failure is reported', async () => {
    await page.route('**/invoices/export/**', (route) => route.abort());
    await choose(page, 'csv');
    await expect(page.getByText(/Kramar не відповідає/).last()).toBeVisible();
    await expect(page.getByRole('button', { name: t('common:export.button'), exact: true })).toBeVisible();
  });
});

test('the accountant gets what was paid last month, whenever it was created', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const thisMonth = `${dayOf(Date.now(), 'Europe/Kyiv').slice(0, 7)}-01`;
  const inMonth = (count: number) => Date.parse(`${addMonths(thisMonth, count).slice(0, 7)}-15T12:00:00Z`);
  const write = (reference: string, created_date: number, paid_date: number | null) =>
    writeInvoice(shop, { status: paid_date ? 'success' : 'expired', reference, created_date, paid_date });
  write('Створено й оплачено', inMonth(-1), inMonth(-1));
  write('Створено раніше', inMonth(-2), inMonth(-1));
  write('Оплачено тепер', inMonth(-1), Date.parse(`${thisMonth}T12:00:00Z`));
  write('Не оплачено', inMonth(-1), null);
  await signIn();
  // Whatever the list is narrowed to.
  await go('/invoices?status=expired');
  await page.getByRole('button', { name: t('common:export.button'), exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: t('invoices:export.paidLastMonth', { format: 'CSV' }) }).click();
  expect((await referencesIn(await saved)).sort()).toEqual(['Створено й оплачено', 'Створено раніше']);
});
