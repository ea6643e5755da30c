import { CloseButton, Group, List } from '@mantine/core';
import { IconFileImport, IconPackage, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import type { Page } from '../../../../shared/api/pages.ts';
import type { Params } from '../../../api/keys.ts';
import { productsQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { Callout } from '../../../kit/callout.tsx';
import { DataTable } from '../../../kit/data-table.tsx';
import { Key } from '../../../kit/key.tsx';
import { ClearFilters, ListPage, ListView } from '../../../kit/list-page.tsx';
import { EmptyState } from '../../../kit/query-view.tsx';
import { useOpenRecord } from '../../../kit/record-panel.tsx';
import { useList } from '../../../kit/use-list.ts';
import { formatCount } from '../../../lib/count.ts';
import { useStore } from '../../../lib/create-store.ts';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
import { caughtFor, stopCatching } from '../../../shop/session/early-keys.ts';
import { useKeysOutsideFields } from '../../../shop/session/hotkeys.ts';
import { ExportMenu } from '../../../shop/tasks/export-menu.tsx';
import { startExport } from '../../../shop/tasks/table-export.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { outcomeStore, outcomeText } from '../bulk/run.ts';
import { useSelection } from '../bulk/use-selection.ts';
import { Tabs } from '../catalog.tsx';
import { writingStore } from '../import/writing.ts';
import { ProductSide } from '../product/edit-product.tsx';
import { filterParams, isFiltered, productOrdering, withoutFilters } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';
import { useProductColumns } from './columns.tsx';
import { ProductFilters } from './filter-bar.tsx';

/** The products, with the open product at the side. */
export const Products = () => {
  const { t } = useTranslation();
  const { search, changeSearch } = useCatalogSearch();
  const filters = filterParams(search);
  const list = useList({
    page: search.page,
    query: (page) => productsQuery({ ...filters, ...page }),
    changeSearch,
  });
  const isOld = list.isPlaceholderData;
  return (
    <ListPage
      title={t('places.catalog')}
      actions={<ProductActions filters={filters} count={isOld ? undefined : list.data?.count} />}
      tabs={<Tabs part="products" />}
      side={<ProductSide open={search.open} />}
      open={search.open}
    >
      <OutcomeNotice />
      <ProductFilters />
      <ListView list={list} empty={<Nothing />}>
        {(found) => <ProductTable found={found} filters={filters} isOld={isOld} />}
      </ListView>
    </ListPage>
  );
};

interface ProductTableProps {
  found: Page<Product>;
  filters: Params;
  isOld: boolean;
}

const ProductTable = ({ found: { count, results }, filters, isOld }: ProductTableProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const { ordering: _ordering, ...others } = filters;
  const selection = useSelection(JSON.stringify(others));
  const { columns, dialog } = useProductColumns(results, selection);
  return (
    <>
      <BulkBar selection={selection} filters={others} count={count} />
      <DataTable
        label={t('words.products')}
        rows={results}
        columns={columns}
        keyOf={({ id }) => id}
        attributesOf={attributesOf}
        sorting={productOrdering.sortingOf(search, setSearch)}
        open={search.open}
        isOld={isOld}
      />
      {dialog}
    </>
  );
};

const attributesOf = ({ is_archived }: Product) => ({ isFaded: is_archived });

interface ProductActionsProps {
  filters: Params;
  /** The number of matches; undefined: not known yet. */
  count: number | undefined;
}

const ProductActions = ({ filters, count }: ProductActionsProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const open = useOpenRecord();
  const canWrite = useCanWriteCatalog();
  // By the physical key, and never behind a dialog.
  useKeysOutsideFields([
    [
      'N',
      () => {
        if (canWrite && !document.querySelector('[role="dialog"]')) open('new');
      },
      { usePhysicalKeys: true },
    ],
  ]);
  // N was pressed before the list was there: the name that follows it is for the form (product/edit-product.tsx).
  const startEarly = useEffectEvent(() => {
    if (canWrite && caughtFor('catalog')?.keys[0]?.code === 'KeyN') open('new');
    else if (caughtFor('catalog')) stopCatching();
  });
  useEffect(() => startEarly(), []);
  const toImport = (): void => {
    // The last result has been seen.
    if (writingStore.get()?.state !== 'under-way') writingStore.set(undefined);
    setSearch({ ...search, import: true, open: undefined });
  };
  return (
    <Group gap="xs">
      <ExportMenu
        table={{
          work: 'products-export',
          title: t('export.title'),
          path: 'catalog/products/export/',
          params: filters,
        }}
        what={count === undefined ? undefined : t('export.what', { count, total: formatCount(count) })}
      />
      {canWrite ? (
        <>
          <Act icon={IconFileImport} onClick={toImport} text={t('import.button')} />
          <Act
            tone="main"
            icon={IconPlus}
            rightSection={<Key name="N" />}
            data-opens="new"
            onClick={() => open('new')}
            text={t('add')}
          />
        </>
      ) : null}
    </Group>
  );
};

/** A readable number of failures. */
const SHOWN = 20;

/** The failures by name with their reasons: a toast has no room for them and disappears. */
const OutcomeNotice = () => {
  const { t } = useTranslation('catalog');
  const result = useStore(outcomeStore);
  if (!result) return null;
  const { action, outcome } = result;
  const { failed } = outcome;
  return (
    <Callout tone="failed" role="status" p="sm">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <strong>{t(`bulk.title.${action.kind}`)}.</strong> {outcomeText(outcome, action, t)}
          <List size="sm">
            {failed.slice(0, SHOWN).map(({ product, name, detail }) => (
              <List.Item key={product}>{name === '' ? t('bulk.gone') : `${name}: ${detail}`}</List.Item>
            ))}
            {failed.length > SHOWN ? (
              <List.Item>{t('bulk.more', { total: formatCount(failed.length - SHOWN) })}</List.Item>
            ) : null}
          </List>
        </div>
        <CloseButton aria-label={t('close')} onClick={() => outcomeStore.set(undefined)} />
      </Group>
    </Callout>
  );
};

/** An empty catalog and an empty search result have different texts. */
const Nothing = () => {
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
