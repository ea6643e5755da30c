import {
  type InvoiceHistory,
  invoiceExportQuery,
  invoiceHistory,
  openInvoice,
  openInvoicePage,
  openInvoiceQuery,
  receiptEmail,
  saleOutcome,
  sentReceipt,
} from '../../../shared/api/invoice-extras.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { DAY_MS, isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import type { InvoiceContext } from '../../money/bank-state/refresh.ts';
import { receiptOf } from '../../money/receipt/receipt.ts';
import { composeHistory } from '../../money/sale/history.ts';
import { present } from '../../platform/present.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { loadInvoice, narrowInvoices } from '../../shop/accounts/scope.ts';
import type { Db } from '../../store/db/connection.ts';
import { eventsOfInvoice } from '../../store/events.ts';
import { attemptsOfInvoice } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { listOpenInvoices } from '../../store/invoices/open.ts';
import { refundsOf } from '../../store/invoices/refunds.ts';
import type { Exports } from '../export/exports.ts';
import { presentStored } from '../present-invoice.ts';
import { defineExtension, type Route, STREAMED_TABLE } from '../route.ts';

const presentHistory = (db: Db, invoice: InvoiceRow): InvoiceHistory => {
  const attempts = attemptsOfInvoice(db, invoice.id);
  const events = eventsOfInvoice(db, invoice.id);
  const refunds = refundsOf(db, invoice.id);
  const hold = findHold(db, invoice.id);
  return {
    invoice: invoice.id,
    created_by: accountName(db, invoice.created_by),
    expires_at: isoTimeOrNull(invoice.expires_at),
    results: composeHistory({ invoice, attempts, events, refunds, hold }).map(
      ({ at, type, status, amount, by, detail, reason, approved_by }) => ({
        at: isoTime(at),
        type,
        status,
        amount,
        by: accountName(db, by),
        detail,
        reason,
        approved_by: accountName(db, approved_by),
      }),
    ),
  };
};

/** Routes about invoices beyond version 1. */
export const invoiceExtraRoutes = (context: InvoiceContext, exports: Exports): Route[] => [
  listOpen(context),
  exportInvoices(exports),
  getHistory(context),
  getOutcome(context),
  getReceipt(context),
  emailReceipt(context),
];

const listOpen = ({ db, now }: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/open/',
    id: 'listOpenInvoices',
    summary: 'List the invoices that may still be paid',
    description:
      'Those in status created or processing, without those whose money the bank holds; with declined=true those, too, that were declined. One that has expired stays until the bank confirms that it ' +
      'was not paid.',
    answer: openInvoicePage,
    access: 'can_view_invoices',
    honoursScope: true,
    query: openInvoiceQuery,
    handler: ({ actor, query: { declined, ...query }, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => {
          const filter = { ...query, declined_at: declined ? now() : undefined };
          return listOpenInvoices(db, narrowInvoices(filter, actor), slice);
        },
        (row) =>
          present(openInvoice, {
            ...row,
            number_display: numberDisplay(row.number),
            status: row.status === 'processing' || row.status === 'failure' ? row.status : 'created',
            terminal: row.terminal_id,
            cash_register: row.cash_register_id,
          }),
      ),
  });

const exportInvoices = (exports: Exports) =>
  defineExtension({
    ...STREAMED_TABLE,
    at: 'GET invoices/export/',
    id: 'exportInvoices',
    records: 'invoices_exported',
    summary: 'Fetch invoices as a table',
    description:
      'The invoices that GET invoices/ lists under the same parameters, in the same order and on no ' +
      'pages, as they were at the moment of the request. CSV: UTF-8 with a byte order mark, semicolons, a ' +
      'decimal comma; a text that a table program would run as a formula has an apostrophe before it. ' +
      "XLSX: one sheet, at most 1 048 575 invoices. Times are the shop's. The last two columns are the date of " +
      'the last refund and the sum of the refunds; under refunded_from, refunded_to, refunded_hour or ' +
      'refunded_weekday, of the refunds that match these. An answer that breaks off is incomplete: request it ' +
      'again.',
    access: 'can_view_invoices',
    honoursScope: true,
    query: invoiceExportQuery,
    handler: ({ actor, query, language }) => exports.invoices(narrowInvoices(query, actor), language),
  });

const getHistory = ({ db }: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/{id}/history/',
    id: 'getInvoiceHistory',
    summary: 'Read the history of an invoice, and who requested each step',
    description:
      'Composed of the invoice, the bank requests, and the events, which are deleted after 90 days: for ' +
      'an older invoice less is known, and some times are estimates.',
    order: 'oldest first.',
    answer: invoiceHistory,
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(db),
    handler: ({ target }) => presentHistory(db, target),
  });

const emailReceipt = (context: InvoiceContext) =>
  defineExtension({
    at: 'POST invoices/{id}/receipt/email/',
    id: 'emailInvoiceReceipt',
    summary: "Have the bank send its receipt of a payment to the customer's e-mail address",
    description:
      'The bank does not report whether it arrived. For an invoice that was never paid: 400. Waits for the bank.',
    answer: sentReceipt,
    callsBank: true,
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(context.db),
    body: receiptEmail,
    examples: { send: { summary: 'To the customer', value: { email: 'kupets@example.com' } } },
    handler: async ({ target, body: { email } }) => {
      await receiptOf(context, target, email);
      return { invoice: target.id, email };
    },
  });

/** For this long, callers who may not view invoices can read the outcome of a sale that they created. */
const OWN_SALE_MS = DAY_MS;

const getOutcome = ({ db, now }: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/{id}/outcome/',
    id: 'getSaleOutcome',
    summary: 'Read what became of an invoice that you created',
    description:
      'For a charge screen of somebody who may not view invoices: an invoice that they created in the last 24 ' +
      'hours, with its history. Any other invoice is a 404.',
    answer: saleOutcome,
    isTranslated: true,
    access: 'can_create_invoices',
    honoursScope: true,
    load: (id, actor) => {
      const found = loadInvoice(db)(id, actor);
      return found?.created_by === actor.id && now() - found.created_date <= OWN_SALE_MS ? found : undefined;
    },
    handler: ({ target, language }) => ({
      invoice: presentStored(db, target, language),
      history: presentHistory(db, target),
    }),
  });

const getReceipt = (context: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/{id}/receipt/',
    id: 'getInvoiceReceipt',
    summary: "Fetch the bank's receipt of a payment",
    description: "The bank's PDF. For an invoice that was never paid: 400. Waits for the bank.",
    produces: ['application/pdf'],
    answerHeaders: ['Content-Disposition'],
    callsBank: true,
    refusals: ['NeverPaid'],
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(context.db),
    handler: async ({ target }) => ({
      type: 'application/pdf',
      name: `receipt-${numberDisplay(target.number)}.pdf`,
      body: await receiptOf(context, target),
    }),
  });
