import { Box, Divider, Group, NavLink } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/uk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days } from '../lib/periods.ts';
import { usePreferences } from '../lib/preferences.ts';
import { dayOf, startOfDay } from '../lib/zone.ts';
import { useDates } from './use-dates.ts';

interface PeriodPickerProps<Name extends string> {
  /** The most common periods, one click each. */
  presets: readonly { name: Name; label: string }[];
  /** undefined: custom days. */
  chosen: Name | undefined;
  onPreset(name: Name): void;
  /** The chosen days; null where an end is not a whole day. */
  from: string | null;
  to: string | null;
  onDays(days: Days): void;
}

/** Chooses a period: a named one, or two days of the calendar. */
export const PeriodPicker = <Name extends string>(props: PeriodPickerProps<Name>) => {
  const { presets, chosen, onPreset, from, to, onDays } = props;
  const { t } = useTranslation();
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <Box component="fieldset" miw="10rem" aria-label={t('period.presets')}>
        {presets.map(({ name, label }) => (
          <NavLink
            key={name}
            component="button"
            type="button"
            label={label}
            active={name === chosen}
            aria-pressed={name === chosen}
            py={6}
            onClick={() => onPreset(name)}
          />
        ))}
      </Box>
      <Divider orientation="vertical" />
      <DayRange from={from} to={to} onDays={onDays} />
    </Group>
  );
};

/** Picks two days; clicking one day twice picks that day. */
const DayRange = ({ from, to, onDays }: Pick<PeriodPickerProps<string>, 'from' | 'to' | 'onDays'>) => {
  const { today, calendar } = useCalendar();
  const [picked, setPicked] = useState<[string | null, string | null]>([from, to]);
  return (
    <DatePicker
      {...calendar}
      type="range"
      allowSingleDateInRange
      defaultDate={picked[0] ?? today}
      value={picked}
      onChange={([first, last]) => {
        setPicked([first, last]);
        if (first !== null && last !== null) onDays({ from: first, to: last });
      }}
    />
  );
};

/** Props shared by all calendars: days up to the shop's today. */
export const useCalendar = () => {
  const { t } = useTranslation();
  const { timeZone } = useDates();
  const { language: locale } = usePreferences();
  const today = dayOf(Date.now(), timeZone);
  return {
    today,
    calendar: {
      locale,
      firstDayOfWeek: 1 as const,
      maxDate: today,
      highlightToday: false,
      hideOutsideDates: true,
      // Red weekends have too little contrast, and shops work on them.
      weekendDays: [],
      getDayProps: (day: string) => (day === today ? { fw: 700, 'aria-current': 'date' as const } : {}),
      ariaLabels: { previousMonth: t('period.previousMonth'), nextMonth: t('period.nextMonth') },
    },
  };
};

/** `20.11.2026`, `14.11.2026 – 20.11.2026` */
export const useDaysText = (): ((days: Days) => string) => {
  const dates = useDates();
  const written = (day: string): string => dates.day(startOfDay(day, dates.timeZone));
  return ({ from, to }) => (from === to ? written(from) : `${written(from)} – ${written(to)}`);
};
