import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Product } from '../../../../shared/api/catalog.ts';
import type { Page } from '../../../../shared/api/pages.ts';
import { failureOf } from '../../../data/failure.ts';
import { productsQuery } from '../../../data/queries.ts';
import { Pager } from '../../../ui/pager.tsx';
import { FailedState, LoadingState } from '../../../ui/query-view.tsx';
import { useAhead } from '../../../ui/use-ahead.ts';
import { usePreferences } from '../../../ui/use-preferences.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { filterParams } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';
import classes from './list.module.css';
import { Nothing } from './nothing.tsx';
import { ProductTable } from './table.tsx';

export const useProductList = () => {
  const { search } = useCatalogSearch();
  const { pageSize } = usePreferences();
  const filters = filterParams(search);
  const { page = 1 } = search;
  const pageQuery = (of: number) => productsQuery({ ...filters, page: of, page_size: pageSize });
  const list = useQuery(pageQuery(page));
  const hasNext = !list.isPlaceholderData && typeof list.data?.next === 'string';
  const onAhead = useAhead(pageQuery, hasNext ? page + 1 : undefined);
  return { ...list, filters, page, pageSize, onAhead };
};
type ProductListQuery = ReturnType<typeof useProductList>;

export const ProductList = ({ list }: { list: ProductListQuery }) => {
  const { search, setSearch } = useCatalogSearch();
  const { data, error, page } = list;
  const failure = error ? failureOf(error) : undefined;
  const isPast = page > 1 && failure?.kind === 'missing';
  // The list grew shorter, or the address is old.
  useEffect(() => {
    if (isPast) setSearch({ ...search, page: undefined }, { replace: true });
  });
  // What was read before goes on being shown; the banner of the shell says why it is not newer.
  if (data && (!failure || failure.kind === 'unreachable')) return <Found list={list} found={data} />;
  if (failure && failure.kind !== 'session' && !isPast)
    return (
      <div className="card">
        <FailedState failure={failure} onRetry={() => void list.refetch()} />
      </div>
    );
  return <LoadingState rows={12} height={34} />;
};

const Found = ({ list, found }: { list: ProductListQuery; found: Page<Product> }) => {
  const { search, setSearch } = useCatalogSearch();
  const { page, pageSize } = list;
  const { ordering: _ordering, ...filters } = list.filters;
  const selection = useSelection(JSON.stringify(filters));
  if (found.count === 0) return <Nothing />;
  return (
    <div className={`card ${classes.card}`}>
      <BulkBar selection={selection} filters={filters} count={found.count} />
      <ProductTable products={found.results} selection={selection} isOld={list.isPlaceholderData} />
      <Pager
        count={found.count}
        page={page}
        pageSize={pageSize}
        onPage={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
        onAhead={list.onAhead}
      />
    </div>
  );
};
