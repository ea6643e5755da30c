import { Checkbox, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.tsx';
import list from '../../../ui/list-table.module.css';
import { SortHead } from '../../../ui/sort-head.tsx';
import type { Selection } from '../bulk/use-selection.ts';
import { directionOf, type OrderField, sortedBy } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';
import classes from './list.module.css';
import { ProductRow } from './row.tsx';
import { usePrices } from './use-prices.ts';

interface ProductTableProps {
  products: readonly Product[];
  selection: Selection;
  /** Of another page or filter, shown until this one's is there. */
  isOld: boolean;
}

export const ProductTable = ({ products, selection, isOld }: ProductTableProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const [lastId, setLastId] = useState<number>();
  const [editing, setEditing] = useState<number>();
  const [isDirty, setIsDirty] = useState(false);
  const prices = usePrices();
  const leaving = useLeaveGuard(
    isDirty || prices.hasFailed,
    ({ pathname, search: next }) => pathname === '/catalog/products' && !('import' in next),
  );
  const tabStop =
    [lastId, search.open].find((id) => products.some((each) => each.id === id)) ?? products[0]?.id;
  const sorting = (field: OrderField) => ({
    sorted: directionOf(search, field),
    onSort: () => setSearch(sortedBy(search, field)),
  });
  const endEdit = (product: Product, minor: number | undefined, next: boolean): void => {
    if (minor !== undefined) void prices.save(product, minor);
    setEditing(next ? products[products.indexOf(product) + 1]?.id : undefined);
  };
  return (
    <>
      <Table
        className={list.table}
        aria-label={t('table.caption')}
        aria-busy={isOld}
        data-old={isOld || undefined}
      >
        <Table.Thead className={list.head}>
          <Table.Tr>
            <Table.Th className={classes.check}>
              <CheckPage products={products} selection={selection} />
            </Table.Th>
            <SortHead {...sorting('name')} name={t('table.name')} />
            <Table.Th className={classes.first}>{t('table.article')}</Table.Th>
            <SortHead {...sorting('code')} name={t('table.code')} className={classes.third} />
            <Table.Th className={classes.category}>{t('table.category')}</Table.Th>
            <Table.Th className={classes.second}>{t('table.unit')}</Table.Th>
            <SortHead {...sorting('price')} name={t('table.price')} isNumber className={classes.priceCell} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              isChecked={selection.has(product.id)}
              onCheck={() => selection.toggle(product, products)}
              isOpen={product.id === search.open}
              isTabStop={product.id === tabStop}
              onFocus={() => setLastId(product.id)}
              price={{
                pending: prices.of(product.id),
                isEditing: product.id === editing,
                onEdit: () => setEditing(product.id),
                onEnd: (minor, next) => endEdit(product, minor, next),
                onDirty: setIsDirty,
              }}
            />
          ))}
        </Table.Tbody>
      </Table>
      {leaving.dialog}
    </>
  );
};

const CheckPage = ({ products, selection }: Pick<ProductTableProps, 'products' | 'selection'>) => {
  const { t } = useTranslation('catalog');
  const checked = products.filter(({ id }) => selection.has(id)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={t('table.checkPage')}
      checked={checked === products.length}
      indeterminate={checked > 0 && checked < products.length}
      onChange={() => selection.togglePage(products)}
    />
  );
};
