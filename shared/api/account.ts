import type * as v from 'valibot';
import { byPermission } from '../permissions.ts';
import { flag, recordId, shape, string } from './answers.ts';
import { catalogPricesOnly, catalogReadOnly, employee, ownSalesOnly } from './employees.ts';

/** The signed-in person and their rights: the owner has all. */
export const account = shape('Account', {
  id: recordId(4),
  username: employee.entries.username,
  full_name: string('Full name; empty when there is none.', 'Олена Коваль'),
  position: string('Position in the shop; empty when there is none.', 'Касирка'),
  is_owner: flag('True for the owner, who may do everything.'),
  ...byPermission((permission) => employee.entries[permission]),
  own_sales_only: ownSalesOnly,
  catalog_prices_only: catalogPricesOnly,
  catalog_read_only: catalogReadOnly,
});
export type Account = v.InferOutput<typeof account>;
