import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../../shared/api/closures.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { syncInvoices } from '../../../api/mutations.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { sessionStore } from '../../../api/session.ts';
import { Act } from '../../../kit/act.tsx';
import { Callout, Strip } from '../../../kit/callout.tsx';
import { NarrowPage } from '../../../kit/narrow-page.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { usePreferences } from '../../../lib/preferences.ts';
import { startOfDay } from '../../../lib/zone.ts';
import { usePermission } from '../../../shop/session/account.ts';
import { Print } from '../../../shop/tasks/print-menu.tsx';
import { useDates, useToday } from '../../../shop/use-dates.ts';
import { useDayParts } from '../day/use-day-parts.ts';
import { DayForm } from './day-form.tsx';
import { ClosingFigures } from './figures.tsx';
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
  const [isJustClosed, setJustClosed] = useState(false);
  const { closure } = data.state;
  const isOpen = data.cash.shifts.some((shift) => shift.is_open);
  if (closure && !isOpen && !closure.is_changed)
    return <ClosedDayView data={data} closure={closure} isJustClosed={isJustClosed} />;
  return (
    <Stack gap="sm">
      {closure?.is_changed ? (
        <Strip tone="working" title={t('day.changed', { change: signed(closure.change) })} />
      ) : null}
      <DayForm date={date} data={data} onDifferences={onDifferences} onClosed={() => setJustClosed(true)} />
    </Stack>
  );
};

type ClosedDayProps = Pick<DayProps, 'data'> & { closure: DayClosure; isJustClosed: boolean };

/** The tick of a closed day, with its paper. */
const ClosedDayView = ({ data, closure, isJustClosed }: ClosedDayProps) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const partsOf = useDayParts();
  const { printsClosedDay } = usePreferences();
  const { day, cash, fiscal, state } = data;
  const cashOff = closure.differences.find(({ kind }) => kind === 'cash')?.amount ?? 0;
  return (
    <Stack gap="sm">
      <ClosingFigures sums={closure.sums} />
      <Callout
        tone="paid"
        role="status"
        icon={<IconCircleCheck aria-hidden />}
        title={t('day.closedAt', {
          at: dates.short(Date.parse(closure.closed_at)),
          by: closure.closed_by ?? 'Kramar',
        })}
      >
        {[
          cashOff === 0
            ? undefined
            : t(cashOff < 0 ? 'cash.missing' : 'cash.over', { sum: formatAmount(Math.abs(cashOff)) }),
          closure.cash_left === null ? undefined : t('day.left', { sum: formatAmount(closure.cash_left) }),
          closure.remark,
        ]
          .filter(Boolean)
          .join('. ')}
      </Callout>
      <Group>
        <Print
          papers={['roll', 'a4']}
          fileName={`kramar-day-${day.date}`}
          isReady
          isStarted={isJustClosed && printsClosedDay}
          partsOf={(size) => partsOf({ day, cash, fiscal, closure: state.closure ?? undefined }, size)}
        />
        <Act icon={IconLock} onClick={() => sessionStore.end('locked')} text={t('day.lock')} />
        <Text size="sm">
          <Link to="/reports/day" search={{ date: day.date }}>
            {t('day.details')}
          </Link>
        </Text>
      </Group>
    </Stack>
  );
};
