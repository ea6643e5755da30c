import { Button, Group } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { activeGroups, type InvoicesSearch, withoutFilters } from '../search.ts';
import { AmountFilter } from './amount-filter.tsx';
import classes from './filters.module.css';
import { OriginFilter } from './origin-filter.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { PlaceFilter } from './place-filter.tsx';
import { SearchField } from './search-field.tsx';
import { StatusFilter } from './status-filter.tsx';

export interface FilterProps {
  search: InvoicesSearch;
  onChange(next: InvoicesSearch, options?: { replace?: boolean }): void;
}

/** Each filter says itself what it is set to, and is cleared where it is set. */
export const FilterBar = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <search className={classes.bar} aria-label={t('filters.label')}>
      <StatusFilter {...props} />
      <Group gap={6} className={classes.line}>
        <SearchField {...props} />
        <PeriodFilter {...props} />
        <PlaceFilter {...props} />
        <AmountFilter {...props} />
        <OriginFilter {...props} />
        {activeGroups(search).length > 0 ? (
          <Button
            variant="subtle"
            px="xs"
            aria-label={t('filters.clearAll')}
            title={t('filters.clearAll')}
            onClick={() => onChange(withoutFilters(search))}
          >
            <IconFilterOff size={18} aria-hidden />
            <span className={classes.clear}>{t('filters.clearAll')}</span>
          </Button>
        ) : null}
      </Group>
    </search>
  );
};
