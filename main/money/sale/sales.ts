import { type SaleListQuery, TENDERS } from '../../../shared/api/sales.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../shared/api/statuses.ts';
import { narrowInvoices } from '../../shop/accounts/scope.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import type { ToInvoiceFilter } from '../../shop/invoice-filters.ts';
import type { CashSaleFilter } from '../../store/cash-sale-list.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceFilter } from '../../store/invoices/filter.ts';
import type { SaleQuery } from '../../store/sales/list.ts';
import { wasPaid } from '../bank-state/status.ts';
import { entriesOf } from '../shifts/visibility.ts';

/** The list of sales as a caller sees it: of invoices and of the till what the lists of each show them. */

type Filters = Omit<SaleListQuery, 'page' | 'page_size'>;

/** Filters by what no entry of the till has. */
const OF_INVOICES_ALONE = [
  ...(['cash_register', 'reference', 'payment_system', 'without'] as const),
  ...(['paid_hour', 'paid_weekday', 'refunded_hour', 'refunded_weekday'] as const),
] as const satisfies readonly (keyof Filters)[];

const PAID = INVOICE_STATUSES.filter(wasPaid);

const tillFilter = (query: Filters, entered_by: number | undefined): CashSaleFilter | undefined => {
  const { created_by, paid_from, paid_to, refunded_from, refunded_to } = query;
  if (OF_INVOICES_ALONE.some((name) => query[name] !== undefined) || query.created_locally === false)
    return undefined;
  if (created_by !== undefined && entered_by !== undefined && created_by !== entered_by) return undefined;
  const isPaid = paid_from !== undefined || paid_to !== undefined;
  const isRefund = refunded_from !== undefined || refunded_to !== undefined;
  if (isPaid && isRefund) return undefined;
  const statuses = query.status === undefined ? undefined : [query.status];
  return {
    search: query.search,
    amount_min: query.amount_min,
    amount_max: query.amount_max,
    terminal: query.terminal,
    product: query.product,
    made_by: created_by ?? entered_by,
    date_from: latest(query.created_from, paid_from, refunded_from),
    date_to: earliest(query.created_to, paid_to, refunded_to),
    is_refund: isPaid ? false : isRefund || undefined,
    status: isPaid ? PAID.filter((status) => statuses?.includes(status) ?? true) : statuses,
  };
};

const given = (times: readonly (number | undefined)[]) => times.filter((time) => time !== undefined);
const latest = (...times: (number | undefined)[]) =>
  given(times).length === 0 ? undefined : Math.max(...given(times));
const earliest = (...times: (number | undefined)[]) =>
  given(times).length === 0 ? undefined : Math.min(...given(times));

/** A declined one awaits payment as long as its QR can be paid. */
const inStatus = (filter: InvoiceFilter, status: InvoiceStatus | undefined, now: number): InvoiceFilter =>
  status === 'created' ? { ...filter, status: undefined, payable_at: now } : { ...filter, status };

/** @param toFilter by the shop's calendar */
export const salesOf = (
  db: Db,
  query: Filters,
  actor: Actor,
  toFilter: ToInvoiceFilter,
  now: number,
): SaleQuery => {
  const { tender: sought = TENDERS, ordering, status, ...filters } = query;
  const tender = sought.length === 0 ? TENDERS : sought;
  const entered_by = entriesOf(actor);
  return {
    tender,
    ordering,
    invoices: tender.every((each) => each === 'cash')
      ? undefined
      : inStatus(narrowInvoices(toFilter(db, filters), actor), status, now),
    cash: tillFilter(query, entered_by),
    entered_by,
  };
};

/** The filter of the invoices in each status. */
export const byStatus = ({ invoices }: SaleQuery, now: number) =>
  Object.fromEntries(
    INVOICE_STATUSES.map((status) => [status, invoices && inStatus(invoices, status, now)]),
  ) as Record<InvoiceStatus, InvoiceFilter | undefined>;
