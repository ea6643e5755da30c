import { Button, Group } from '@mantine/core';
import { IconFileImport, IconFilterOff, IconPackage, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { startExport } from '../../../tasks/table-export.ts';
import { EmptyState } from '../../../ui/query-view.tsx';
import { isFiltered, withoutFilters } from '../search.ts';
import { useCatalogSearch, useOpen } from '../use-search.ts';

const icon = <IconPackage size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />;

/** Nothing was ever there, or nothing fits: two different things to be told. */
export const Nothing = () => {
  const { search } = useCatalogSearch();
  return <div className="card">{isFiltered(search) ? <NothingFits /> : <NothingYet />}</div>;
};

const NothingFits = () => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  return (
    <EmptyState
      icon={icon}
      title={t('nothing.title')}
      action={
        <Button
          variant="default"
          leftSection={<IconFilterOff size={18} aria-hidden />}
          onClick={() => setSearch(withoutFilters(search))}
        >
          {t('filters.clearAll')}
        </Button>
      }
    >
      {t('nothing.text')}
    </EmptyState>
  );
};

const NothingYet = () => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const open = useOpen();
  return (
    <EmptyState
      icon={icon}
      title={t('empty.title')}
      action={
        <Group justify="center" gap="xs">
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
            {t('empty.add')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} aria-hidden />}
            onClick={() => setSearch({ ...search, import: true })}
          >
            {t('empty.import')}
          </Button>
          {/* An export of nothing: the columns, named as the import knows them. */}
          <Button
            variant="subtle"
            onClick={() =>
              startExport(
                {
                  work: 'products-export',
                  title: t('empty.template'),
                  path: 'catalog/products/export/',
                  params: {},
                },
                'xlsx',
              )
            }
          >
            {t('empty.template')}
          </Button>
        </Group>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
};
