import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { closeDay, daysToClose } from '../../main/shop/reports/day-close.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { wallClock } from '../../main/shop/shop-time.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build, openDatabase } from '../../main/store/db/connection.ts';
import type { DayClose } from '../../shared/api/day-close.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Series } from '../../shared/api/series.ts';
import { dateOf } from '../../shared/time.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { errorsOf } from '../helpers/errors.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { readCsv, readXlsx } from '../helpers/table-files.ts';
import { anySale, openSales } from '../shop/reports/sales.ts';
import { anyMoment, anyZone } from '../shop/reports/zones.ts';
import { exportedFrom } from './export/stage.ts';

/** A shop in Kyiv, over the night in which the clocks are set back: 25 October 2026 has 25 hours. */
const SATURDAY = Date.parse('2026-10-24T12:00:00Z');
const clock = stoppedClock(SATURDAY);
const sold: Record<string, Invoice> = {};

const later = async (hours: number) => {
  clock.forward(hours * 3600);
  await shop.signInAgain();
};
const sell = async (name: string, body: object) => {
  sold[name] = await shop.paid(body);
};
const close = (date = '', client = shop.owner): Promise<DayClose> =>
  ok(client.get<DayClose>(`stats/day-close/?date=${date}`), 200);

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  changeSetting(shop.console.db, shop.folder, 'shop_name', 'Кав’ярня «Зерно»');
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await sell('saturday', { cash_register: 1, amount: 10_000 });
  await later(14);
  // 04:00 on Sunday, by winter time.
  await sell('sunday', { amount: 3000 });
  await shop.owner.post(`invoices/${sold.saturday?.id}/cancel/`, { amount: 4000 });
  await later(1);
  const foreign = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700 });
  await shop.createInvoice({ amount: 99, validity: 60 });
  await later(1);
  await syncInvoices(shop);
  sold.foreign = await invoiceByBankId(shop, foreign);
  await shop.createInvoice({ amount: 1234 });
});

describe('a day', () => {
  test('a day of 25 hours in progress: refunds of the day before, payments outside Kramar, unpaid invoices', async () => {
    const day = await close();
    const { body } = await shop.owner.get<Series>(`stats/series/?from=${day.from}&to=${day.to}`);
    expect(day).toEqual({
      date: '2026-10-25',
      time_zone: 'Europe/Kyiv',
      from: '2026-10-24T21:00:00.000Z',
      to: '2026-10-25T21:59:59.999Z',
      is_over: false,
      made_at: new Date(clock.now()).toISOString(),
      shop_name: 'Кав’ярня «Зерно»',
      totals: { ...body.totals, gross: 3700, refunds: 4000, count: 2, refund_count: 1 },
      other_currencies: [],
      foreign: { count: 1, gross: 700 },
      by_terminal: [expect.objectContaining({ label: 'Каса', gross: 3700, refunds: 4000 })],
      by_cash_register: [
        expect.objectContaining({ key: null, label: '', gross: 3700, refunds: 0 }),
        expect.objectContaining({ label: 'ZRN1', gross: 0, refunds: 4000, net: -4000 }),
      ],
      by_employee: [
        expect.objectContaining({ key: '1', label: 'owner', gross: 3000, refunds: 4000 }),
        expect.objectContaining({ key: null, gross: 700, refunds: 0 }),
      ],
      by_payment_system: expect.arrayContaining([
        expect.objectContaining({ key: sold.sunday?.payment_system, label: '', quantity: null, gross: 3000 }),
        expect.objectContaining({ key: null, gross: 700 }),
      ]),
      first_number: sold.sunday?.number_display,
      last_number: sold.foreign?.number_display,
      open: { count: 1, amount: 1234 },
      expired: { count: 1, amount: 99 },
      failed: { count: 0, amount: 0 },
      attempts_in_doubt: 0,
      statement_until: expect.stringMatching(/^2026-10-25T/),
    });
    expect(day.totals.fee).toBe((sold.sunday?.fee ?? 0) + (sold.foreign?.fee ?? 0));
    expect(await close('2026-10-25')).toEqual(day);
  });

  test('that is over, one on which nothing was, and one of 23 hours', async () => {
    const saturday = await close('2026-10-24');
    expect(saturday).toMatchObject({ is_over: true, totals: { gross: 10_000, refunds: 0, count: 1 } });
    expect([saturday.first_number, saturday.last_number]).toEqual(['000001', '000001']);
    const spring = await close('2026-03-29');
    expect([spring.from, spring.to]).toEqual(['2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z']);
    expect(spring).toMatchObject({ by_terminal: [], first_number: null, last_number: null });
    expect((await close('1970-01-01')).totals.count).toBe(0);
  });

  test('attempts in doubt, and a terminal without a statement', async () => {
    const before = await close();
    const second = await addTerminal(shop.console, {
      name: 'Книги',
      token: shop.bank.merchants[1]?.token ?? '',
    });
    expect((await close()).statement_until).toBeNull();
    // An inactive terminal has no statement to wait for.
    await shop.owner.patch(`terminals/${second.id}/`, { is_active: false });
    expect((await close()).statement_until).toBe(before.statement_until);
    const { db, now } = shop.console;
    const attempt = { terminal_id: second.id, invoice_id: null, account_id: null, number: null };
    for (const [tag, created_at] of [
      ['a', now()],
      ['b', SATURDAY],
    ] as const)
      db.run(
        build
          .insertInto('attempts')
          .values({
            ...attempt,
            kind: 'create',
            status: 'in_doubt',
            tag,
            request: '{}',
            err_code: 'TIMEOUT',
            created_at,
            settled_at: null,
          }),
      );
    expect((await close()).attempts_in_doubt).toBe(1);
  });
});

