import { Group, SegmentedControl, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TENDERS } from '../../../../shared/api/series.ts';
import { FilterButton } from '../../../kit/filter-button.tsx';
import { PERIODS } from '../../../lib/periods.ts';
import { PeriodPicker, useDaysText } from '../../../shop/period-picker.tsx';
import { TerminalFilter } from '../../../shop/terminal-filter.tsx';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
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
        <TenderChoice search={search} onChange={onChange} />
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

/** Only in a shop that takes cash. */
const TenderChoice = ({ search, onChange }: Pick<ToolbarProps, 'search' | 'onChange'>) => {
  const { t } = useTranslation('reports');
  const { cash } = useShopFacts();
  if (!cash && search.tender === undefined) return null;
  return (
    <SegmentedControl
      aria-label={t('group.tender')}
      value={search.tender ?? 'all'}
      onChange={(value) => onChange({ ...search, tender: TENDERS.find((each) => each === value) })}
      data={(['all', ...TENDERS] as const).map((value) => ({ value, label: t(`tender.${value}`) }))}
    />
  );
};

const PeriodButton = ({ search, ranges, onChange }: ToolbarProps) => {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const daysText = useDaysText();
  const { days, period } = ranges;
  const choose = (changes: Pick<SalesSearch, 'period' | 'from' | 'to'>): void =>
    onChange({ ...search, period: undefined, from: undefined, to: undefined, ...changes });
  return (
    <FilterButton name={t('filters.period')} value={period ? common(`period.${period}`) : daysText(days)}>
      {(close) => (
        <PeriodPicker
          presets={PERIODS.map((name) => ({ name, label: common(`period.${name}`) }))}
          chosen={period}
          onPreset={(name) => {
            choose({ period: name });
            close();
          }}
          {...days}
          onDays={(chosen) => {
            choose(chosen);
            close();
          }}
        />
      )}
    </FilterButton>
  );
};
