import { Box, Checkbox } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { type Column, Cut, column } from '../../../kit/data-table.tsx';
import { useLeaveGuard } from '../../../kit/leave-guard.tsx';
import { cut } from '../../../kit/plain-row.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { changeProduct } from '../deletion.tsx';
import type { OrderField } from '../search.ts';
import classes from './list.module.css';
import { PriceCell } from './price-cell.tsx';

/** The columns of the list. A narrower list shows fewer: `first` is hidden last. */
export const useProductColumns = (products: readonly Product[], selection: Selection) => {
  const { t } = useTranslation('catalog');
  const canWrite = useCanWriteCatalog();
  const { priceCell, dialog } = usePriceCells(products);
  const columns: Column<Product, OrderField>[] = [
    column(
      'check',
      <CheckPage products={products} selection={selection} />,
      (product, { tabIndex }) => (
        <Checkbox
          size="xs"
          tabIndex={tabIndex}
          aria-label={t('table.check', { name: product.name })}
          checked={selection.has(product.id)}
          onChange={() => selection.toggle(product, products)}
        />
      ),
      classes.check,
    ),
    column(
      'name',
      t('words.name'),
      ({ id, name, is_archived }, link) => (
        <div className={cut(classes.name)} title={name}>
          <Link
            {...link}
            to="/catalog/$part"
            params={{ part: 'products' }}
            search={(search) => ({ ...search, open: id })}
            resetScroll={false}
            preload={false}
          >
            {name}
          </Link>
          {is_archived ? (
            <Box component="span" className="pill small tinted" ms={8} data-tone="over">
              <IconArchive size={12} aria-hidden />
              {t('table.archived')}
            </Box>
          ) : null}
        </div>
      ),
      { field: 'name' },
    ),
    column('article', t('table.article'), ({ article }) => <Cut>{article}</Cut>, classes.first),
    column('code', t('table.code'), ({ code }) => <Cut>{String(code)}</Cut>, {
      field: 'code',
      className: classes.third,
    }),
    column(
      'category',
      t('table.category'),
      ({ category_name }) => <Cut>{category_name}</Cut>,
      classes.category,
    ),
    column('unit', t('table.unit'), ({ unit_name }) => <Cut>{unit_name}</Cut>, classes.second),
    column(
      'price',
      t('table.price'),
      (product, { tabIndex }) =>
        canWrite ? (
          <PriceCell product={product} isTabStop={tabIndex === 0} {...priceCell(product)} />
        ) : (
          <span>{product.price === 0 ? t('words.noPrice') : formatAmount(product.price)}</span>
        ),
      { field: 'price', isNumber: true, width: '8.5rem' },
    ),
  ];
  return { columns: canWrite ? columns : columns.filter(({ name }) => name !== 'check'), dialog };
};

/** Inline editing of prices; asks before unsaved input is lost. */
const usePriceCells = (products: readonly Product[]) => {
  const [editing, setEditing] = useState<number>();
  const [isDirty, setIsDirty] = useState(false);
  const prices = usePrices();
  const { dialog } = useLeaveGuard(
    isDirty || prices.hasFailed,
    ({ pathname, search: next }) => pathname === '/catalog/products' && !('import' in next),
  );
  const priceCell = (product: Product) => ({
    pending: prices.of(product.id),
    isEditing: product.id === editing,
    onEdit: () => setEditing(product.id),
    onEnd: (minor: number | undefined, next: boolean) => {
      if (minor !== undefined) void prices.save(product, minor);
      setEditing(next ? products[products.indexOf(product) + 1]?.id : undefined);
    },
    onDirty: setIsDirty,
  });
  return { priceCell, dialog };
};

const CheckPage = ({ products, selection }: { products: readonly Product[]; selection: Selection }) => {
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

/** An edited price that is not known to be stored. */
interface Pending {
  /** Minor units. */
  minor: number;
  state: 'saving' | 'failed';
}

/** Stores each edited price in the background while the next one is typed. */
const usePrices = () => {
  const invalidate = useInvalidate();
  const toast = useToast();
  const [pending, setPending] = useState<ReadonlyMap<number, Pending>>(new Map());
  /** @param was the entry to replace, unless a later one has replaced it already */
  const settle = (id: number, was: Pending, now: Pending | undefined): void =>
    setPending((before) => {
      if (before.get(id) !== was) return before;
      const next = new Map(before);
      if (now) next.set(id, now);
      else next.delete(id);
      return next;
    });
  const save = async ({ id, price }: Product, minor: number): Promise<void> => {
    const before = pending.get(id);
    if (minor === (before?.minor ?? price) && before?.state !== 'failed') return;
    const own: Pending = { minor, state: 'saving' };
    setPending((all) => new Map(all).set(id, own));
    try {
      await changeProduct(id, { price: minor });
      await invalidate('catalog');
      settle(id, own, undefined);
    } catch (error) {
      settle(id, own, { minor, state: 'failed' });
      toast.error(error);
    }
  };
  return {
    of: (id: number): Pending | undefined => pending.get(id),
    save,
    hasFailed: [...pending.values()].some(({ state }) => state === 'failed'),
  };
};
