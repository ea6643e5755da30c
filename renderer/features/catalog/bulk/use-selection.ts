import { useState } from 'react';
import type { Product } from '../../../../shared/api/catalog.ts';

/** The checked products: some by id, or all matches on all pages. */
type Checked = ReadonlyMap<number, string> | 'all';

const NONE: ReadonlyMap<number, string> = new Map();

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
      const next = new Map(checked === 'all' ? products.map(({ id, name }) => [id, name] as const) : checked);
      if (!next.delete(product.id)) next.set(product.id, product.name);
      set(next);
    },
    togglePage: (products: readonly Product[]): void => {
      if (checked === 'all') {
        set(NONE);
        return;
      }
      const isWhole = products.every(({ id }) => checked.has(id));
      const next = new Map(checked);
      for (const { id, name } of products) {
        if (isWhole) next.delete(id);
        else next.set(id, name);
      }
      set(next);
    },
    takeAll: (): void => set('all'),
    clear: (): void => set(NONE),
    /** Unchecks processed products. */
    drop: (ids: readonly number[]): void =>
      setState((before) => {
        if (before.checked === 'all') return { ...before, checked: NONE };
        const next = new Map(before.checked);
        for (const id of ids) next.delete(id);
        return { ...before, checked: next };
      }),
  };
};
export type Selection = ReturnType<typeof useSelection>;
