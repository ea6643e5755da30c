import * as v from 'valibot';
import { INVOICE_ORDER_FIELDS, WITHOUT } from '../../shared/api/invoices.ts';
import { INVOICE_STATUSES } from '../../shared/api/statuses.ts';
import { MAX_AMOUNT } from '../../shared/money.ts';
import { optionalOrIgnored, searchText } from './address.ts';
import { createOrdering, withFilter } from './list-search.ts';
import { isDayOrInstant, PERIODS } from './periods.ts';

/**
 * What the address of the list says, so that a list can be come back to, and be pointed at from elsewhere. What is
 * wrong in it is dropped: half of an old address is better than none.
 */

export type OrderField = (typeof INVOICE_ORDER_FIELDS)[number];
/** The newest and the largest first. */
export const invoiceOrdering = createOrdering(
  INVOICE_ORDER_FIELDS,
  '-created_date',
  (field) => field !== 'status',
);

/** The date that a period is about. */
export const DATES = ['created', 'paid', 'refunded'] as const;
export type DateName = (typeof DATES)[number];

/** Those that have none of it: of nobody of the shop, without a register, with a line of no product, paid nobody knows how. */
export type Without = (typeof WITHOUT)[number];

/** What lists are pointed at with from elsewhere (the reports): each is shown, and taken away, by itself. */
export const REPORT_FILTERS = [
  'paid_hour',
  'paid_weekday',
  'refunded_hour',
  'refunded_weekday',
  'created_by',
  'product',
  'payment_system',
] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

const isWithout = (text: string): boolean =>
  text.split(',').every((part) => WITHOUT.some((name) => name === part));

const integerBetween = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to)));
/** A day of the shop's calendar (YYYY-MM-DD), or a moment (ISO 8601). */
const dayOrInstant = () => optionalOrIgnored(v.pipe(v.string(), v.check(isDayOrInstant)));

export const invoicesSearch = v.object({
  status: optionalOrIgnored(v.picklist(INVOICE_STATUSES)),
  /** By the shop's calendar, as of whenever it is looked at. It goes before the dates that follow. */
  period: optionalOrIgnored(v.picklist(PERIODS)),
  /** The date that `period`, and the picker of dates, is about; absent: creation. */
  by: optionalOrIgnored(v.picklist(DATES.filter((date) => date !== 'created'))),
  created_from: dayOrInstant(),
  created_to: dayOrInstant(),
  paid_from: dayOrInstant(),
  paid_to: dayOrInstant(),
  /** Something of it was refunded then. */
  refunded_from: dayOrInstant(),
  refunded_to: dayOrInstant(),
  /** Of the shop's calendar, whatever the day; Monday is 1. */
  paid_hour: integerBetween(0, 23),
  paid_weekday: integerBetween(1, 7),
  refunded_hour: integerBetween(0, 23),
  refunded_weekday: integerBetween(1, 7),
  terminal: integerBetween(1),
  cash_register: integerBetween(1),
  /** An account's id. */
  created_by: integerBetween(1),
  product: integerBetween(1),
  /** In the bank's word: visa, mastercard. */
  payment_system: optionalOrIgnored(searchText()),
  /** One or more of WITHOUT, with commas between, as the interface takes them. */
  without: optionalOrIgnored(v.pipe(v.string(), v.check(isWithout))),
  created_locally: optionalOrIgnored(v.boolean()),
  /** Minor units. */
  amount_min: integerBetween(1, MAX_AMOUNT),
  amount_max: integerBetween(1, MAX_AMOUNT),
  search: optionalOrIgnored(searchText()),
  ordering: invoiceOrdering.schema,
  page: integerBetween(1),
});
export type InvoicesSearch = v.InferOutput<typeof invoicesSearch>;

/** Every control that filters or orders the list takes these. */
export interface FilterProps {
  search: InvoicesSearch;
  onChange(next: InvoicesSearch, options?: { replace?: boolean }): void;
}

/** What `without` says, each once, in their order. */
export const withoutOf = (text: string | undefined): Without[] => {
  const parts = (text ?? '').split(',');
  return WITHOUT.filter((name) => parts.includes(name));
};

/** What narrows the list down, in the groups in which it is set and cleared. */
const FILTER_GROUPS = {
  search: ['search'],
  status: ['status'],
  period: [
    ...(['period', 'by'] as const),
    ...(['created_from', 'created_to', 'paid_from', 'paid_to', 'refunded_from', 'refunded_to'] as const),
  ],
  place: ['terminal', 'cash_register'],
  amount: ['amount_min', 'amount_max'],
  origin: ['created_locally'],
  narrow: [...REPORT_FILTERS, 'without'],
} as const satisfies Record<string, readonly (keyof InvoicesSearch)[]>;
export type FilterGroup = keyof typeof FILTER_GROUPS;

/** Which date is asked about narrows nothing down. */
const isGroupActive = (search: InvoicesSearch, group: FilterGroup): boolean =>
  FILTER_GROUPS[group].some((name) => name !== 'by' && search[name] !== undefined);

export const activeGroups = (search: InvoicesSearch): FilterGroup[] =>
  (Object.keys(FILTER_GROUPS) as FilterGroup[]).filter((group) => isGroupActive(search, group));

export const withoutGroups = (search: InvoicesSearch, groups: readonly FilterGroup[]): InvoicesSearch =>
  withFilter(
    search,
    Object.fromEntries(groups.flatMap((group) => FILTER_GROUPS[group].map((name) => [name, undefined]))),
  );

export const withoutFilters = (search: InvoicesSearch): InvoicesSearch =>
  withoutGroups(search, activeGroups(search));
