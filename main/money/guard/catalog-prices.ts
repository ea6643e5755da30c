import type { InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import { findUnit, type ProductRow } from '../../store/catalog.ts';
import type { Db } from '../../store/db/connection.ts';

/** The rules for callers who sell only products of the catalog, at their prices (accounts.catalog_prices_only). */

type ItemProblems = Record<string, Problem[]>;

/** The refusal of an amount without goods. */
export const AMOUNT_BY_HAND = problem(
  'amount_by_hand',
  'You may not type an amount: pass items, which are products of the catalog.',
);

const NOT_FROM_CATALOG = problem('not_from_catalog', 'You may sell only products of the catalog.');
const ARCHIVED = problem('archived', 'This product is in the archive: it is not sold.');
export const DISCOUNT_BY_HAND = problem('discount_by_hand', 'You may not give discounts.');

/**
 * What differs from the catalog in a line; quantity alone is the caller's.
 * @param product of the line; undefined: none
 */
export const catalogItemProblems = (
  db: Db,
  item: Partial<InvoiceItemInput>,
  product: ProductRow | undefined,
): ItemProblems => {
  const discount = item.discount_pct ? { discount_pct: [DISCOUNT_BY_HAND] } : {};
  if (!product) return { product: [NOT_FROM_CATALOG], ...discount };
  const { name, price, is_archived } = product;
  const isOther = (value: string | number | undefined, own: string | number) =>
    value !== undefined && value !== own;
  return {
    ...(is_archived === 1 ? { product: [ARCHIVED] } : {}),
    ...(isOther(item.name, name) ? { name: [notAsInCatalog(name)] } : {}),
    ...(isOther(item.price, price)
      ? { price: [problem('other_price', `The price in the catalog is ${price}.`, { price, name })] }
      : {}),
    ...unitProblems(db, item.unit, product),
    ...discount,
  };
};

const notAsInCatalog = (value: string): Problem =>
  problem('not_as_in_catalog', `It is "${value}" in the catalog.`, { value });

/** A line may name the unit by either of its names, or not at all. */
const unitProblems = (db: Db, typed: string | undefined, { unit_id }: ProductRow): ItemProblems => {
  if (typed === undefined || typed === '') return {};
  const unit = unit_id === null ? undefined : findUnit(db, unit_id);
  return unit && [unit.name, unit.short_name].includes(typed)
    ? {}
    : { unit: [notAsInCatalog(unit?.name ?? '')] };
};
