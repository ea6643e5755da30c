import {
  cancelQuery,
  type Invoice,
  type InvoicePage,
  invoice,
  invoiceCancel,
  invoiceCreate,
  invoicePage,
  invoiceQuery,
} from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { type CancelContext, cancelInvoice } from '../../domain/invoices/cancel.ts';
import { createInvoice } from '../../domain/invoices/create.ts';
import { invoiceFilters } from '../../domain/invoices/filter.ts';
import { invoiceProblems } from '../../domain/invoices/rules.ts';
import { invalidateSiblings, refreshSale } from '../../domain/invoices/sale-siblings.ts';
import { type AppReader, isQuick } from '../../domain/reads.ts';
import type { Slice } from '../../store/db/list.ts';
import { findInvoice, type InvoiceListQuery, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { listInvoices } from '../../store/invoices/list/list.ts';
import { presentInvoices } from '../present-invoice.ts';
import { defineRoute, type Language, type Route } from '../route.ts';

/** @param timeZone the shop's, IANA */
export const invoiceRoutes = (context: CancelContext, reader: AppReader, timeZone: string): Route[] => {
  const { db } = context;
  const toFilter = invoiceFilters(timeZone);
  const load = (id: number) => findInvoice(db, id);
  const present = (row: InvoiceRow, language: Language): Invoice | undefined =>
    presentInvoices(db, [row], language)[0];

  const findPage = (filter: InvoiceListQuery, slice: Slice, signal: AbortSignal) =>
    isQuick(filter, slice)
      ? listInvoices(db, filter, slice)
      : reader.run('invoices', [filter, slice], signal);

  return [
    defineRoute({
      method: 'GET',
      path: 'invoices/',
      summary: 'List invoices, with sums over all that match',
      answer: invoicePage,
      access: 'can_view_invoices',
      query: invoiceQuery,
      canTakeLong: true,
      handler: async ({ query, paginate, language, signal }): Promise<InvoicePage> => {
        let totals = { total_amount: 0, success_amount: 0 };
        const filter = toFilter(db, query);
        const page = await paginate<InvoiceRow, Invoice>(
          PAGE_SIZES,
          async (slice) => {
            const found = await findPage(filter, slice, signal);
            totals = found.totals;
            return found;
          },
          (rows) => presentInvoices(db, rows, language),
        );
        return { ...page, totals };
      },
    }),
    defineRoute({
      method: 'POST',
      path: 'invoices/',
      summary: 'Create an invoice at the bank',
      answer: invoice,
      asksBank: true,
      access: 'can_create_invoices',
      body: invoiceCreate,
      refine: (input) => invoiceProblems(db, input),
      status: 201,
      idempotent: true,
      handler: async ({ actor, body, language, keyed }) => {
        const keep = (row: InvoiceRow) => keyed?.keep(present(row, language));
        return present(await createInvoice(context, actor, body, keyed, keep), language);
      },
    }),
    defineRoute({
      method: 'GET',
      path: 'invoices/{id}/',
      summary: 'Read an invoice',
      answer: invoice,
      access: 'can_view_invoices',
      load,
      handler: ({ target, language }) => present(target, language),
    }),
    defineRoute({
      method: 'POST',
      path: 'invoices/{id}/cancel/',
      summary: 'Cancel an unpaid invoice, or refund a paid one in full or in part',
      answer: invoice,
      asksBank: true,
      access: 'can_cancel_invoices',
      load,
      query: cancelQuery,
      body: invoiceCancel,
      idempotent: true,
      handler: async ({ actor, target, query, body, language, keyed }) => {
        const record = (row: InvoiceRow) => keyed?.keep(present(row, language));
        const request = { actor, id: target.id, input: body, expected: query, keyed, record };
        const row = await cancelInvoice(context, request);
        await invalidateSiblings(context, row.id);
        return present(row, language);
      },
    }),
    defineRoute({
      method: 'POST',
      path: 'invoices/{id}/refresh/',
      summary: 'Ask the bank for the state of an invoice',
      answer: invoice,
      asksBank: true,
      access: 'can_view_invoices',
      load,
      handler: async ({ target, language }) => present(await refreshSale(context, target.id), language),
    }),
  ];
};
