import {
  type DayClose,
  dayClose,
  dayCloseExportQuery,
  dayCloseQuery,
} from '../../../shared/api/day-close.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { type AccountMonth, ARCHIVE_TYPE, accountMonth, monthQuery } from '../../../shared/api/month.ts';
import {
  otherCurrency,
  type SeriesPoint,
  type SeriesSums,
  series,
  seriesExportQuery,
  seriesQuery,
  seriesSums,
  stats,
  statsQuery,
} from '../../../shared/api/series.ts';
import { dateOf, isoTime } from '../../../shared/time.ts';
import type { AppReader } from '../../money/reads.ts';
import { present } from '../../platform/present.ts';
import { type ClosedDay, daysToClose } from '../../shop/reports/day-close.ts';
import { type AccountMonth as Month, monthsOnClock } from '../../shop/reports/month.ts';
import type { Point } from '../../shop/reports/series.ts';
import { netOf, type Sums } from '../../shop/reports/series-sums.ts';
import { wallClock } from '../../shop/shop-time.ts';
import { latestClosure } from '../../store/closures.ts';
import type { Db } from '../../store/db/connection.ts';
import { invoiceStats } from '../../store/invoices/rollups/rollups.ts';
import { dayCloseTable } from '../export/day-close-table.ts';
import type { Exports } from '../export/exports.ts';
import { seriesTable } from '../export/report-tables.ts';
import { tableFile } from '../export/table-file.ts';
import { defineExtension, defineRoute, type Route, TABLE_ANSWER } from '../route.ts';

const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** An offset can carry the year 9999 over into the next, which no timestamp of ours can express. */
const presentEdge = (at: number | undefined): string | null =>
  at === undefined ? null : isoTime(Math.min(at, LAST_TIME));

/** @param timeZone the shop's, IANA */
export const seriesRoutes = (reader: AppReader, timeZone: string): Route[] => [
  defineExtension({
    at: 'GET stats/series/',
    id: 'getSeries',
    summary: 'Sums of money that moved in a range, by time or by what it was about',
    description:
      'Money counts when it moved: a payment when it was paid, a refund when it was made. For products, the ' +
      'fee and the refunds of a payment are shared out over its items in proportion to their amounts.',
    order: 'that of `results`.',
    answer: series,
    access: 'can_view_invoices',
    query: seriesQuery,
    isLongRunning: true,
    handler: async ({ query, signal }) => {
      const { group_by = 'day', from, to } = query;
      const sums = await reader.run('series', [timeZone, group_by, query], signal);
      return {
        group_by,
        time_zone: timeZone,
        from: presentEdge(from),
        to: presentEdge(to),
        results: sums.points.map((point) => presentPoint(point, group_by === 'product')),
        totals: presentSums(sums.totals),
        other_currencies: sums.otherCurrencies.map((sums) => present(otherCurrency, sums)),
      };
    },
  }),
  defineExtension({
    ...TABLE_ANSWER,
    at: 'GET stats/series/export/',
    id: 'exportSeries',
    records: 'report_exported',
    summary: 'Fetch a report as a table',
    description:
      'What GET stats/series/ answers under the same parameters, a row for each point and a last one with the ' +
      'totals. CSV and XLSX as of GET invoices/export/.',
    access: 'can_view_invoices',
    query: seriesExportQuery,
    handler: async ({ query, language, signal }) => {
      const { group_by: group = 'day', format = 'csv', from, to } = query;
      const clock = wallClock(timeZone);
      const dayOf = (at: number | undefined) => (at === undefined ? undefined : dateOf(clock(at).day));
      const sales = await reader.run('series', [timeZone, group, query], signal);
      return tableFile(
        seriesTable({ group, series: sales, days: [dayOf(from), dayOf(to)] }, language),
        format,
      );
    },
  }),
];

const presentSums = (sums: Sums): SeriesSums => present(seriesSums, { ...sums, net: netOf(sums) });

export const presentPoint = ({ key, label, sums }: Point, isProduct = false): SeriesPoint => ({
  key,
  label,
  quantity: isProduct && key !== null ? sums.quantity / 1000 : null,
  ...presentSums(sums),
});

export const statsRoutes = (db: Db): Route[] => [
  defineRoute({
    at: 'GET stats/',
    id: 'getStats',
    summary: 'Counts and sums of invoices created in a range',
    answer: stats,
    access: 'can_view_invoices',
    query: statsQuery,
    handler: ({ query }) => invoiceStats(db, query),
  }),
];

const presentNumber = (number: number | undefined): string | null =>
  number === undefined ? null : numberDisplay(number);

