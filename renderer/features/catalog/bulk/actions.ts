import type { Product, ProductPatch } from '../../../../shared/api/catalog.ts';
import { CATALOG_PAGE_SIZES } from '../../../../shared/api/pages.ts';
import { allRows } from '../../../api/client.ts';
import { answer, authorised } from '../../../api/http.ts';
import type { Params } from '../../../api/keys.ts';
import type { RateLimit, Target } from './run.ts';

/** An action on many products. */
export type BulkAction =
  | { kind: 'archive' | 'restore' | 'delete' }
  /** null: removed from any category or unit. */
  | { kind: 'category' | 'unit'; to: number | null };

const changesOf = (action: Exclude<BulkAction, { kind: 'delete' }>): ProductPatch => {
  if ('to' in action) return action.kind === 'category' ? { category: action.to } : { unit: action.to };
  return { is_archived: action.kind === 'archive' };
};

const isAlreadySet = (action: BulkAction, product: Product): boolean => {
  if ('to' in action) return product[action.kind] === action.to;
  return action.kind !== 'delete' && product.is_archived === (action.kind === 'archive');
};

const rateLimitIn = ({ headers }: Response): RateLimit => ({
  left: Number(headers.get('X-RateLimit-Remaining') ?? Number.POSITIVE_INFINITY),
  of: Number(headers.get('X-RateLimit-Limit') ?? 0),
});

/** @throws ApiError */
export const applyTo = async (action: BulkAction, { id }: Target): Promise<RateLimit> => {
  const path = `catalog/products/${id}/`;
  const response =
    action.kind === 'delete'
      ? await authorised(path, { method: 'DELETE' })
      : await authorised(path, { method: 'PATCH', body: changesOf(action) });
  // A product that is already gone counts as deleted.
  if (action.kind !== 'delete' || response.status !== 404) await answer(response);
  return rateLimitIn(response);
};

/** All matching products that the action would change, read completely before the first change. @throws ApiError */
export const collect = async (
  action: BulkAction,
  filters: Params,
  signal: AbortSignal,
): Promise<Target[]> => {
  const params = { ...filters, ordering: 'code', page_size: CATALOG_PAGE_SIZES.max };
  const products = await allRows('catalog/products/', params, signal);
  return products.filter((product) => !isAlreadySet(action, product)).map(({ id, name }) => ({ id, name }));
};
