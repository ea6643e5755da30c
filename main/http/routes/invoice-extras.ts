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
import { composeHistory } from '../../domain/invoices/history.ts';
import { receiptOf } from '../../domain/invoices/receipt.ts';
import { type InvoiceContext, numberDisplay } from '../../domain/invoices/refresh.ts';
import type { Db } from '../../store/db/connection.ts';
import { eventsOfInvoice } from '../../store/events.ts';
import { attemptsOfInvoice } from '../../store/invoices/attempts.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { listOpenInvoices } from '../../store/invoices/open.ts';
import { refundsOf } from '../../store/invoices/refunds.ts';
import { accountName } from '../account-name.ts';
import type { Exports } from '../export/exports.ts';
import type { FileAnswer } from '../file-answer.ts';
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

/** What screens want to know of invoices beyond interface.md. */
export const invoiceExtraRoutes = (context: InvoiceContext, exports: Exports): Route[] => {
  const { db } = context;
  return [
    defineRoute({
      method: 'GET',
      path: 'invoices/open/',
      summary: 'List the invoices that may still be paid',
      answer: openInvoicePage,
      access: 'can_view_invoices',
      isExtension: true,
      query: openInvoiceQuery,
      handler: ({ query, paginate }): OpenInvoicePage => {
        let total_amount = 0;
        const page = paginate(
          PAGE_SIZES,
          (slice) => {
            const found = listOpenInvoices(db, query, slice);
            total_amount = found.total_amount;
            return found;
          },
          (rows) => rows.map(presentOpen),
        );
        return { ...page, total_amount };
      },
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/export/',
      summary: 'Fetch invoices as a table',
      produces: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      answerHeaders: ['X-Total-Count', 'Content-Disposition'],
      access: 'can_view_invoices',
      isExtension: true,
      query: invoiceExportQuery,
      handler: ({ query, language }): Promise<FileAnswer> => exports.invoices(query, language),
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/{id}/history/',
      summary: 'Read what happened to an invoice, and who asked for it',
      answer: invoiceHistory,
      access: 'can_view_invoices',
      isExtension: true,
      load: (id) => findInvoice(db, id),
      handler: ({ target }) => presentHistory(db, target),
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/{id}/receipt/',
      summary: "Fetch the bank's receipt of a payment",
      produces: ['application/pdf'],
      answerHeaders: ['Content-Disposition'],
      asksBank: true,
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
