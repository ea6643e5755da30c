import { invoicePage, invoiceQuery } from '../../../shared/api/invoice-query.ts';
import {
  cancelQuery,
  invoice,
  invoiceCancel,
  invoiceCreate,
  invoiceWithdrawal,
} from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { loadSeenOrMade } from '../../money/guard/guard.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import type { MoneyContext } from '../../money/journal/money-request.ts';
import { type AppReader, isQuick } from '../../money/reads.ts';
import { cancelInvoice } from '../../money/sale/cancel.ts';
import { createInvoice, type SaleContext } from '../../money/sale/create.ts';
import { checkSale, loadSale } from '../../money/sale/rules.ts';
import { refreshSale } from '../../money/sale/sale-siblings.ts';
import { loadInvoice, narrowInvoices } from '../../shop/accounts/scope.ts';
import { mayDo } from '../../shop/accounts/sessions.ts';
import { invoiceFilters } from '../../shop/invoice-filters.ts';
import type { Slice } from '../../store/db/list.ts';
import type { InvoiceListQuery } from '../../store/invoices/filter.ts';
import { listInvoices } from '../../store/invoices/list/list.ts';
import { presentInvoice, presentInvoices, presentStored } from '../present-invoice.ts';
import { defineExtension, defineRoute, type Route } from '../route.ts';

/** @param timeZone the shop's, IANA */
export const invoiceRoutes = (
  context: MoneyContext & SaleContext,
  reader: AppReader,
  timeZone: string,
): Route[] => {
  const { db } = context;
  return [
    listRoute(context, reader, timeZone),
    createRoute(context),
    defineRoute({
      at: 'GET invoices/{id}/',
      id: 'getInvoice',
      summary: 'Read an invoice',
      description: 'As known here; open invoices are brought up to date by themselves.',
      answer: invoice,
      isTranslated: true,
      access: 'can_view_invoices',
      honoursScope: true,
      load: loadInvoice(db),
      handler: ({ target, language }) => presentStored(db, target, language),
    }),
    cancelRoute(context),
    withdrawRoute(context),
    defineRoute({
      at: 'POST invoices/{id}/refresh/',
      id: 'refreshInvoice',
      summary: 'Ask the bank for the state of an invoice',
      description: 'Takes no body. Waits for the bank.',
      answer: invoice,
      callsBank: true,
      isTranslated: true,
      access: 'can_view_invoices',
      honoursScope: true,
      load: loadInvoice(db),
      handler: async ({ target, language }) =>
        presentStored(db, await refreshSale(context, target.id), language),
    }),
  ];
};

const listRoute = ({ db }: MoneyContext, reader: AppReader, timeZone: string): Route => {
  const toFilter = invoiceFilters(timeZone);
  const findPage = async (filter: InvoiceListQuery, slice: Slice, signal: AbortSignal) =>
    isQuick(filter, slice)
      ? listInvoices(db, filter, slice)
      : reader.run('invoices', [filter, slice], signal);

  return defineRoute({
    at: 'GET invoices/',
    id: 'listInvoices',
    summary: 'List invoices, with sums over all that match',
    answer: invoicePage,
    isTranslated: true,
    access: 'can_view_invoices',
    honoursScope: true,
    query: invoiceQuery,
    isLongRunning: true,
    handler: async ({ actor, query, paginate, language, signal }) => {
      const filter = narrowInvoices(toFilter(db, query), actor);
      const find = async (slice: Slice) => {
        const { rows, ...found } = await findPage(filter, slice, signal);
        return { ...found, rows: presentInvoices(db, rows, language) };
      };
      return paginate(PAGE_SIZES, find, (one) => one);
    },
  });
};

