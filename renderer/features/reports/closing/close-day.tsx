import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../../api/keys.ts';
import { syncInvoices } from '../../../api/mutations.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { Strip } from '../../../kit/callout.tsx';
import { NarrowPage } from '../../../kit/narrow-page.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { startOfDay } from '../../../lib/zone.ts';
import { usePermission } from '../../../shop/session/account.ts';
import { useDates, useToday } from '../../../shop/use-dates.ts';
import { ClosedDayView } from './closed-day.tsx';
import { DayForm } from './day-form.tsx';
import { signed } from './signed.ts';
import { type DayToClose, useDay } from './use-day.ts';

/** Closes a day: what does not match is asked, one after the other; nothing is locked by it. */
export const CloseDay = () => {
  const { t } = useTranslation('closing');
  const { date: wanted } = useSearch({ from: '/reports/close-day' });
  const dates = useDates();
  const today = useToday();
  const date = wanted !== undefined && wanted < today ? wanted : today;
  const query = useDay(date, today);
  const [differences, setDifferences] = useState(0);
  useStatement();
  return (
    <NarrowPage
      title={t('day.title')}
      aside={dates.longDay(startOfDay(date, dates.timeZone))}
      badge={
        differences > 0 ? (
          <Badge
            color="yellow"
            variant="light"
            data-tone="working"
            c="var(--tone)"
            bg="var(--tone-ground)"
            size="lg"
          >
            {t('day.differences', { count: differences })}
          </Badge>
        ) : null
      }
      back={{ label: t('places.reports'), link: { to: '/reports/sales' } }}
    >
      <QueryView query={query} isCard rows={8}>
        {(data) => <Day key={date} date={date} data={data} onDifferences={setDifferences} />}
      </QueryView>
    </NarrowPage>
  );
};

/** The statement is fetched when the page opens, by who may. */
const useStatement = (): void => {
  const mayFetch = usePermission('can_manage_terminals');
  const { data: terminals } = useQuery(terminalsQuery);
  const invalidate = useInvalidate();
  const ids = mayFetch ? (terminals ?? []).filter(({ is_active }) => is_active).map(({ id }) => id) : [];
  const wanted = ids.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for these terminals
  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    // A bank that does not answer is said by the time until which the statement is there.
    void Promise.allSettled(ids.map((id) => syncInvoices(id, { signal: stop.signal }))).then(() =>
      stop.signal.aborted ? undefined : invalidate('statement'),
    );
    return () => stop.abort();
  }, [wanted]);
};

interface DayProps {
  date: string;
  data: DayToClose;
  onDifferences(count: number): void;
}

const Day = ({ date, data, onDifferences }: DayProps) => {
  const { t } = useTranslation('closing');
  const [isAgain, setAgain] = useState(false);
  const { closure } = data.state;
  const isOpen = data.cash.shifts.some((shift) => shift.is_open);
  if (closure && !isOpen && !closure.is_changed && !isAgain)
    return <ClosedDayView data={data} closure={closure} />;
  return (
    <Stack gap="sm">
      {closure?.is_changed ? (
        <Strip tone="working" title={t('day.changed', { change: signed(closure.change) })} />
      ) : null}
      <DayForm date={date} data={data} onDifferences={onDifferences} onClosed={() => setAgain(false)} />
    </Stack>
  );
};
