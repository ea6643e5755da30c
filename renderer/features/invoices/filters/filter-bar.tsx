import { Button, Group } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { activeGroups, type FilterProps, withFilter, withoutFilters } from '../../../lib/invoice-search.ts';
import { PlaceFilter } from '../../../ui/place-filter.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { AmountFilter } from './amount-filter.tsx';
import classes from './filters.module.css';
import { Narrowings } from './narrowings.tsx';
import { OriginFilter } from './origin-filter.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { StatusFilter } from './status-filter.tsx';

/** Each filter says itself what it is set to, and is cleared where it is set. */
export const FilterBar = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <search className={classes.bar} aria-label={t('filters.label')}>
      <StatusFilter {...props} />
      <Group gap={6} className={classes.line}>
        <SearchField
          className={classes.search}
          value={search.search ?? ''}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          onChange={(text, options) => onChange(withFilter(search, { search: text || undefined }), options)}
          onDown={() => document.querySelector<HTMLElement>('[data-invoice][tabindex="0"]')?.focus()}
        />
        <PeriodFilter {...props} />
        <PlaceFilter place={search} onChange={(place) => onChange(withFilter(search, place))} />
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
      <Narrowings {...props} />
    </search>
  );
};
