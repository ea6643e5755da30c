import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SeriesSums } from '../../../shared/api/series.ts';
import { failureOf } from '../../api/failure.ts';
import { FailedState } from '../../ui/list-states.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { changeOf } from './compare.ts';
import { Figure } from './figure.tsx';
import { FIGURES, figuresOf } from './figure-values.ts';
import classes from './figures.module.css';
import { dayQuery, sameDay, untilQuery } from './queries.ts';
import type { DayRanges } from './ranges.ts';

/** The sums of the day, each beside that of the same weekday a week before, up to the same time of day. */
export const Figures = ({ ranges }: { ranges: DayRanges }) => {
  const { t } = useTranslation('today');
  const today = useQuery(dayQuery(ranges));
  const before = useQuery(untilQuery(ranges.before));
  const now = sameDay(today.data, ranges.start);

  if (today.error && !now)
    return (
      <section className="card" aria-label={t('figures.title')}>
        <FailedState failure={failureOf(today.error)} onRetry={() => void today.refetch()} />
      </section>
    );
  return (
    <section className={`card ${classes.figures}`} aria-label={t('figures.title')}>
      {now ? (
        <Filled ranges={ranges} now={now.totals} before={sameDay(before.data, ranges.before.start)?.totals} />
      ) : (
        <Waiting />
      )}
    </section>
  );
};

const Waiting = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} role="status" aria-label={t('list.loading')}>
      <Skeleton height="100%" />
    </div>
  );
};

const Filled = ({
  ranges,
  now,
  before,
}: {
  ranges: DayRanges;
  now: SeriesSums;
  before: SeriesSums | undefined;
}) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const [figures, then] = [figuresOf(now), before && figuresOf(before)];
  const against = { weekday: t(`lastWeekday.${ranges.weekday}`), time: dates.time(ranges.before.until) };
  return FIGURES.map((name) => (
    <Figure
      key={name}
      name={name}
      value={figures[name]}
      change={then && changeOf(figures[name], then[name])}
      then={then?.[name]}
      against={against}
      range={ranges}
    />
  ));
};
