import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Series, SeriesPoint, SeriesSums } from '../../../shared/api/series.ts';
import { formatAmount } from '../../../shared/money.ts';
import { combineQueries } from '../../kit/query-view.tsx';
import { changeOf, type FigureName, figuresOf } from '../../lib/figures.ts';
import { BY_QR, IN_CASH, type InvoicesSearch } from '../../lib/invoice-search.ts';
import { Figure, Figures as FiguresCard } from '../../shop/figures.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { beforeQuery, dayQuery, sameDay, tenderQuery } from './queries.ts';
import { type DayRanges, iso } from './ranges.ts';

/** The day's sums, compared with the same weekday a week before, up to the same time of day. */
export const Figures = ({ ranges }: { ranges: DayRanges }) => {
  const { t } = useTranslation('today');
  const today = useQuery(dayQuery(ranges));
  const before = useQuery(beforeQuery(ranges.before.start, ranges.before.until));
  const now = sameDay(today.data, ranges.start);
  const { cash: hasCash } = useShopFacts();
  const tenders = useQuery({ ...tenderQuery(ranges), enabled: hasCash });
  const apart = sameDay(tenders.data, ranges.start);
  const query = hasCash
    ? combineQueries({ ...today, data: now }, { ...tenders, data: apart })
    : { ...today, data: now && ([now, undefined] as [Series, undefined]) };
  return (
    <FiguresCard<[Series, Series | undefined]> title={t('figures.title')} query={query}>
      {([{ totals }, byTender]) => (
        <FiguresView
          ranges={ranges}
          now={totals}
          tenders={byTender?.results}
          before={sameDay(before.data, ranges.before.start)?.totals}
        />
      )}
    </FiguresCard>
  );
};

interface FiguresViewProps {
  ranges: DayRanges;
  now: SeriesSums;
  /** By QR and in cash; undefined: the shop takes no cash. */
  tenders: readonly SeriesPoint[] | undefined;
  before: SeriesSums | undefined;
}

const FiguresView = ({ ranges, now, tenders, before }: FiguresViewProps) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const [figures, then] = [figuresOf(now), before && figuresOf(before)];
  const against = { weekday: t(`lastWeekday.${ranges.weekday}`), time: dates.time(ranges.before.until) };
  const all = then && changeOf(figures.gross, then.gross);
  // A day without takings compares with nothing.
  const change = all === undefined || all.kind === 'new' || then?.gross === 0 ? undefined : all;
  const sumsOf = (tender: string): SeriesSums => tenders?.find(({ key }) => key === tender) ?? NOTHING;
  // Cash is not paid out by the bank.
  const { net, fee } = tenders ? sumsOf('qr') : now;
  return (
    <>
      <Figure
        name="gross"
        label={t('words.takings')}
        value={formatAmount(figures.gross)}
        change={change}
        against={t(`against.${change?.kind ?? 'same'}`, against)}
        isAgainstShown
        then={tenders ? t('words.sales', { count: now.count }) : undefined}
        link={linkOf('gross', ranges)}
      />
      {tenders ? (
        <>
          <Figure
            name="qr"
            label="QR"
            value={formatAmount(sumsOf('qr').gross)}
            then={t('words.payments', { count: sumsOf('qr').count })}
            link={linkOf('gross', ranges, BY_QR)}
          />
          <Figure
            name="cash"
            label={t('words.cash')}
            value={formatAmount(sumsOf('cash').gross)}
            then={t('words.sales', { count: sumsOf('cash').count })}
            link={linkOf('gross', ranges, IN_CASH)}
          />
        </>
      ) : (
        <Figure
          name="count"
          label={t('figures.count')}
          value={String(now.count)}
          link={linkOf('count', ranges)}
        />
      )}
      {figures.refunds === 0 ? null : (
        <Figure
          name="refunds"
          label={t('words.refunds')}
          value={formatAmount(-figures.refunds)}
          then={tenders ? t('figures.inCash', { amount: formatAmount(sumsOf('cash').refunds) }) : undefined}
          link={linkOf('refunds', ranges)}
        />
      )}
      <Figure
        name="net"
        label={t('words.net')}
        value={formatAmount(net)}
        then={t('figures.feeOf', { amount: formatAmount(fee) })}
        link={linkOf('net', ranges, tenders && BY_QR)}
      />
    </>
  );
};

const NOTHING: SeriesSums = { gross: 0, fee: 0, refunds: 0, net: 0, count: 0, refund_count: 0 };

const linkOf = (name: FigureName, ranges: DayRanges, tender?: string) =>
  ({ to: '/invoices', search: { ...searchOf(name, ranges), tender } }) as const;

/** The list can filter by the time of refund, but not sort by it. */
const searchOf = (name: FigureName, { start, end }: DayRanges): InvoicesSearch =>
  name === 'refunds'
    ? { refunded_from: iso(start), refunded_to: iso(end), ordering: '-modified_date' }
    : { paid_from: iso(start), paid_to: iso(end), ordering: '-paid_date' };
