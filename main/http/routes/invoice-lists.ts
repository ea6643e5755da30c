import {
  declineExplained,
  type InvoiceOutcome,
  type InvoiceStatusSums,
  invoiceOutcomes,
  invoiceOutcomesQuery,
  invoiceStatusSums,
  invoiceStatusSumsQuery,
} from '../../../shared/api/invoice-lists.ts';
import { INVOICE_STATUSES } from '../../../shared/api/statuses.ts';
import { isoTimeOrNull } from '../../../shared/time.ts';
import { type AppReader, isQuick } from '../../money/reads.ts';
import { present } from '../../platform/present.ts';
import { loadInvoice, narrowInvoices } from '../../shop/accounts/scope.ts';
import { explainDecline } from '../../shop/declines/declines.ts';
import { invoiceFilters } from '../../shop/invoice-filters.ts';
import type { Db } from '../../store/db/connection.ts';
import { findHold } from '../../store/invoices/holds.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { listInvoices } from '../../store/invoices/list/list.ts';
import { cashSaleOfInvoice } from '../../store/shifts.ts';
import type { Language } from '../preferences.ts';
import { defineExtension, type Route } from '../route.ts';

/** Figures shown with a list of invoices. @param timeZone the shop's, IANA */
export const invoiceListRoutes = (db: Db, reader: AppReader, timeZone: string): Route[] => [
  statusSumsRoute(db, reader, timeZone),
  outcomesRoute(db),
];

/** The sums are needed, not the rows. */
const NO_ROWS = { limit: 0, offset: 0 };

const statusSumsRoute = (db: Db, reader: AppReader, timeZone: string): Route => {
  const toFilter = invoiceFilters(timeZone);
  return defineExtension({
    at: 'GET invoices/status-sums/',
    id: 'getInvoiceStatusSums',
    summary: 'Count invoices and sum their amounts by status',
    description: 'Takes the filters of GET invoices/, except status.',
    order: 'that of the statuses.',
    answer: invoiceStatusSums,
    access: 'can_view_invoices',
    honoursScope: true,
    query: invoiceStatusSumsQuery,
    isLongRunning: true,
    handler: async ({ actor, query, signal }) => {
      const filter = narrowInvoices(toFilter(db, query), actor);
      const results: InvoiceStatusSums['results'] = [];
      for (const status of INVOICE_STATUSES) {
        const one = { ...filter, status };
        const { count, totals } = isQuick(one, NO_ROWS)
          ? listInvoices(db, one, NO_ROWS)
          : await reader.run('invoices', [one, NO_ROWS], signal);
        results.push({ status, count, total_amount: totals.total_amount });
      }
      return { results };
    },
  });
};

const outcomesRoute = (db: Db): Route => {
  const load = loadInvoice(db);
  return defineExtension({
    at: 'GET invoices/outcomes/',
    id: 'listInvoiceOutcomes',
    summary:
      'Read how invoices ended: cancelled or overdue, why a payment failed, which are held, and what was paid beside in cash',
    order: 'that of `ids`.',
    answer: invoiceOutcomes,
    isTranslated: true,
    access: 'can_view_invoices',
    honoursScope: true,
    query: invoiceOutcomesQuery,
    handler: ({ actor, query: { ids = [] }, language }) => ({
      results: ids.flatMap((id) => {
        const row = load(id, actor);
        return row ? [presentOutcome(db, row, language)] : [];
      }),
    }),
  });
};

export const presentOutcome = (db: Db, row: InvoiceRow, language: Language): InvoiceOutcome => {
  const parts = cashSaleOfInvoice(db, row.id);
  const { reason, failureReason } = explainDecline(row, language);
  return {
    id: row.id,
    ending: endingOf(row),
    reason: reason || failureReason,
    payable_until: row.status === 'failure' ? isoTimeOrNull(row.expires_at) : null,
    is_held: findHold(db, row.id)?.state === 'held',
    uncaptured: row.uncaptured,
    cash_part: parts ? { cash_sale: parts.id, amount: parts.amount - parts.qr_amount } : null,
  };
};

/** The bank dates the change that closed it. */
const endingOf = ({ status, expires_at, modified_date }: InvoiceRow): InvoiceOutcome['ending'] => {
  if (status !== 'expired') return null;
  const isEarly = modified_date !== null && expires_at !== null && modified_date < expires_at;
  return isEarly ? 'cancelled' : 'overdue';
};

export const declineRoutes = (db: Db): Route[] => [
  defineExtension({
    at: 'GET invoices/{id}/failure/',
    id: 'getInvoiceFailure',
    summary: 'Read why a payment failed, and what can be done',
    description:
      "The bank's code, explained for the counter. For an unknown code reason and advice are empty, and " +
      'for an invoice whose payment did not fail err_code as well.',
    answer: declineExplained,
    isTranslated: true,
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(db),
    handler: ({ target, language }) =>
      present(declineExplained, { ...explainDecline(target, language), invoice: target.id }),
  }),
];
