import { Chip, Group, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { INVOICE_STATUSES } from '../../../../shared/api/statuses.ts';
import {
  activeGroups,
  type FilterProps,
  withoutFilters,
  withoutGroups,
} from '../../../lib/invoice-search.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { FilterButton } from '../../../ui/filter-button.tsx';
import { FilterBar } from '../../../ui/list-page.tsx';
import { TerminalFilter } from '../../../ui/terminal-filter.tsx';
import { AmountFilter } from './amount-filter.tsx';
import classes from './filters.module.css';
import { PeriodFilter } from './period-filter.tsx';
import { ReportFilters } from './report-filters.tsx';

export const InvoiceFilters = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <FilterBar
      label={t('filters.label')}
      search={{
        value: search.search,
        label: t('search.label'),
        placeholder: t('search.placeholder'),
        className: classes.search,
      }}
      onSearch={(text, options) => onChange(withFilter(search, { search: text }), options)}
      isFiltered={activeGroups(search).length > 0}
      clearLabel={t('filters.clearAll')}
      onClear={() => onChange(withoutFilters(search))}
      top={<StatusFilter {...props} />}
      bottom={<ReportFilters {...props} />}
    >
      <PeriodFilter {...props} />
      <TerminalFilter selection={search} onChange={(selection) => onChange(withFilter(search, selection))} />
      <AmountFilter {...props} />
      <OriginFilter {...props} />
    </FilterBar>
  );
};

const StatusFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const choose = (value: string): void =>
    onChange(withFilter(search, { status: INVOICE_STATUSES.find((status) => status === value) }));
  return (
    <Chip.Group value={search.status ?? 'all'} onChange={choose}>
      <Group gap={6} role="radiogroup" aria-label={t('filters.status')}>
        {(['all', ...INVOICE_STATUSES] as const).map((status) => (
          <Chip key={status} value={status} size="sm" variant="light" classNames={{ label: classes.chip }}>
            {t(`statuses.${status}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
};

const ORIGINS = { any: undefined, local: true, foreign: false } as const;
type Origin = keyof typeof ORIGINS;
const NAMES = Object.keys(ORIGINS) as Origin[];

const OriginFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const current = NAMES.find((name) => ORIGINS[name] === search.created_locally) ?? 'any';
  return (
    <FilterButton
      name={t('filters.origin')}
      value={current === 'any' ? undefined : t(`origin.${current}`)}
      onClear={() => onChange(withoutGroups(search, ['origin']))}
    >
      {() => (
        <Radio.Group
          label={t('origin.label')}
          value={current}
          onChange={(value) => onChange(withFilter(search, { created_locally: ORIGINS[value as Origin] }))}
        >
          <Stack gap="xs" mt="xs">
            {NAMES.map((name) => (
              <Radio key={name} value={name} label={t(`origin.${name}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterButton>
  );
};
