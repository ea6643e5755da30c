import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SeriesSums } from '../../../shared/api/series.ts';
import { formatAmount } from '../../../shared/money.ts';
import { changeOf } from '../../lib/compare.ts';
import { type FigureName, figuresOf } from '../../lib/figures.ts';
import type { InvoicesSearch } from '../../lib/invoice-search.ts';
import { Figure, Figures as FiguresCard } from '../../shop/figures.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { beforeQuery, dayQuery, sameDay } from './queries.ts';
import { type DayRanges, iso } from './ranges.ts';

/** The day's sums, compared with the same weekday a week before, up to the same time of day. */
export const Figures = ({ ranges }: { ranges: DayRanges }) => {
  const { t } = useTranslation('today');
  const today = useQuery(dayQuery(ranges));
  const before = useQuery(beforeQuery(ranges.before.start, ranges.before.until));
  const now = sameDay(today.data, ranges.start);
  return (
    <FiguresCard title={t('figures.title')} query={{ ...today, data: now }}>
      {({ totals }) => (
        <FiguresView
          ranges={ranges}
          now={totals}
          before={sameDay(before.data, ranges.before.start)?.totals}
        />
      )}
    </FiguresCard>
  );
};

interface FiguresViewProps {
  ranges: DayRanges;
  now: SeriesSums;
  before: SeriesSums | undefined;
}

const FiguresView = ({ ranges, now, before }: FiguresViewProps) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const [figures, then] = [figuresOf(now), before && figuresOf(before)];
  const against = { weekday: t(`lastWeekday.${ranges.weekday}`), time: dates.time(ranges.before.until) };
  const change = then && changeOf(figures.gross, then.gross);
  return (
    <>
      <Figure
        name="gross"
        label={t('figures.gross')}
        value={formatAmount(figures.gross)}
        change={change}
        against={t(`against.${change?.kind ?? 'same'}`, against)}
        isAgainstShown
        link={linkOf('gross', ranges)}
      />
      <Figure
        name="count"
        label={t('figures.count')}
        value={String(now.count)}
        link={linkOf('count', ranges)}
      />
      {figures.refunds === 0 ? null : (
        <Figure
          name="refunds"
          label={t('figures.refunds')}
          value={formatAmount(-figures.refunds)}
          link={linkOf('refunds', ranges)}
        />
      )}
      <Figure
        name="net"
        label={t('figures.net')}
        value={formatAmount(figures.net)}
        then={t('figures.feeOf', { amount: formatAmount(figures.fee) })}
        link={linkOf('net', ranges)}
      />
    </>
  );
};

const linkOf = (name: FigureName, ranges: DayRanges) =>
  ({ to: '/invoices', search: searchOf(name, ranges) }) as const;

/** The list can filter by the time of refund, but not sort by it. */
const searchOf = (name: FigureName, { start, end }: DayRanges): InvoicesSearch =>
  name === 'refunds'
    ? { refunded_from: iso(start), refunded_to: iso(end), ordering: '-modified_date' }
    : { paid_from: iso(start), paid_to: iso(end), ordering: '-paid_date' };
