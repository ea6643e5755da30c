import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import type { Page } from '../../../../shared/api/pages.ts';
import { type Params, productsQuery } from '../../../data/queries.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { ListPage, ListView } from '../../../ui/list-page.tsx';
import { useList } from '../../../ui/use-list.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { OutcomeNotice } from '../bulk/outcome-notice.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { Tabs } from '../catalog.tsx';
import { Opened } from '../product/opened.tsx';
import { ProductActions } from '../product-actions.tsx';
import { filterParams, productOrdering } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';
import { useProductColumns } from './columns.tsx';
import { ProductFilters } from './filter-bar.tsx';
import classes from './list.module.css';
import { Nothing } from './nothing.tsx';

/** What is sold, and at its side the product that is open. */
export const Products = () => {
  const { t } = useTranslation();
  const { search, setSearch } = useCatalogSearch();
  const filters = filterParams(search);
  const list = useList({
    page: search.page,
    query: (page) => productsQuery({ ...filters, ...page }),
    setSearch,
  });
  const isOld = list.isPlaceholderData;
  return (
    <ListPage
      title={t('places.catalog')}
      actions={<ProductActions filters={filters} count={isOld ? undefined : list.data?.count} />}
      tabs={<Tabs part="products" />}
      side={<Opened open={search.open} />}
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
        label={t('table.caption')}
        rows={results}
        columns={columns}
        keyOf={({ id }) => id}
        attributesOf={attributesOf}
        sorting={{
          directionOf: (field) => productOrdering.directionOf(search, field),
          sortBy: (field) => setSearch(productOrdering.sortedBy(search, field)),
        }}
        open={search.open}
        isOld={isOld}
      />
      {dialog}
    </>
  );
};

const attributesOf = ({ is_archived }: Product) => ({ className: is_archived ? classes.archived : '' });