test('one answer shows one moment, whatever is written meanwhile', () => {
  const own = openDatabase(databaseFile(shop.folder));
  const count = () => own.all(build.selectFrom('units').select('id')).length;
  try {
    const seen = own.read(() => {
      const before = count();
      const unit = { name: 'x', short_name: '', search_text: '', created_at: 1, updated_at: 1 };
      shop.console.db.run(build.insertInto('units').values(unit));
      return [before, count()];
    });
    expect(seen).toEqual([0, 0]);
    expect(count()).toBe(1);
  } finally {
    own.close();
  }
});

test('by any sales, in any time zone: each list adds up to the totals, and the days to the whole', () => {
  const stage = openSales();
  try {
    fc.assert(
      fc.property(fc.array(anySale, { maxLength: 20 }), anyZone(), anyMoment(), (sales, zone, at) => {
        stage.write(sales);
        const date = dateOf(wallClock(zone)(at).day);
        const day = closeDay(stage.db, daysToClose(zone, () => at)(date));
        expect(day.from <= at && at <= day.to).toBe(true);
        const [start, end] = [wallClock(zone)(day.from), wallClock(zone)(day.to + 1)];
        expect([dateOf(start.day), end.day > start.day]).toEqual([date, true]);
        for (const points of [day.byTerminal, day.byCashRegister, day.byEmployee, day.byPaymentSystem])
          for (const name of ['gross', 'fee', 'refunds', 'count', 'refund_count'] as const)
            expect(points.reduce((sum, { sums }) => sum + sums[name], 0)).toBe(day.totals[name]);
      }),
      { numRuns: 60 },
    );
  } finally {
    stage.close();
  }
});

describe('as a table', () => {
  test('its sections, one after another, in either format', async () => {
    const token = await shop.signIn('owner');
    const uk = { token, headers: { 'Accept-Language': 'uk' } };
    const { file, headers } = await exportedFrom(shop, 'stats/day-close/export/?date=2026-10-25', uk);
    expect(headers['content-disposition']).toBe('attachment; filename="day-close-2026-10-25.csv"');
    const [titles, ...rows] = readCsv(file);
    expect(titles?.slice(0, 4)).toEqual(['Розділ', 'Назва', 'Виторг', 'Повернення']);
    const day = await close('2026-10-25');
    expect(rows.find(([section, name]) => section === 'Разом' && name === '')?.slice(2, 8)).toEqual([
      ...['37,00', '40,00', `${(day.totals.fee / 100).toFixed(2)}`.replace('.', ',')],
      `${(day.totals.net / 100).toFixed(2)}`.replace('.', ','),
      ...['2', '1'],
    ]);
    expect(rows.filter(([section]) => section === 'Таблички').map(([, name]) => name)).toEqual([
      'Без таблички',
      'ZRN1',
    ]);
    expect(rows.filter(([section]) => section === 'Не оплачено').map((row) => row.slice(8, 10))).toEqual([
      ['1', '12,34'],
      ['1', '0,99'],
      ['0', '0,00'],
    ]);
    const workbook = await exportedFrom(shop, 'stats/day-close/export/?date=2026-10-25&format=xlsx', uk);
    expect(readXlsx(workbook.file)).toMatchObject({ sheetName: 'Підсумок дня', formulas: 0 });
  });
});

test('a day that is none, far out of range or not begun is refused', async () => {
  for (const [message, ...dates] of [
    ['Date has wrong format. Use YYYY-MM-DD.', '2026-02-30', '2026-2-3', 'yesterday', '20261025'],
    ['Date has wrong format. Use YYYY-MM-DD.', '2026-10-25T00:00:00Z', '+002026-10-25'],
    ['Expected a day from 1970-01-01 on.', '1969-12-31', '0000-01-01'],
    ['This day has not begun yet in the time zone of the shop.', '2026-10-26'],
  ])
    for (const date of dates)
      for (const path of ['stats/day-close/', 'stats/day-close/export/']) {
        const errors = await errorsOf(shop, 'GET', `${path}?${new URLSearchParams({ date })}`);
        expect([date, errors]).toEqual([date, { date: [message] }]);
      }
});
