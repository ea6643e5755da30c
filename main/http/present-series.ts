import type { SeriesPoint, SeriesSums } from '../../shared/api/series.ts';
import type { Point } from '../domain/reports/series.ts';
import { netOf, type Sums } from '../domain/reports/series-sums.ts';

export const presentSums = (sums: Sums): SeriesSums => ({
  gross: sums.gross,
  fee: sums.fee,
  refunds: sums.refunds,
  net: netOf(sums),
  count: sums.count,
  refund_count: sums.refund_count,
});

export const presentPoint = ({ key, label, sums }: Point, isProduct = false): SeriesPoint => ({
  key,
  label,
  quantity: isProduct && key !== null ? sums.quantity / 1000 : null,
  ...presentSums(sums),
});
