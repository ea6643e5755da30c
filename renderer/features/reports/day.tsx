import { Group, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendarClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../shared/api/day-close.ts';
import type { DayFiscal } from '../../../shared/api/fiscal-checks.ts';
import type { DayCash } from '../../../shared/api/shifts.ts';
import {
  dayCashQuery,
  dayCloseQuery,
  dayFiscalQuery,
  shopDaysQuery,
  terminalsQuery,
} from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { FilterButton } from '../../kit/filter-button.tsx';
import { combineQueries, EmptyState, QueryView } from '../../kit/query-view.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { addDays, startOfDay } from '../../lib/zone.ts';
import { useCalendar } from '../../shop/period-picker.tsx';
import { ExportMenu } from '../../shop/tasks/export-menu.tsx';
import { Print } from '../../shop/tasks/print-menu.tsx';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { DayView } from './day/day-view.tsx';
import { useDayParts } from './day/use-day-parts.ts';

/** The day summary: live during the day, final afterwards. */
export const Day = () => {
  const { date } = useSearch({ from: '/reports/day' });
  const navigate = useNavigate();
  const today = useToday();
  const setDate = (next: string): void =>
    void navigate({ to: '/reports/day', search: next === today ? {} : { date: next }, resetScroll: false });
  const isToCome = date !== undefined && date > today;
  const day = useQuery({ ...dayCloseQuery(date, today), enabled: !isToCome });
  const cash = useQuery({ ...dayCashQuery(date, today), enabled: !isToCome });
  const fiscal = useQuery({ ...dayFiscalQuery(date, today), enabled: !isToCome });
  const checks = fiscal.data && fiscal.data.fiscal_terminals > 0 ? fiscal.data : undefined;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <DayPicker date={date ?? today} today={today} onChoose={setDate} />
        <Actions
          date={date ?? today}
          day={isToCome ? undefined : day.data}
          cash={isToCome ? undefined : cash.data}
          fiscal={checks}
          isFiscalPending={fiscal.isPending}
        />
      </Group>
      {isToCome ? (
        <ToCome onToday={() => setDate(today)} />
      ) : (
        <QueryView query={combineQueries(day, cash)} isCard rows={12}>
          {([close, ofCash]) => <DayView day={close} cash={ofCash} fiscal={checks} />}
        </QueryView>
      )}
    </Stack>
  );
};

interface ActionsProps {
  date: string;
  day: DayClose | undefined;
  cash: DayCash | undefined;
  fiscal: DayFiscal | undefined;
  isFiscalPending: boolean;
}

const Actions = ({ date, day, cash, fiscal, isFiscalPending }: ActionsProps) => {
  const { t } = useTranslation('reports');
  const closure =
    useQuery(shopDaysQuery({ date_from: date, date_to: date })).data?.days[0]?.closure ?? undefined;
  const partsOf = useDayParts();
  // The papers name the sellers of the terminals.
  const { isPending } = useQuery(terminalsQuery);
  return (
    <Group gap="xs">
      <ExportMenu
        table={{
          work: 'day-close-export',
          title: t('day.exportTitle'),
          path: 'stats/day-close/export/',
          params: { date },
        }}
        what={undefined}
      />
      <Print
        papers={['a4', 'roll']}
        fileName={`kramar-day-${date}`}
        isReady={day !== undefined && cash !== undefined && !isFiscalPending && !isPending}
        partsOf={(size) => (day && cash ? partsOf({ day, cash, fiscal, closure }, size) : [])}
      />
    </Group>
  );
};

const ToCome = ({ onToday }: { onToday(): void }) => {
  const { t } = useTranslation('reports');
  return (
    <EmptyState
      isCard
      icon={IconCalendarClock}
      title={t('day.toCome')}
      action={<Act onClick={onToday} text={t('period.today')} />}
    >
      {t('day.toComeText')}
    </EmptyState>
  );
};

interface DayPickerProps {
  /** YYYY-MM-DD, as all days here. */
  date: string;
  today: string;
  onChoose(date: string): void;
}

const DayPicker = ({ date, today, onChoose }: DayPickerProps) => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  const { calendar } = useCalendar();
  const next = addDays(date, 1);
  const shown = dates.namedDay(startOfDay(date, dates.timeZone));
  return (
    <Stepper
      previous={t('day.previous')}
      next={t('day.next')}
      isLast={next > today}
      onStep={(by) => onChoose(addDays(date, by))}
      aside={
        date === today ? null : (
          <Act tone="quiet" px="xs" onClick={() => onChoose(today)} text={t('period.today')} />
        )
      }
    >
      <FilterButton name={t('day.choose')} value={shown}>
        {(close) => (
          <DatePicker
            {...calendar}
            defaultDate={date}
            value={date}
            onChange={(day) => {
              if (day !== null) onChoose(day);
              close();
            }}
          />
        )}
      </FilterButton>
    </Stepper>
  );
};
