import {
  type Series,
  type SeriesPoint,
  type SeriesSums,
  series,
  seriesQuery,
} from '../../../shared/api/series.ts';
import { type Point, salesSeries } from '../../domain/series.ts';
import { netOf, type Sums } from '../../domain/series-sums.ts';
import type { Db } from '../../store/database.ts';
import { defineRoute, type Route } from '../route.ts';
import { isoTime } from '../time.ts';

const presentSums = (sums: Sums): SeriesSums => ({
  gross: sums.gross,
  fee: sums.fee,
  refunds: sums.refunds,
  net: netOf(sums),
  count: sums.count,
  refund_count: sums.refund_count,
});

const presentPoint = ({ key, label, sums }: Point, isProduct: boolean): SeriesPoint => ({
  key,
  label,
  quantity: isProduct && key !== null ? sums.quantity / 1000 : null,
  ...presentSums(sums),
});

const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** An offset can carry the year 9999 over into the next, which no timestamp of ours can tell. */
const presentEdge = (at: number | undefined): string | null =>
  at === undefined ? null : isoTime(Math.min(at, LAST_TIME));

/** @param timeZone the shop's, IANA */
export const seriesRoutes = (db: Db, timeZone: string): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'stats/series/',
    summary: 'Sums of money that moved in a range, by time or by what it was about',
    answer: series,
    access: 'can_view_invoices',
    query: seriesQuery,
    isExtension: true,
    handler: ({ query }): Series => {
      const { group_by = 'day', from, to } = query;
      const { points, totals } = salesSeries(db, timeZone, group_by, query);
      return {
        group_by,
        time_zone: timeZone,
        from: presentEdge(from),
        to: presentEdge(to),
        results: points.map((point) => presentPoint(point, group_by === 'product')),
        totals: presentSums(totals),
      };
    },
  }),
];
