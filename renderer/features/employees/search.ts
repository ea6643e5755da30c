import * as v from 'valibot';
import { optionalOrIgnored, positiveInt, searchText } from '../../lib/address.ts';
import { createOrdering } from '../../lib/list-search.ts';

/** What the address of the list says; what is wrong in it is dropped. */

/** By which the interface orders employees. */
const FIELDS = ['username', 'created_at'] as const;
export type OrderField = (typeof FIELDS)[number];
/** Names from the first letter, moments from the latest. */
export const employeeOrdering = createOrdering(FIELDS, 'username', (field) => field === 'created_at');

export const employeesSearch = v.object({
  search: optionalOrIgnored(searchText()),
  ordering: employeeOrdering.schema,
  page: optionalOrIgnored(positiveInt()),
  /** What is open at the side: an employee's id, a new one, or the owner's own password. */
  open: optionalOrIgnored(v.union([v.picklist(['new', 'me']), positiveInt()])),
});
export type OpenRecord = NonNullable<v.InferOutput<typeof employeesSearch>['open']>;
