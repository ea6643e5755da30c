import { Button, Group } from '@mantine/core';
import { IconFileImport, IconPackage, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ClearFilters } from '../../../kit/list-page.tsx';
import { EmptyState } from '../../../kit/query-view.tsx';
import { useOpenRecord } from '../../../kit/record-panel.tsx';
import { startExport } from '../../../shop/tasks/table-export.ts';
import { isFiltered, withoutFilters } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';

/** An empty catalog and an empty search result have different texts. */
export const Nothing = () => {
  const { search } = useCatalogSearch();
  return isFiltered(search) ? <NothingFits /> : <NothingYet />;
};

const NothingFits = () => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  return (
    <EmptyState
      isCard
      icon={IconPackage}
      title={t('nothing.title')}
      action={
        <ClearFilters onClear={() => setSearch(withoutFilters(search))}>{t('filters.clearAll')}</ClearFilters>
      }
    >
      {t('nothing.text')}
    </EmptyState>
  );
};

const NothingYet = () => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const open = useOpenRecord();
  return (
    <EmptyState
      isCard
      icon={IconPackage}
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
          {/* An empty export gives the columns as the import names them. */}
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
