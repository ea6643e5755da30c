import { Group } from '@mantine/core';
import { IconFileImport, IconPackage, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import { ClearFilters } from '../../../kit/list-page.tsx';
import { EmptyState } from '../../../kit/query-view.tsx';
import { useOpenRecord } from '../../../kit/record-panel.tsx';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
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
      title={t('list.noResults')}
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
  if (!useCanWriteCatalog()) return <EmptyState isCard icon={IconPackage} title={t('empty.title')} />;
  return (
    <EmptyState
      isCard
      icon={IconPackage}
      title={t('empty.title')}
      action={
        <Group justify="center" gap="xs">
          <Act tone="main" icon={IconPlus} onClick={() => open('new')} text={t('empty.add')} />
          <Act
            icon={IconFileImport}
            onClick={() => setSearch({ ...search, import: true })}
            text={t('empty.import')}
          />
          {/* An empty export gives the columns as the import names them. */}
          <Act
            tone="quiet"
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
            text={t('empty.template')}
          />
        </Group>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
};
