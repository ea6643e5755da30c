import type { Series } from '../../../shared/api/series.ts';
import { pastSeriesQuery, seriesQuery } from '../../api/queries.ts';
import { iso } from './ranges.ts';

interface Range {
  start: number;
  end: number;
}

/** A whole day of the shop, by hour. */
export const dayQuery = ({ start, end }: Range) =>
  seriesQuery('hour', { from: iso(start), to: iso(end), tender: 'all' });

/** The day a week before, whole or up to a time. */
export const beforeQuery = (start: number, end: number) =>
  pastSeriesQuery('hour', { from: iso(start), to: iso(end), tender: 'all' });

/** The same day by QR and in cash. */
export const tenderQuery = ({ start, end }: Range) =>
  seriesQuery('tender', { from: iso(start), to: iso(end) });

/** Yesterday's data must not be shown as today's after midnight. */
export const sameDay = (series: Series | undefined, start: number): Series | undefined =>
  series?.from && Date.parse(series.from) === start ? series : undefined;
