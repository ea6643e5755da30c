import type { ProductsChange } from '../../../shared/api/catalog.ts';
import { invalidPk } from '../../../shared/api/fields.ts';
import { forEachCooperatively, slicesOf } from '../../platform/async.ts';
import { findProduct, type NamedProductRow } from '../../store/catalog.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { ValidationError } from '../errors.ts';
import { patchProduct, removeProduct } from './resources.ts';

interface Refused {
  product: number;
  /** Empty: there is no such product. */
  name: string;
  error: ValidationError;
}

export interface BulkOutcome {
  changed: number;
  /** They were so before, or are deleted already. */
  unchanged: number;
  failed: Refused[];
}

/** Between two commits other requests are served; a commit alone takes longer than to change several products. */
const PER_COMMIT = 20;

/**
 * Applies `change` to each product in slices of a few milliseconds; one that cannot be changed holds up no other. When
 * the service stops half-way, the committed changes are kept; a repeated request counts them as unchanged.
 * @param change gives false where nothing was to do; undefined: there is no such product
 */
const forEachProduct = async (
  { db }: DbContext,
  ids: readonly number[],
  change: (product: NamedProductRow | undefined, id: number) => boolean,
): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { changed: 0, unchanged: 0, failed: [] };
  const attempt = (id: number): void => {
    const product = findProduct(db, id);
    try {
      if (change(product, id)) outcome.changed += 1;
      else outcome.unchanged += 1;
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      outcome.failed.push({ product: id, name: product?.name ?? '', error });
    }
  };
  await forEachCooperatively(slicesOf([...new Set(ids)], PER_COMMIT), (slice) =>
    db.transaction(() => {
      for (const id of slice) attempt(id);
    }),
  );
  return outcome;
};

export type BulkFields = Pick<ProductsChange, 'category' | 'unit' | 'is_archived'>;

const isSo = (product: NamedProductRow, { category, unit, is_archived }: BulkFields): boolean =>
  (category === undefined || product.category_id === category) &&
  (unit === undefined || product.unit_id === unit) &&
  (is_archived === undefined || (product.is_archived === 1) === is_archived);

export const changeProducts = (
  context: DbContext,
  ids: readonly number[],
  fields: BulkFields,
): Promise<BulkOutcome> =>
  forEachProduct(context, ids, (product, id) => {
    if (!product) throw new ValidationError({ products: [invalidPk(id)] });
    if (isSo(product, fields)) return false;
    patchProduct(context, product, fields);
    return true;
  });

export const removeProducts = (context: DbContext, ids: readonly number[]): Promise<BulkOutcome> =>
  forEachProduct(context, ids, (product) => {
    if (!product) return false;
    removeProduct(context, product);
    return true;
  });
