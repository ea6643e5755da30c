import * as v from 'valibot';
import { orDropped, searchText } from '../../lib/address.ts';

/** What the address of the list says; what is wrong in it is dropped. */

const whole = () => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

/** By which the interface orders employees. */
const FIELDS = ['username', 'created_at'] as const;
export type OrderField = (typeof FIELDS)[number];
type Ordering = OrderField | `-${OrderField}`;
const ORDERINGS = FIELDS.flatMap((field): Ordering[] => [field, `-${field}`]);

export const employeesSearch = v.object({
  search: orDropped(searchText()),
  ordering: orDropped(v.pipe(v.string(), v.picklist(ORDERINGS))),
  page: orDropped(whole()),
  /** What is open at the side: an employee's id, a new one, or the owner's own password. */
  open: orDropped(v.union([v.picklist(['new', 'me']), whole()])),
});
export type EmployeesSearch = v.InferOutput<typeof employeesSearch>;
export type Opened = NonNullable<EmployeesSearch['open']>;

const DEFAULT_ORDERING: Ordering = 'username';

export const directionOf = (
  { ordering = DEFAULT_ORDERING }: EmployeesSearch,
  field: OrderField,
): 'ascending' | 'descending' | undefined => {
  if (ordering === field) return 'ascending';
  return ordering === `-${field}` ? 'descending' : undefined;
};

/** The head of a column was pressed: names from the first letter, moments from the latest; then the other way round. */
export const sortedBy = (search: EmployeesSearch, field: OrderField): EmployeesSearch => {
  const direction = directionOf(search, field);
  const isDescending = direction === undefined ? field === 'created_at' : direction === 'ascending';
  const ordering: Ordering = isDescending ? `-${field}` : field;
  return { ...search, page: undefined, ordering: ordering === DEFAULT_ORDERING ? undefined : ordering };
};