const createRoute = (context: SaleContext): Route =>
  defineRoute({
    at: 'POST invoices/',
    id: 'createInvoice',
    summary: 'Create an invoice at the bank',
    description:
      'Pass either amount or items. Show the payer page_url, or the QR code of the cash register. Send an ' +
      'Idempotency-Key: after a 502 or a lost answer the same request under the same key is safe, and never ' +
      'makes two invoices that can be paid. Waits for the bank.',
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: RIGHT_TO.sell,
    honoursScope: true,
    body: invoiceCreate,
    examples: {
      amount: { summary: 'A fixed amount', value: { terminal: 1, amount: 8100, reference: 'ORDER-42' } },
      items: {
        summary: 'Goods',
        value: {
          terminal: 1,
          reference: 'ORDER-42',
          destination: 'Кава',
          items: [
            { name: 'Еспресо', price: 4500, quantity: 2, unit: 'порц', product: 7, discount_pct: 10 },
            { name: 'Печиво, кг', price: 32_000, quantity: '0.125' },
          ],
        },
      },
      register: {
        summary: 'Bound to a QR cash register, to be paid within five minutes',
        value: { terminal: 1, cash_register: 1, amount: 8100, validity: 300 },
      },
    },
    refineFaulty: (input, actor) => checkSale(loadSale(context.db, input), input, actor).problems,
    status: 201,
    idempotent: true,
    takesApproval: 'Discount-Approval',
    handler: async ({ actor, body, language, keyed, approval }) => {
      const sale = await createInvoice(context, actor, body, { keyed, approval });
      return presentInvoice(sale.invoice, sale.items, language);
    },
  });

const cancelRoute = (context: MoneyContext): Route => {
  const { db } = context;
  return defineRoute({
    at: 'POST invoices/{id}/cancel/',
    id: 'cancelInvoice',
    summary: 'Cancel an unpaid invoice, or refund a paid one in full or in part',
    description:
      'created, failure: the bank takes no payment of it any more, and it becomes expired; amount may not be passed. success: refunded; in full it ' +
      'becomes reversed, in part it stays success with a lower final_amount. Any other status: 400. One refund ' +
      'at a time: while the outcome of one is unknown, or the bank works on it, another is a 400 under ' +
      'errors.status. Send an Idempotency-Key: after a 502 or a lost answer the same request under the same ' +
      'key never refunds twice; it is answered with 200 once the bank shows the refund, and with 502 IN_DOUBT ' +
      'until then. Above the limit that the owner has set for the caller: 400 with the code refund_limit, before any ' +
      'request to the bank; a second person may approve it (refund-approvals/). Waits for the bank.',
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: RIGHT_TO.cancel,
    honoursScope: true,
    load: loadInvoice(db),
    query: cancelQuery,
    body: invoiceCancel,
    examples: {
      whole: { summary: 'Cancel, or refund in full', value: {} },
      part: { summary: 'Refund a part', value: { amount: 3600, comment: 'Одну каву повернули' } },
    },
    idempotent: true,
    takesApproval: 'Refund-Approval',
    handler: async ({ actor, target, query, body, language, keyed, approval }) => {
      const call = { actor, invoice: target, input: body, expected: query, keyed, approval };
      return presentStored(db, await cancelInvoice(context, call), language);
    },
  });
};

const withdrawRoute = (context: MoneyContext): Route => {
  const { db } = context;
  return defineExtension({
    at: 'POST invoices/{id}/withdraw/',
    id: 'withdrawInvoice',
    summary: 'End an unpaid invoice',
    description:
      'As cancel does (created, failure), for whoever made it with can_create_invoices; for anybody with ' +
      'can_cancel_invoices. It never refunds: an invoice that was paid meanwhile is the 400 of cancel, and is brought up ' +
      'to date. Takes an Idempotency-Key. Waits for the bank.',
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: RIGHT_TO.withdraw,
    honoursScope: true,
    load: (id, actor) => (mayDo(actor, RIGHT_TO.cancel) ? loadInvoice(db) : loadSeenOrMade(db))(id, actor),
    body: invoiceWithdrawal,
    examples: { withdraw: { summary: 'The customer has left', value: { comment: 'Клієнт пішов' } } },
    idempotent: true,
    handler: async ({ actor, target, body, language, keyed }) => {
      const input = { ...body, amount: undefined, items: [] };
      const call = { actor, invoice: target, input, expected: {}, keyed, isWithdrawal: true };
      return presentStored(db, await cancelInvoice(context, call), language);
    },
  });
};