const presentDay = (day: ClosedDay, timeZone: string): DayClose =>
  present(dayClose, {
    ...day,
    time_zone: timeZone,
    totals: presentSums(day.totals),
    foreign: { count: day.foreign.count, gross: day.foreign.amount },
    by_terminal: day.byTerminal.map((point) => presentPoint(point)),
    by_cash_register: day.byCashRegister.map((point) => presentPoint(point)),
    by_employee: day.byEmployee.map((point) => presentPoint(point)),
    by_payment_system: day.byPaymentSystem.map((point) => presentPoint(point)),
    first_number: presentNumber(day.firstNumber),
    last_number: presentNumber(day.lastNumber),
  });

/** @param timeZone the shop's, IANA */
export const dayCloseRoutes = (reader: AppReader, now: () => number, timeZone: string): Route[] => {
  const dayOf = daysToClose(timeZone, now);
  // An invalid day is refused here: an error loses its class on the way from the thread.
  const close = async (date: string | undefined, signal: AbortSignal) =>
    reader.run('dayClose', [dayOf(date)], signal);
  return [
    defineExtension({
      at: 'GET stats/day-close/',
      id: 'getDayClose',
      summary: "Sum up a day of the shop's calendar",
      description: 'No fiscal document. A day that has not begun is a 400.',
      answer: dayClose,
      access: 'can_view_invoices',
      query: dayCloseQuery,
      isLongRunning: true,
      handler: async ({ query, signal }) => presentDay(await close(query.date, signal), timeZone),
    }),
    defineExtension({
      ...TABLE_ANSWER,
      at: 'GET stats/day-close/export/',
      id: 'exportDayClose',
      records: 'day_exported',
      summary: "Fetch the summary of a day of the shop's calendar as a table",
      description:
        'What GET stats/day-close/ answers, its sections one below the other; where terminals issue fiscal receipts, ' +
        'also what GET stats/day-fiscal/ answers. CSV and XLSX as of GET invoices/export/.',
      access: 'can_view_invoices',
      query: dayCloseExportQuery,
      handler: async ({ query: { date, format = 'csv' }, language, signal }) =>
        tableFile(dayCloseTable(await close(date, signal), timeZone, language), format),
    }),
  ];
};

const presentMonth = (month: Month, timeZone: string): AccountMonth =>
  present(accountMonth, {
    ...month,
    month: month.name,
    time_zone: timeZone,
    sellers: month.taxNumbers,
    currencies: month.currencies.map(({ totals, byTerminal, ...currency }) => ({
      ...currency,
      totals: presentSums(totals),
      by_terminal: byTerminal.map((point) => presentPoint(point)),
    })),
    gaps: {
      ...month.gaps,
      statements: month.gaps.statements.map(({ id, ...statement }) => ({ ...statement, terminal: id })),
    },
  });

/** @param timeZone the shop's, IANA */
export const monthRoutes = (
  db: Db,
  reader: AppReader,
  exports: Exports,
  now: () => number,
  timeZone: string,
): Route[] => {
  const monthOf = monthsOnClock(timeZone, now);
  return [
    defineExtension({
      at: 'GET stats/month/',
      id: 'getMonth',
      summary: "Sum up a month of the shop's calendar for the accountant",
      description:
        'No fiscal document. Payments count by the date of payment, refunds by the date of refund, as in GET ' +
        'stats/series/ and GET stats/day-close/. A month that has not begun is a 400.',
      answer: accountMonth,
      access: 'can_view_invoices',
      query: monthQuery,
      isLongRunning: true,
      // An invalid month is refused here: an error loses its class on the way from the thread.
      handler: async ({ query: { month, tax_number }, signal }) =>
        presentMonth(await reader.run('month', [monthOf(month), tax_number], signal), timeZone),
    }),
    defineExtension({
      at: 'GET stats/month/export/',
      id: 'exportMonth',
      records: 'month_exported',
      summary: "Fetch a month of the shop's calendar as an archive for the accountant",
      description:
        'A zip with one XLSX workbook, the same tables as CSV (UTF-8 with a byte order mark, semicolons), ' +
        'and a file for 1C and BAS: totals, day summaries, net payouts by day and terminal, payments, refunds, ' +
        'bank fees, fiscal receipts with their addresses, products, and where there was cash the cash sales. Everything is of one moment. Streamed: a client ' +
        'that takes nothing for a minute is cut off.',
      produces: [ARCHIVE_TYPE],
      answerHeaders: ['Content-Disposition', 'X-Total-Count'],
      isTranslated: true,
      access: 'can_view_invoices',
      query: monthQuery,
      isLongRunning: true,
      handler: ({ query: { month, tax_number }, language }) => {
        const wanted = monthOf(month);
        const version = latestClosure(db, 'month', wanted.name)?.version;
        return exports.month(wanted, tax_number, language, version);
      },
    }),
  ];
};
