import { sql } from 'kysely';
import { countedCash } from './counted-cash.ts';
import { build, type ReadDb } from './db/connection.ts';
import { countOf } from './db/list.ts';
import { notCancelled, type Snapshot } from './db/snapshot.ts';
import type { FiscalDocumentsTable } from './db/tables.ts';
import { takenAmount } from './invoices/filter.ts';
import type { InvoiceRow } from './invoices/invoices.ts';
import { paid, refunded, type SeriesFilter } from './series.ts';

/** What an accountant gets of a month. */

/** Both ends included, ms UTC. */
export interface MonthFilter extends Pick<SeriesFilter, 'terminals'> {
  from: number;
  to: number;
}

/** ISO 4217 numbers of what moved, ascending. */
export const currenciesOf = (db: ReadDb, filter: MonthFilter): number[] => {
  const found = [
    ...db.all(paid(filter).select('invoices.ccy').distinct()),
    ...db.all(refunded(filter).select('invoices.ccy').distinct()),
  ];
  return [...new Set(found.map(({ ccy }) => ccy))].sort((one, other) => one - other);
};

/** The part of the range's payments that has been refunded by now, whenever that was; minor units. */
export const refundedOfPayments = (db: ReadDb, filter: SeriesFilter): number =>
  db.get(
    paid(filter)
      .innerJoin('refunds', 'refunds.invoice_id', 'invoices.id')
      .select(sql<number>`coalesce(sum(refunds.amount), 0)`.as('amount')),
  )?.amount ?? 0;

/** Payments not refunded in full whose fiscal receipt is not done, at terminals that issue them. */
export const countFiscalGaps = (db: ReadDb, filter: MonthFilter): number =>
  countOf(
    db,
    paid(filter)
      .innerJoin('fiscal_checks', 'fiscal_checks.invoice_id', 'invoices.id')
      .innerJoin('fiscal_terminals', 'fiscal_terminals.terminal_id', 'invoices.terminal_id')
      .where('fiscal_terminals.fiscalises_since', 'is not', null)
      .where('fiscal_checks.status', '!=', 'done')
      .where('invoices.status', '=', 'success'),
  );

const PAYMENT = [
  ...['id', 'number', 'invoice_id', 'reference', 'paid_date', 'ccy', 'fee', 'terminal_id'],
  ...['masked_pan', 'payment_system', 'rrn', 'approval_code', 'destination', 'created_locally'],
] as const satisfies readonly (keyof InvoiceRow)[];

export type MonthPayment = Pick<InvoiceRow, (typeof PAYMENT)[number]> & {
  amount: number;
  paid_date: number;
  register_name: string | null;
};

/** Of a hold captured in part, only that part was paid. */
const paidAmount = takenAmount.as('amount');

const paymentColumns = [...PAYMENT.map((name) => `invoices.${name}` as const), paidAmount] as const;

/** In order of time. */
export const iteratePayments = (snapshot: Snapshot, filter: MonthFilter): Iterator<MonthPayment, undefined> =>
  snapshot.iterate(
    paid(filter)
      .leftJoin('cash_registers', 'cash_registers.id', 'invoices.cash_register_id')
      .select(paymentColumns)
      .select('cash_registers.name as register_name')
      .$narrowType<{ paid_date: number }>()
      .orderBy('invoices.paid_date')
      .orderBy('invoices.id'),
  );

export type MonthRefund = MonthPayment & { refunded_at: number; refund_amount: number };

/** In order of time. */
export const iterateRefunds = (snapshot: Snapshot, filter: MonthFilter): Iterator<MonthRefund, undefined> =>
  snapshot.iterate(
    refunded(filter)
      .leftJoin('cash_registers', 'cash_registers.id', 'invoices.cash_register_id')
      .select(paymentColumns)
      .select(['cash_registers.name as register_name', 'refunds.refunded_at'])
      .select('refunds.amount as refund_amount')
      .$narrowType<{ paid_date: number }>()
      .orderBy('refunds.refunded_at')
      .orderBy('refunds.id'),
  );

/** A fiscal check; of a payment without any, its status alone. */
export type MonthFiscalDocument = Pick<
  MonthPayment,
  'id' | 'number' | 'reference' | 'paid_date' | 'amount' | 'ccy' | 'terminal_id'
> & {
  [Name in Exclude<keyof FiscalDocumentsTable, 'invoice_id' | 'position'>]: FiscalDocumentsTable[Name] | null;
} & { sale_status: string };

/** Of the range's payments, and of those refunded in it, by the time of payment. */
export const iterateFiscalDocuments = (
  snapshot: Snapshot,
  filter: MonthFilter,
): Iterator<MonthFiscalDocument, undefined> =>
  snapshot.iterate(
    build
      .selectFrom('invoices')
      .innerJoin('fiscal_checks', 'fiscal_checks.invoice_id', 'invoices.id')
      .leftJoin('fiscal_documents', 'fiscal_documents.invoice_id', 'invoices.id')
      .where('invoices.id', 'in', touched(filter))
      .where(notCancelled)
      .select([
        ...(['invoices.id', 'invoices.number', 'invoices.reference', 'invoices.paid_date'] as const),
        ...(['invoices.ccy', 'invoices.terminal_id'] as const),
        paidAmount,
        ...(['fiscal_documents.check_id', 'fiscal_documents.type', 'fiscal_documents.status'] as const),
        ...(['fiscal_documents.source', 'fiscal_documents.tax_url'] as const),
        'fiscal_checks.status as sale_status',
        sql<string>`coalesce(fiscal_documents.status_description, fiscal_checks.status_description)`.as(
          'status_description',
        ),
      ])
      .$narrowType<{ paid_date: number }>()
      .orderBy('invoices.paid_date')
      .orderBy('invoices.id')
      .orderBy('fiscal_documents.position'),
  );

export interface MonthCash {
  at: number;
  number: number | null;
  is_refund: 0 | 1;
  amount: number;
  qr_amount: number;
  rounding: number;
  person: string;
  remark: string;
}

/** Sales and returns in cash, in order of time; a return has the number of its sale. */
export const iterateCash = (snapshot: Snapshot, { from, to }: MonthFilter): Iterator<MonthCash, undefined> =>
  snapshot.iterate(
    countedCash()
      .innerJoin('cash_sales', 'cash_sales.id', 'cash.id')
      .innerJoin('accounts', 'accounts.id', 'cash.made_by')
      .leftJoin('cash_sales as sold', 'sold.id', 'cash.return_of')
      .where('cash.at', '>=', from)
      .where('cash.at', '<=', to)
      .select(['cash.at', 'cash.is_refund', 'cash.amount', 'cash.qr_amount', 'cash.rounding'])
      .select([
        sql<number | null>`coalesce(cash.number, sold.number)`.as('number'),
        sql<string>`iif(full_name = '', username, full_name)`.as('person'),
        sql<string>`iif(cash_sales.reason = '', cash_sales.remark, cash_sales.reason)`.as('remark'),
      ])
      .orderBy('cash.at')
      .orderBy('cash.id'),
  );

const touched = (filter: MonthFilter) =>
  paid(filter).select('invoices.id').union(refunded(filter).select('refunds.invoice_id as id'));
