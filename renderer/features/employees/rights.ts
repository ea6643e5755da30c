import { byPermission, type Permissions } from '../../../shared/permissions.ts';
import {
  RIGHT_SET_NAMES,
  RIGHT_SETS,
  RIGHTS,
  type RightSetName,
  type Rights,
} from '../../../shared/rights.ts';
import { readLimit, type TypedLimits, typedLimits } from './limits.ts';

export const rightsOf = (employee: Rights): Rights => ({
  ...byPermission((permission) => employee[permission]),
  own_sales_only: employee.own_sales_only,
  catalog_prices_only: employee.catalog_prices_only,
  catalog_read_only: employee.catalog_read_only,
});

export const areSame = (one: Rights, other: Rights): boolean =>
  RIGHTS.every((right) => one[right] === other[right]);

/**
 * What choosing a preset sets. Who sells only by the catalog could sell nothing while there are no products: until
 * there are, amounts are typed.
 */
export const choiceOf = (name: RightSetName, hasProducts: boolean): Rights & TypedLimits => {
  const set = RIGHT_SETS[name];
  const waits = !hasProducts && set.can_create_invoices;
  return {
    ...rightsOf({ ...set, catalog_prices_only: set.catalog_prices_only && !waits }),
    ...typedLimits(set),
  };
};

/** The preset that the rights and the limits are, whether or not the catalog had products then. */
export const presetOf = (shown: Rights & TypedLimits): RightSetName | undefined =>
  RIGHT_SET_NAMES.find((name) =>
    [true, false].some((hasProducts) => {
      const choice = choiceOf(name, hasProducts);
      const hasLimits = (['largest', 'per_day'] as const).every(
        (limit) => readLimit(shown[limit]) === readLimit(choice[limit]),
      );
      return hasLimits && areSame(shown, choice);
    }),
  );

/** Who sells sees their own sales at least; who neither sells nor sees all of them sees none. */
export const salesSeen = (sells: boolean, seesAll: boolean) => ({
  can_create_invoices: sells,
  can_view_invoices: sells || seesAll,
  own_sales_only: sells && !seesAll,
});

/** Permission to refund without viewing invoices: there is no invoice to refund on these screens. */
export const hasUnusableRights = (rights: Permissions): boolean =>
  !rights.can_view_invoices && rights.can_cancel_invoices;
