import { useState } from 'react';
import type { Product } from '../../../../shared/api/catalog.ts';

/** The ids of the checked products, or all matches on all pages. */
type Checked = ReadonlySet<number> | 'all';

const NONE: ReadonlySet<number> = new Set();

/** @param listKey identifies the filters: other filters start without a selection */
export const useSelection = (listKey: string) => {
  const [state, setState] = useState<{ listKey: string; checked: Checked }>({ listKey, checked: NONE });
  const checked = state.listKey === listKey ? state.checked : NONE;
  const set = (next: Checked): void => setState({ listKey, checked: next });
  const some = checked === 'all' ? NONE : checked;
  return {
    isAll: checked === 'all',
    some,
    has: (id: number): boolean => checked === 'all' || checked.has(id),
    /** @param products the visible ones, to which a selection of all is reduced */
    toggle: (product: Product, products: readonly Product[]): void => {
      const next = new Set(checked === 'all' ? products.map(({ id }) => id) : checked);
      if (!next.delete(product.id)) next.add(product.id);
      set(next);
    },
    togglePage: (products: readonly Product[]): void => {
      if (checked === 'all') {
        set(NONE);
        return;
      }
      const isWhole = products.every(({ id }) => checked.has(id));
      const next = new Set(checked);
      for (const { id } of products) {
        if (isWhole) next.delete(id);
        else next.add(id);
      }
      set(next);
    },
    takeAll: (): void => set('all'),
    clear: (): void => set(NONE),
  };
};
export type Selection = ReturnType<typeof useSelection>;
