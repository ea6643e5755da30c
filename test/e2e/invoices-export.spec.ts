import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addMonths } from '../../renderer/lib/periods.ts';
import { dayOf } from '../../renderer/lib/zone.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { formatAmount } from '../../shared/money.ts';
import { writeInvoice } from '../helpers/many-invoices.ts';
import type { Shop } from '../helpers/shop.ts';
import { readCsv, readXlsx } from '../helpers/table-files.ts';
import { delayTimers } from './helpers/hold.ts';
import { expect, listed, test } from './helpers/invoices.ts';
import { places } from './helpers/live.ts';
import { t } from './helpers/texts.ts';

const MINUTE_MS = 60_000;

/** The list as a table: each row by the titles of its columns. */
type Row = Record<string, string>;
const TITLES = [
  ...['Номер', 'Номер замовлення', 'Статус', 'Створено', 'Оплачено', 'Сума', 'Залишок', 'Комісія банку'],
  ...['Точка', 'Картка', 'RRN'],
];

/** Every kind of invoice that the columns distinguish, and 40 of them over 100,00. */
const writeMany = (shop: Shop): void => {
  for (let index = 0; index < 50; index += 1) {
    const status =
      (['created', 'success', 'reversed', 'expired', 'failure'] as const)[index % 5] ?? 'created';
    const created_date = Date.now() - (index + 1) * 997 * MINUTE_MS;
    const amount = (index < 40 ? 10_000 : 5000) + index * 101;
    const isPaid = status === 'success' || status === 'reversed';
    const payment = {
      paid_date: created_date + MINUTE_MS,
      fee: 13 + index,
      masked_pan: `444403******${1000 + index}`,
      rrn: `0606${index}`,
      payment_system: 'visa',
      final_amount: status === 'reversed' ? 0 : [null, amount - 100][index % 2],
    };
    writeInvoice(shop, {
      status,
      amount,
      created_date,
      reference: `Стіл "${index}"; №${index}`,
      ...(isPaid ? payment : {}),
    });
  }
};

const clock = new Intl.DateTimeFormat('uk', {
  ...({ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit' } as const),
  ...({ minute: '2-digit', second: '2-digit', timeZone: 'Europe/Kyiv' } as const),
});
const wall = (date: string | null): string =>
  date === null ? '' : clock.format(new Date(date)).replace(', ', ' ');

const sum = (minor: number): string => formatAmount(minor).replace(/\s₴$/u, '').replaceAll(/\s/gu, '');

const said = (invoice: Invoice): Row => {
  const isPaid = invoice.status === 'success' || invoice.status === 'reversed';
  return {
    Номер: invoice.number_display,
    'Номер замовлення': invoice.reference,
    Статус: invoice.status_display,
    Створено: wall(invoice.created_date),
    Оплачено: wall(invoice.paid_date),
    Сума: sum(invoice.amount),
    Залишок: isPaid ? sum(invoice.final_amount ?? invoice.amount) : '',
    'Комісія банку': isPaid ? sum(invoice.fee) : '',
    Точка: invoice.terminal_name,
    Картка: invoice.masked_pan,
    RRN: invoice.rrn,
  };
};

/** Days since 1899, as a workbook counts them. */
const momentOfSerial = (serial: string): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(Number(serial) * 86_400) * 1000)
    .toISOString()
    .replace(/^(\d+)-(\d+)-(\d+)T(.{8}).*$/, '$3.$2.$1 $4');

const cellsOf = (file: Buffer): Map<string, string>[] =>
  readXlsx(file).rows.map(
    (cells) =>
      new Map(
        cells.map(({ ref, format, value }) => {
          const read = { 4: () => value.replace('.', ','), 164: () => momentOfSerial(value) }[format];
          return [ref.replace(/\d+$/, ''), read ? read() : value];
        }),
      ),
  );

const tableOf = {
  csv: (file: Buffer): Row[] => {
    const [head = [], ...rows] = readCsv(file);
    return rows.map((row) =>
      Object.fromEntries(TITLES.map((title) => [title, row[head.indexOf(title)] ?? 'no such column'])),
    );
  },
  xlsx: (file: Buffer): Row[] => {
    const [head = new Map<string, string>(), ...rows] = cellsOf(file);
    const columns = new Map([...head].map(([column, title]) => [title, column]));
    return rows.map((row) =>
      Object.fromEntries(TITLES.map((title) => [title, row.get(columns.get(title) ?? '') ?? ''])),
    );
  },
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

test('an export holds exactly what is filtered, cell by cell, in its order', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  writeMany(shop);
  await signIn();
  const query = 'amount_min=10000&ordering=-amount';
  await go(`/invoices?${query}`);
  await expect(page.getByRole('navigation', { name: t('common:pager.label') })).toContainText('1–25 з 40');
  const pages = [
    await listed(shop, `${query}&page_size=25`),
    await listed(shop, `${query}&page_size=25&page=2`),
  ];
  const expected = pages.flatMap(({ results }) => results.map(said));
  expect(expected).toHaveLength(40);

  for (const format of ['csv', 'xlsx'] as const) {
    const saved = page.waitForEvent('download');
    await choose(page, format);
    const download = await saved;
    await expect(page.getByText(`Збережено як ${download.suggestedFilename()}`)).toBeVisible();
    expect(tableOf[format](await readFile(await download.path()))).toEqual(expected);
  }
});

test('it continues while the user moves through the screens, one export at a time', async ({
  page,
  shop,
  signIn,
}) => {
  writeMany(shop);
  await signIn('owner', '/invoices');
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
  expect(tableOf.csv(await readFile(await download.path()))).toHaveLength(50);
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
  const rows = tableOf.csv(await readFile(await (await saved).path()));
  expect(rows.map((row) => row['Номер замовлення']).sort()).toEqual([
    'Створено й оплачено',
    'Створено раніше',
  ]);
});
