import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../kit/list-page.tsx';
import { withFilter } from '../../../lib/list-search.ts';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import { ARCHIVE_CHOICES, type CatalogSearch, isFiltered, withoutFilters } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';

/** The filters of the list; all are in the address. */
export const ProductFilters = () => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const filter = (changes: Partial<CatalogSearch>) => setSearch(withFilter(search, changes));
  return (
    <FilterBar
      label={t('filters.label')}
      search={{
        value: search.search,
        label: t('search.label'),
        placeholder: t('search.placeholder'),
        flex: '1 1 11rem',
        miw: '9rem',
      }}
      onSearch={(text, options) => setSearch(withFilter(search, { search: text }), options)}
      isFiltered={isFiltered(search)}
      clearLabel={t('filters.clearAll')}
      onClear={() => setSearch(withoutFilters(search))}
    >
      <NamedFilter name="category" />
      <NamedFilter name="unit" />
      <SegmentedControl
        aria-label={t('filters.kept')}
        value={search.kept ?? 'active'}
        data={(['active', ...ARCHIVE_CHOICES] as const).map((value) => ({
          value,
          label: t(`kept.${value}`),
        }))}
        onChange={(value) => filter({ kept: ARCHIVE_CHOICES.find((kept) => kept === value) })}
      />
    </FilterBar>
  );
};

const NamedFilter = ({ name }: { name: 'category' | 'unit' }) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const { data: categories } = useQuery(categoriesQuery);
  const { data: units } = useQuery(unitsQuery);
  const options = (name === 'category' ? categories : units) ?? [];
  const id = search[name];
  const isKnown = id === undefined || options.some((option) => option.id === id);
  const data = options.map((option) => ({ value: String(option.id), label: option.name }));
  return (
    <Select
      // All filters in one line at 200 % zoom.
      flex="1 1 7.5rem"
      miw="7.5rem"
      maw="9.5rem"
      aria-label={t(`fields.${name}`)}
      placeholder={t(`filters.${name}`)}
      searchable
      clearable
      limit={200}
      nothingFoundMessage={t('filters.nothing')}
      clearButtonProps={{ 'aria-label': t('filters.clear', { name: t(`fields.${name}`) }) }}
      // A deleted or not yet loaded option still filters the list.
      data={isKnown ? data : [...data, { value: String(id), label: `№ ${id}` }]}
      value={id === undefined ? null : String(id)}
      onChange={(value) =>
        setSearch(withFilter(search, { [name]: value === null ? undefined : Number(value) }))
      }
    />
  );
};
