import * as v from 'valibot';
import { optionalOrIgnored, positiveInt, searchText } from '../../lib/address.ts';
import { createOrdering } from '../../lib/list-search.ts';

/** The search parameters of the list; invalid ones are ignored. */

/** The interface's order fields. */
const FIELDS = ['username', 'created_at'] as const;
export type OrderField = (typeof FIELDS)[number];
/** Names in ascending order, moments in descending order. */
export const employeeOrdering = createOrdering(FIELDS, 'username', (field) => field === 'created_at');

export const employeesSearch = v.object({
  search: optionalOrIgnored(searchText()),
  ordering: employeeOrdering.schema,
  page: optionalOrIgnored(positiveInt()),
  /** The open panel: an employee's id, a new one, or the owner's password. */
  open: optionalOrIgnored(v.union([v.picklist(['new', 'me']), positiveInt()])),
});
export type OpenRecord = NonNullable<v.InferOutput<typeof employeesSearch>['open']>;
