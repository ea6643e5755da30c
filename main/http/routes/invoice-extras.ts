import {
  type InvoiceHistory,
  invoiceExportQuery,
  invoiceHistory,
  type OpenInvoice,
  type OpenInvoicePage,
  openInvoicePage,
  openInvoiceQuery,
} from '../../../shared/api/invoice-extras.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { accountName } from '../../domain/accounts/accounts.ts';
import { composeHistory } from '../../domain/invoices/history.ts';
import { receiptOf } from '../../domain/invoices/receipt.ts';
import { type InvoiceContext, numberDisplay } from '../../domain/invoices/refresh.ts';
import type { Db } from '../../store/db/connection.ts';
import { eventsOfInvoice } from '../../store/events.ts';
import { attemptsOfInvoice } from '../../store/invoices/attempts.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { listOpenInvoices } from '../../store/invoices/open.ts';
import { refundsOf } from '../../store/invoices/refunds.ts';
import type { Exports } from '../export/exports.ts';
import type { FileAnswer } from '../files.ts';
import { defineRoute, type Route } from '../route.ts';

const presentOpen = (row: InvoiceRow): OpenInvoice => ({
  id: row.id,
  number_display: numberDisplay(row.number),
  reference: row.reference,
  status: row.status === 'processing' ? 'processing' : 'created',
  amount: row.amount,
  terminal: row.terminal_id,
  terminal_name: row.terminal_name,
  cash_register: row.cash_register_id,
  page_url: row.page_url,
  created_date: isoTime(row.created_date),
  expires_at: isoTimeOrNull(row.expires_at),
});

const presentHistory = (db: Db, invoice: InvoiceRow): InvoiceHistory => {
  const attempts = attemptsOfInvoice(db, invoice.id);
  const events = eventsOfInvoice(db, invoice.id);
  const refunds = refundsOf(db, invoice.id);
  return {
    invoice: invoice.id,
    created_by: accountName(db, invoice.created_by),
    expires_at: isoTimeOrNull(invoice.expires_at),
    results: composeHistory({ invoice, attempts, events, refunds }).map(
      ({ at, type, status, amount, by, detail }) => ({
        at: isoTime(at),
        type,
        status,
        amount,
        by: accountName(db, by),
        detail,
      }),
    ),
  };
};

/** Routes about invoices beyond version 1. */
export const invoiceExtraRoutes = (context: InvoiceContext, exports: Exports): Route[] => {
  const { db } = context;
  return [
    defineRoute({
      method: 'GET',
      path: 'invoices/open/',
      id: 'listOpenInvoices',
      summary: 'List the invoices that may still be paid',
      description:
        'Those in status created or processing. One whose time is over stays until the bank has said that nobody ' +
        'paid.',
      answer: openInvoicePage,
      access: 'can_view_invoices',
      isExtension: true,
      query: openInvoiceQuery,
      handler: ({ query, paginate }): OpenInvoicePage =>
        paginate(
          PAGE_SIZES,
          (slice) => listOpenInvoices(db, query, slice),
          (rows) => rows.map(presentOpen),
          ({ total_amount }) => ({ total_amount }),
        ),
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/export/',
      id: 'exportInvoices',
      summary: 'Fetch invoices as a table',
      description:
        'The invoices that GET invoices/ lists under the same parameters, in the same order and on no pages, as ' +
        'they were when it was asked. CSV: UTF-8 with a byte order mark, semicolons, a decimal comma; a text ' +
        'that a table program would run as a formula has an apostrophe before it. XLSX: one sheet, at most ' +
        "1 048 575 invoices. Times are the shop's. An answer that breaks off is not whole: ask again.",
      produces: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      answerHeaders: ['X-Total-Count', 'Content-Disposition'],
      isTranslated: true,
      refusals: ['Stopping'],
      access: 'can_view_invoices',
      isExtension: true,
      query: invoiceExportQuery,
      handler: ({ query, language }): Promise<FileAnswer> => exports.invoices(query, language),
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/{id}/history/',
      id: 'getInvoiceHistory',
      summary: 'Read what happened to an invoice, and who asked for it',
      description:
        'Put together from the invoice, from what the bank was asked, and from the events, which are forgotten ' +
        'after 90 days: of an older invoice less is known, and some times are guessed.',
      answer: invoiceHistory,
      access: 'can_view_invoices',
      isExtension: true,
      load: (id) => findInvoice(db, id),
      handler: ({ target }) => presentHistory(db, target),
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/{id}/receipt/',
      id: 'getInvoiceReceipt',
      summary: "Fetch the bank's receipt of a payment",
      description: 'As the bank gives it, a PDF. Of an invoice that was never paid: 400. Waits for the bank.',
      produces: ['application/pdf'],
      answerHeaders: ['Content-Disposition'],
      callsBank: true,
      refusals: ['NeverPaid'],
      access: 'can_view_invoices',
      isExtension: true,
      load: (id) => findInvoice(db, id),
      handler: async ({ target }): Promise<FileAnswer> => ({
        type: 'application/pdf',
        name: `receipt-${numberDisplay(target.number)}.pdf`,
        body: await receiptOf(context, target),
      }),
    }),
  ];
};
