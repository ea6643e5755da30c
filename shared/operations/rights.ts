import * as v from 'valibot';
import { count, flag, nullable } from '../api/answers.ts';
import { boolean, dictionary, integer } from '../api/fields.ts';
import { MAX_AMOUNT } from '../money.ts';
import { byPermission, PERMISSIONS } from '../permissions.ts';

/** What an employee or a key may do: the same fields for both. */

/** Minor units; null: no limit. */
const limit = () => v.nullable(integer(0, MAX_AMOUNT));

export const rightsInput = {
  /** Whether they see only the invoices that they created. */
  own_sales_only: v.optional(boolean()),
  /** What they may refund without a second person. */
  refund_limits: v.optional(
    dictionary({ largest: v.exactOptional(limit()), per_day: v.exactOptional(limit()) }),
  ),
  /** Whether they sell only products of the catalog, at their prices. */
  catalog_prices_only: v.optional(boolean()),
  /** Whether they change nothing in the catalog. */
  catalog_read_only: v.optional(boolean()),
};
export const permissionsInput = () => v.array(v.picklist(PERMISSIONS));

export const permissionFields = byPermission((permission) => flag(`Whether it has the right ${permission}.`));
export const limitFields = {
  refund_largest: nullable(count('The largest refund without a second person, in kopiykas; null: any.')),
  refund_per_day: nullable(count('Refunds of a day without a second person, in kopiykas; null: any.')),
};
