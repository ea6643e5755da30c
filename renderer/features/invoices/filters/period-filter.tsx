import { SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterButton } from '../../../kit/filter-button.tsx';
import {
  DATES,
  type DateName,
  type FilterProps,
  type InvoicesSearch,
  withoutGroups,
} from '../../../lib/invoice-search.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { isDay, PERIODS } from '../../../lib/periods.ts';
import { dayOf, startOfDay } from '../../../lib/zone.ts';
import { PeriodPicker } from '../../../shop/period-picker.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { rangesOf } from '../date-ranges.ts';

export const PeriodFilter = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <FilterButton
      name={t('words.period')}
      value={usePeriodText(search)}
      onClear={() => onChange(withoutGroups(search, ['period']))}
    >
      {(close) => <PeriodFields {...props} onDone={close} />}
    </FilterButton>
  );
};

/** The period in words; filtering by creation is not mentioned. */
const usePeriodText = (search: InvoicesSearch): string | undefined => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const named = (by: DateName, range: string) =>
    by === 'created' ? range : t('period.withBy', { by: t(`period.${by}`), range });
  if (search.period !== undefined) return named(search.by ?? 'created', t(`period.${search.period}`));

  const written = (text: string): string =>
    isDay(text) ? dates.day(startOfDay(text, dates.timeZone)) : dates.moment(Date.parse(text));
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

const DATE_NAMES = Object.keys(NO_DATES) as (keyof typeof NO_DATES)[];

const about = (date: DateName) => (date === 'created' ? undefined : date);

/** The same days, applied to another date. */
const aboutDate = (search: InvoicesSearch, by: DateName): InvoicesSearch => {
  const was = dateOf(search);
  const dates = { [`${by}_from`]: search[`${was}_from`], [`${by}_to`]: search[`${was}_to`] };
  return withFilter(search, { ...NO_DATES, ...dates, period: search.period, by: about(by) });
};

/** Explicit dates determine which date is filtered. */
const dateOf = (search: InvoicesSearch): DateName => {
  const isGiven = (date: DateName): boolean =>
    search[`${date}_from`] !== undefined || search[`${date}_to`] !== undefined;
  const given = search.period === undefined ? DATES.find(isGiven) : undefined;
  return given ?? search.by ?? 'created';
};

const PeriodFields = ({ search, onChange, onDone }: FilterProps & { onDone(): void }) => {
  const { t } = useTranslation('invoices');
  const { timeZone } = useDates();
  const by = dateOf(search);
  const [range] = rangesOf(search, timeZone, dayOf(Date.now(), timeZone));
  const dayIn = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null);
  const isAll = !DATE_NAMES.some((name) => search[name] !== undefined);
  const choose = (changes: Partial<InvoicesSearch>): void => {
    onChange(withFilter(search, { ...NO_DATES, ...changes, by: about(by) }));
    onDone();
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('period.by')}
        value={by}
        onChange={(value) => onChange(aboutDate(search, value))}
        data={DATES.map((date) => ({ value: date, label: t(`period.${date}`) }))}
      />
      <PeriodPicker
        presets={[...PERIODS, 'all' as const].map((name) => ({ name, label: t(`period.${name}`) }))}
        chosen={isAll ? 'all' : search.period}
        onPreset={(name) => choose({ period: name === 'all' ? undefined : name })}
        from={dayIn(range?.from)}
        to={dayIn(range?.to)}
        onDays={({ from, to }) => choose({ [`${by}_from`]: from, [`${by}_to`]: to })}
      />
    </Stack>
  );
};
