import { Divider, Group, NavLink, SegmentedControl, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dates } from '../../../lib/dates.ts';
import { dayOf, startOfDay } from '../../../lib/zone.ts';
import { useDates } from '../../../ui/use-dates.ts';
import {
  DATES,
  type DateName,
  type InvoicesSearch,
  PERIODS,
  type Period,
  withFilter,
  withoutGroups,
} from '../search.ts';
import { type Days, isDayText, rangesOf } from '../when.ts';
import type { FilterProps } from './filter-bar.tsx';
import { FilterButton } from './filter-button.tsx';
import classes from './filters.module.css';

export const PeriodFilter = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <FilterButton
      name={t('filters.period')}
      value={usePeriodText(search)}
      onClear={() => onChange(withoutGroups(search, ['period']))}
    >
      {(close) => <PeriodFields {...props} onDone={close} />}
    </FilterButton>
  );
};

/** The period in words; that it is about the creation goes without saying. */
const usePeriodText = (search: InvoicesSearch): string | undefined => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const named = (by: DateName, range: string) =>
    by === 'created' ? range : t('period.withBy', { by: t(`period.${by}`), range });
  if (search.period !== undefined) return named(search.by ?? 'created', t(`period.${search.period}`));

  const written = (when: string): string =>
    isDayText(when) ? dates.day(startOfDay(when, dates.timeZone)) : dates.moment(Date.parse(when));
  const range = (from: string | undefined, to: string | undefined): string => {
    if (from === undefined) return t('period.to', { to: written(to ?? '') });
    if (to === undefined) return t('period.from', { from: written(from) });
    return from === to ? written(from) : `${written(from)} – ${written(to)}`;
  };
  const today = dayOf(Date.now(), dates.timeZone);
  return (
    rangesOf(search, dates.timeZone, today)
      .map(({ by, from, to }) => named(by, range(from, to)))
      .join(', ') || undefined
  );
};

const NO_DATES = {
  period: undefined,
  created_from: undefined,
  created_to: undefined,
  paid_from: undefined,
  paid_to: undefined,
  refunded_from: undefined,
  refunded_to: undefined,
};

const about = (date: DateName) => (date === 'created' ? undefined : date);

/** The same days asked of the other date. */
const aboutDate = (search: InvoicesSearch, by: DateName): InvoicesSearch => {
  const was = dateOf(search);
  const dates = { [`${by}_from`]: search[`${was}_from`], [`${by}_to`]: search[`${was}_to`] };
  return withFilter(search, { ...NO_DATES, ...dates, period: search.period, by: about(by) });
};

/** Dates that are given say themselves what they are about. */
const dateOf = (search: InvoicesSearch): DateName => {
  const isGiven = (date: DateName): boolean =>
    search[`${date}_from`] !== undefined || search[`${date}_to`] !== undefined;
  const given = search.period === undefined ? DATES.find(isGiven) : undefined;
  return given ?? search.by ?? 'created';
};

const PeriodFields = ({ search, onChange, onDone }: FilterProps & { onDone(): void }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const by = dateOf(search);
  const choose = (changes: Partial<InvoicesSearch>): void => {
    onChange(withFilter(search, { ...NO_DATES, ...changes, by: about(by) }));
    onDone();
  };
  const chooseDays = ({ from, to }: Days): void => choose({ [`${by}_from`]: from, [`${by}_to`]: to });
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('period.by')}
        value={by}
        onChange={(value) => onChange(aboutDate(search, value))}
        data={DATES.map((date) => ({ value: date, label: t(`period.${date}`) }))}
      />
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <Presets search={search} onChoose={(period) => choose({ period })} />
        <Divider orientation="vertical" />
        <RangePicker search={search} dates={dates} onChoose={chooseDays} />
      </Group>
    </Stack>
  );
};

interface PresetsProps {
  search: InvoicesSearch;
  onChoose(period: Period | undefined): void;
}

const Presets = ({ search, onChoose }: PresetsProps) => {
  const { t } = useTranslation('invoices');
  const isAll = !Object.keys(NO_DATES).some((name) => search[name as keyof typeof NO_DATES] !== undefined);
  return (
    <fieldset className={classes.presets} aria-label={t('period.presets')}>
      {[...PERIODS, undefined].map((period) => {
        const isChosen = period === undefined ? isAll : search.period === period;
        return (
          <NavLink
            key={period ?? 'all'}
            component="button"
            type="button"
            label={t(`period.${period ?? 'all'}`)}
            active={isChosen}
            aria-pressed={isChosen}
            py={6}
            onClick={() => onChoose(period)}
          />
        );
      })}
    </fieldset>
  );
};

interface RangePickerProps {
  search: InvoicesSearch;
  dates: Dates;
  onChoose(days: Days): void;
}

/** Two days of the shop's calendar; one day pressed twice is that day. */
const RangePicker = ({ search, dates: { timeZone }, onChoose }: RangePickerProps) => {
  const { t } = useTranslation('invoices');
  const today = dayOf(Date.now(), timeZone);
  const [range] = rangesOf(search, timeZone, today);
  const days = [range?.from, range?.to].map((day) => (day !== undefined && isDayText(day) ? day : null));
  const [picked, setPicked] = useState<[string | null, string | null]>([days[0] ?? null, days[1] ?? null]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      defaultDate={picked[0] ?? today}
      maxDate={today}
      highlightToday={false}
      hideOutsideDates
      // Red for Saturdays and Sundays is too pale to be read, and a shop works on them.
      weekendDays={[]}
      getDayProps={(day) => (day === today ? { fw: 700, 'aria-current': 'date' } : {})}
      ariaLabels={{ previousMonth: t('period.previousMonth'), nextMonth: t('period.nextMonth') }}
      value={picked}
      onChange={([from, to]) => {
        setPicked([from, to]);
        if (from !== null && to !== null) onChoose({ from, to });
      }}
    />
  );
};
