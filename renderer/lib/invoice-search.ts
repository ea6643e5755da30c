import * as v from 'valibot';
import { INVOICE_ORDER_FIELDS, WITHOUT } from '../../shared/api/invoice-query.ts';
import { TENDERS, type Tender } from '../../shared/api/sales.ts';
import { INVOICE_STATUSES } from '../../shared/api/statuses.ts';
import { MAX_AMOUNT } from '../../shared/money.ts';
import { optionalOrIgnored, searchText } from './address.ts';
import { createOrdering, withFilter } from './list-search.ts';
import { isDayOrInstant, PERIODS } from './periods.ts';

/** The list's address, which can be bookmarked and linked to. Invalid parameters are ignored. */

export type OrderField = (typeof INVOICE_ORDER_FIELDS)[number];
/** Descending first. */
export const invoiceOrdering = createOrdering(
  INVOICE_ORDER_FIELDS,
  '-created_date',
  (field) => field !== 'status',
);

/** The dates that a period can filter by. */
export const DATES = ['created', 'paid', 'refunded'] as const;
export type DateName = (typeof DATES)[number];

/**
 * Invoices without a value: not created by an employee, no register, a line without a product, unknown payment system.
 */
export type Without = (typeof WITHOUT)[number];

/** Filters that only links from reports set; each is shown as a chip and can be removed. */
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

const isListOf = (names: readonly string[]) =>
  optionalOrIgnored(
    v.pipe(
      v.string(),
      v.check((text) => text.split(',').every((part) => names.includes(part))),
    ),
  );

const integerBetween = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to)));
/** A day of the shop's calendar (YYYY-MM-DD), or a moment (ISO 8601). */
const dayOrInstant = () => optionalOrIgnored(v.pipe(v.string(), v.check(isDayOrInstant)));

export const invoicesSearch = v.object({
  status: optionalOrIgnored(v.picklist(INVOICE_STATUSES)),
  /** Relative to today by the shop's calendar. It takes precedence over the dates below. */
  period: optionalOrIgnored(v.picklist(PERIODS)),
  /** The date that `period` and the date picker filter by; absent: creation. */
  by: optionalOrIgnored(v.picklist(DATES.filter((date) => date !== 'created'))),
  created_from: dayOrInstant(),
  created_to: dayOrInstant(),
  paid_from: dayOrInstant(),
  paid_to: dayOrInstant(),
  /** When a refund was made. */
  refunded_from: dayOrInstant(),
  refunded_to: dayOrInstant(),
  /** Hour of day in the shop's time zone; for weekdays Monday is 1. */
  paid_hour: integerBetween(0, 23),
  paid_weekday: integerBetween(1, 7),
  refunded_hour: integerBetween(0, 23),
  refunded_weekday: integerBetween(1, 7),
  terminal: integerBetween(1),
  cash_register: integerBetween(1),
  /** An account's id. */
  created_by: integerBetween(1),
  product: integerBetween(1),
  /** The bank's name: visa, mastercard. */
  payment_system: optionalOrIgnored(searchText()),
  /** Comma-separated values of WITHOUT, as the interface takes them; likewise the tenders. */
  without: isListOf(WITHOUT),
  tender: isListOf(TENDERS),
  created_locally: optionalOrIgnored(v.boolean()),
  /** Minor units. */
  amount_min: integerBetween(1, MAX_AMOUNT),
  amount_max: integerBetween(1, MAX_AMOUNT),
  search: optionalOrIgnored(searchText()),
  ordering: invoiceOrdering.schema,
  page: integerBetween(1),
});
export type InvoicesSearch = v.InferOutput<typeof invoicesSearch>;

/** Props of every control that filters or orders the list. */
export interface FilterProps {
  search: InvoicesSearch;
  onChange(next: InvoicesSearch, options?: { replace?: boolean }): void;
}

/** The values of a list in the address, each once, in their fixed order. */
const namesIn = <const Name extends string>(names: readonly Name[], text: string | undefined): Name[] => {
  const parts = (text ?? '').split(',');
  return names.filter((name) => parts.includes(name));
};
export const withoutOf = (text: string | undefined): Without[] => namesIn(WITHOUT, text);
export const tendersOf = (text: string | undefined): Tender[] => namesIn(TENDERS, text);

/** Sales of which something is paid by QR, as the sums of payments count them; likewise in cash. */
export const BY_QR = 'qr,parts';
export const IN_CASH = 'cash,parts';

/** Filters in the groups in which they are set and cleared. */
const FILTER_GROUPS = {
  search: ['search'],
  status: ['status'],
  period: [
    ...(['period', 'by'] as const),
    ...(['created_from', 'created_to', 'paid_from', 'paid_to', 'refunded_from', 'refunded_to'] as const),
  ],
  place: ['terminal', 'cash_register'],
  tender: ['tender'],
  amount: ['amount_min', 'amount_max'],
  origin: ['created_locally'],
  narrow: [...REPORT_FILTERS, 'without'],
} as const satisfies Record<string, readonly (keyof InvoicesSearch)[]>;
export type FilterGroup = keyof typeof FILTER_GROUPS;

/** `by` alone filters nothing. */
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
