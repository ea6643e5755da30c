import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ProductsChange, ProductsDelete, ProductsOutcome } from '../../../../shared/api/catalog.ts';
import { search } from '../../../api/client.ts';
import { call } from '../../../api/http.ts';
import { invalidate, type Params } from '../../../api/keys.ts';
import { formatCount } from '../../../lib/count.ts';
import { createUserStore, whileUserStays } from '../../../shop/session/user-change.ts';
import { startWork } from '../../../shop/tasks/background-work.tsx';

/** An action on many products. */
export type BulkAction =
  | { kind: 'archive' | 'restore' | 'delete' }
  /** null: removed from any category or unit. */
  | { kind: 'category' | 'unit'; to: number | null };

/** The last action of which a product was left out; shown until dismissed. */
export const outcomeStore = createUserStore<{ action: BulkAction; outcome: ProductsOutcome } | undefined>(
  undefined,
);

/** Only one runs at a time: two could undo each other's changes. */
export const BULK_WORK = 'catalog-bulk';

/** 3,000 products take 0.3 to 1.2 s at a load of 14; the interface takes 10,000 at once. */
const TIMEOUT_MS = 300_000;

const changesOf = (action: BulkAction): Omit<ProductsChange, keyof ProductsDelete> => {
  if ('to' in action) return action.kind === 'category' ? { category: action.to } : { unit: action.to };
  return { is_archived: action.kind === 'archive' };
};

interface Bulk {
  action: BulkAction;
  /** Some by id, or all that match. */
  chosen: { products: number[] } | { all: Params };
  queries: QueryClient;
  t: TFunction<'catalog'>;
  /** Once it is done. */
  onDone(): void;
}

/** Runs across screens; reports how many were changed, and those that were not by name. */
export const startBulk = ({ action, chosen, queries, t, onDone }: Bulk): void => {
  const user = whileUserStays();
  const isDeletion = action.kind === 'delete';
  const path = isDeletion ? 'catalog/products/delete/' : 'catalog/products/change/';
  const [selection, filters] = 'all' in chosen ? [{ all: true }, chosen.all] : [chosen, {}];
  outcomeStore.set(undefined);
  startWork({
    id: BULK_WORK,
    title: t(`bulk.title.${action.kind}`),
    isUnstoppable: true,
    run: async () => {
      try {
        const outcome = await call<ProductsOutcome>(path + search(filters), {
          method: 'POST',
          body: isDeletion ? selection : { ...selection, ...changesOf(action) },
          timeoutMs: TIMEOUT_MS,
        });
        onDone();
        if (!user.aborted && outcome.failed.length > 0) outcomeStore.set({ action, outcome });
        return outcomeText(outcome, action, t);
      } finally {
        void invalidate(queries, 'catalog');
      }
    },
  });
};

export const outcomeText = (
  { changed, failed }: ProductsOutcome,
  { kind }: BulkAction,
  t: TFunction<'catalog'>,
): string => {
  const done = t(`bulk.done.${kind}`, { count: changed, total: formatCount(changed) });
  return failed.length === 0 ? done : `${done} ${t('bulk.failed', { total: formatCount(failed.length) })}`;
};
