import {
  otherCurrency,
  type Series,
  type SeriesPoint,
  type SeriesSums,
  series,
  seriesExportQuery,
  seriesQuery,
  seriesSums,
} from '../../../shared/api/series.ts';
import { stats, statsQuery } from '../../../shared/api/stats.ts';
import { dateOf, isoTime } from '../../../shared/time.ts';
import type { AppReader } from '../../money/reads.ts';
import { present } from '../../platform/present.ts';
import type { Point } from '../../shop/reports/series.ts';
import { netOf, type Sums } from '../../shop/reports/series-sums.ts';
import { wallClock } from '../../shop/shop-time.ts';
import type { Db } from '../../store/db/connection.ts';
import { invoiceStats } from '../../store/invoices/rollups/rollups.ts';
import type { CurrencySums } from '../../store/series.ts';
import { seriesTable } from '../export/series-table.ts';
import { tableFile } from '../export/table-file.ts';
import { defineExtension, TABLE_ANSWER } from '../extension.ts';
import type { FileAnswer } from '../files.ts';
import { defineRoute, type Route } from '../route.ts';

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
    handler: async ({ query, signal }): Promise<Series> => {
      const { group_by = 'day', from, to } = query;
      const sums = await reader.run('series', [timeZone, group_by, query], signal);
      return {
        group_by,
        time_zone: timeZone,
        from: presentEdge(from),
        to: presentEdge(to),
        results: sums.points.map((point) => presentPoint(point, group_by === 'product')),
        totals: presentSums(sums.totals),
        other_currencies: sums.otherCurrencies.map(presentCurrency),
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
    handler: async ({ query, language, signal }): Promise<FileAnswer> => {
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

export const presentSums = (sums: Sums): SeriesSums => present(seriesSums, { ...sums, net: netOf(sums) });

const presentCurrency = (sums: CurrencySums): Series['other_currencies'][number] =>
  present(otherCurrency, sums);

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
