import { Divider, Group, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Days, PERIODS } from '../../../lib/periods.ts';
import { startOfDay } from '../../../lib/zone.ts';
import { DayRange } from '../../../ui/day-range.tsx';
import { FilterButton } from '../../../ui/filter-button.tsx';
import { Presets } from '../../../ui/presets.tsx';
import { TerminalFilter } from '../../../ui/terminal-filter.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import type { SalesSearch } from '../search.ts';
import type { SalesRanges } from './ranges.ts';

interface ToolbarProps {
  search: SalesSearch;
  ranges: SalesRanges;
  onChange(next: SalesSearch): void;
}

export const Toolbar = ({ search, ranges, onChange }: ToolbarProps) => {
  const { t } = useTranslation('reports');
  return (
    <search aria-label={t('filters.label')}>
      <Group gap={6}>
        <PeriodButton search={search} ranges={ranges} onChange={onChange} />
        <TerminalFilter selection={search} onChange={(selection) => onChange({ ...search, ...selection })} />
        <Switch
          ml="xs"
          label={t('filters.compare')}
          checked={search.alone === undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...search, alone: checked ? undefined : true })
          }
        />
      </Group>
    </search>
  );
};

const PeriodButton = ({ search, ranges, onChange }: ToolbarProps) => {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const dates = useDates();
  const { days, period } = ranges;
  const written = (day: string): string => dates.day(startOfDay(day, dates.timeZone));
  const own = days.from === days.to ? written(days.from) : `${written(days.from)} – ${written(days.to)}`;
  const choose = (changes: Pick<SalesSearch, 'period' | 'from' | 'to'>): void =>
    onChange({ ...search, period: undefined, from: undefined, to: undefined, ...changes });
  return (
    <FilterButton name={t('filters.period')} value={period ? common(`period.${period}`) : own}>
      {(close) => (
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <Presets
            label={common('period.presets')}
            items={PERIODS.map((name) => ({ name, label: common(`period.${name}`) }))}
            chosen={period}
            onChoose={(name) => {
              choose({ period: name });
              close();
            }}
          />
          <Divider orientation="vertical" />
          <DayRange
            from={days.from}
            to={days.to}
            onChoose={(chosen: Days) => {
              choose(chosen);
              close();
            }}
          />
        </Group>
      )}
    </FilterButton>
  );
};
