import { numberDisplay } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import {
  type Sale,
  salePage,
  saleQuery,
  saleStatusSums,
  saleStatusSumsQuery,
  type Tender,
} from '../../../shared/api/sales.ts';
import { isoTime } from '../../../shared/time.ts';
import type { AppReader } from '../../money/reads.ts';
import { byStatus, salesOf } from '../../money/sale/sales.ts';
import { seesCashSale } from '../../money/shifts/visibility.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { invoiceFilters } from '../../shop/invoice-filters.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import type { Slice } from '../../store/db/list.ts';
import type { SaleRow } from '../../store/sales/list.ts';
import type { Language } from '../preferences.ts';
import { presentCashSale } from '../present-cash-sale.ts';
import { presentInvoices } from '../present-invoice.ts';
import { defineExtension, type Route } from '../route.ts';
import { presentOutcome } from './invoice-lists.ts';

const ACCESS =
  'Whoever sees only their own sales gets only what they made. Filters by what no entry of the till has (cash_register, ' +
  'reference, payment_system, without, hours and weekdays) leave sales in cash alone out; paid_from and paid_to take ' +
  'the time of entry for them, refunded_from and refunded_to find their returns.';

/** @param timeZone the shop's, IANA */
export const saleRoutes = ({ db, now }: DbContext, reader: AppReader, timeZone: string): Route[] => {
  const toFilter = invoiceFilters(timeZone);
  return [
    defineExtension({
      at: 'GET sales/',
      id: 'listSales',
      summary: 'List sales by any tender: QR, cash, and both',
      description: `A sale in parts is one record. Returns of goods for cash are records of their own. ${ACCESS}`,
      answer: salePage,
      isTranslated: true,
      access: 'can_view_invoices',
      honoursScope: true,
      query: saleQuery,
      isLongRunning: true,
      handler: ({ actor, query, paginate, language, signal }) => {
        const sales = salesOf(db, query, actor, toFilter, now());
        const find = async (slice: Slice) => {
          const { count, rows } = await reader.run('sales', [sales, slice], signal);
          return { count, rows: presentSales(db, rows, actor, language) };
        };
        return paginate(PAGE_SIZES, find, (sale) => sale);
      },
    }),
    defineExtension({
      at: 'GET sales/status-sums/',
      id: 'getSaleStatusSums',
      summary: 'Count sales and sum their amounts by status',
      description: `Takes the filters of GET sales/, except status. ${ACCESS}`,
      order: 'that of the statuses.',
      answer: saleStatusSums,
      access: 'can_view_invoices',
      honoursScope: true,
      query: saleStatusSumsQuery,
      isLongRunning: true,
      handler: ({ actor, query, signal }) => {
        const sales = salesOf(db, query, actor, toFilter, now());
        return reader.run('saleSums', [sales, byStatus(sales, now())], signal);
      },
    }),
  ];
};

const tenderOf = ({ invoice, cash }: SaleRow): Tender => {
  if (cash === undefined) return 'qr';
  return invoice !== undefined || cash.qr_amount > 0 ? 'parts' : 'cash';
};

const presentSales = (db: Db, rows: readonly SaleRow[], actor: Actor, language: Language): Sale[] => {
  const invoices = rows.flatMap(({ invoice }) => invoice ?? []);
  const presented = new Map(presentInvoices(db, invoices, language).map((invoice) => [invoice.id, invoice]));
  return rows.map((row): Sale => {
    const { kind, status, invoice, cash } = row;
    const number = invoice?.number ?? cash?.number ?? null;
    return {
      kind,
      id: invoice?.id ?? cash?.id ?? 0,
      tender: tenderOf(row),
      status,
      number,
      number_display: number === null ? '' : numberDisplay(number),
      amount: cash?.amount ?? invoice?.amount ?? 0,
      created_date: isoTime(invoice?.created_date ?? cash?.made_at ?? 0),
      made_by: accountName(db, invoice ? invoice.created_by : (cash?.made_by ?? null)),
      invoice: (invoice && presented.get(invoice.id)) ?? null,
      outcome: invoice ? presentOutcome(db, invoice, language) : null,
      cash_sale: cash && seesCashSale(actor, cash) ? presentCashSale(db, cash, actor) : null,
    };
  });
};
