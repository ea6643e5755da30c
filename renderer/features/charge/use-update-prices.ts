import { useQueryClient } from '@tanstack/react-query';
import { productQuery } from '../../api/queries.ts';
import { readNow } from '../../api/read-now.ts';
import { useChargeDraft } from './use-charge-draft.ts';

/** Gives the form's lines the present prices and names of the catalog. The result throws ApiError. */
export const useUpdatePrices = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  const { store } = useChargeDraft();
  return async () => {
    for (const { key, product } of store.get().form.lines) {
      if (product === null) continue;
      const { name, price } = await readNow(queries, productQuery(product));
      store.fill({ type: 'line', key, changes: { name, price } });
    }
  };
};
