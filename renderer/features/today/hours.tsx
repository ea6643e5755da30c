import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../shared/api/series.ts';
import { Hint } from '../../kit/act.tsx';
import { combineQueries, EmptyState, QueryView } from '../../kit/query-view.tsx';
import { ChartLegend } from '../../shop/chart-legend.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { ChargeButton } from './charge-button.tsx';
import { hourRows } from './hour-rows.ts';
import { HoursChart } from './hours-chart.tsx';
import { beforeQuery, dayQuery, sameDay } from './queries.ts';
import type { DayRanges } from './ranges.ts';
import { Section } from './section.tsx';

/** Takings by hour, compared with the same weekday a week before. */
export const Hours = ({ ranges, minute }: { ranges: DayRanges; minute: number }) => {
  const { t } = useTranslation('today');
  const now = useQuery(dayQuery(ranges));
  const before = useQuery(beforeQuery(ranges.before.start, ranges.before.end));
  const dates = useDates();
  const today = sameDay(now.data, ranges.start);
  const then = sameDay(before.data, ranges.before.start);
  const names = { now: t('hours.now'), before: t(`lastWeekday.${ranges.weekday}`) };
  const isEmpty = today?.totals.count === 0 && then?.totals.count === 0;

  const content = ([today, then]: [Series, Series]) => {
    if (isEmpty)
      return (
        <EmptyState title={t('hours.empty')} action={<ChargeButton variant="default" />}>
          {t('hours.emptyText')}
        </EmptyState>
      );
    const rows = hourRows(today.results, then.results, Number(dates.time(minute).slice(0, 2)));
    return <HoursChart rows={rows} names={names} />;
  };
  return (
    <Section title={t('hours.title')} aside={isEmpty ? null : <ChartLegend names={names} />}>
      <Box mih={220}>
        <QueryView
          query={combineQueries({ ...now, data: today }, { ...before, data: then })}
          loading={<Waiting />}
        >
          {content}
        </QueryView>
      </Box>
      {today?.totals.count === 0 && !isEmpty ? <Hint>{t('hours.empty')}</Hint> : null}
    </Section>
  );
};

const Waiting = () => {
  const { t } = useTranslation();
  return <Skeleton height={220} role="status" aria-label={t('list.loading')} />;
};
