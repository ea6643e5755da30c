import * as v from 'valibot';
import { choice, count, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { cashSale } from './cash-sales.ts';
import { described, named } from './described.ts';
import { invoiceOutcome } from './invoice-lists.ts';
import { invoiceFilters, invoiceOrdering } from './invoice-query.ts';
import { invoice } from './invoices.ts';
import { pageOf } from './pages.ts';
import { choiceParam, choicesParam, integerParam, pageParams, query, searchParam } from './query.ts';
import { PERSON } from './shifts.ts';
import { INVOICE_STATUSES } from './statuses.ts';

/** Sales by any tender in one list. An extension of version 1. */

export const TENDERS = ['qr', 'cash', 'parts'] as const;
export type Tender = (typeof TENDERS)[number];

const STATUS =
  'created: it awaits payment. processing: the bank works on it. success: it is paid, and counts. failure: declined. ' +
  'reversed: all of it was given back; a return of goods for cash as well. expired: cancelled, voided or overdue.';

const sale = shape('Sale', {
  kind: choice(
    ['invoice', 'cash_sale'],
    'What the sale is read as. invoice: invoices/{id}/. cash_sale: cash-sales/{id}/.',
    'invoice',
  ),
  id: id('Id of its invoice, or of its cash sale: each kind has ids of its own.', 15),
  tender: choice(
    TENDERS,
    'qr: by QR alone. cash: in cash alone. parts: partly in cash, the rest by QR; it is one sale.',
    'qr',
  ),
  status: choice(INVOICE_STATUSES, STATUS, 'success'),
  number: nullable(id(), 'Number of the sale; null: a return, or an entry by amount.', 16),
  number_display: string('The number with zeros in front, for people; empty without one.', '000016'),
  amount: minorUnits('All of it, cash and QR together, minor units; positive for a return too.', 8100),
  created_date: timestamp('When it was created, or entered, UTC.', '2026-03-02T08:15:27.120Z'),
  made_by: string('Who created or entered it: full name, else username; empty: not made here.', PERSON),
  invoice: nullable(invoice, 'The invoice as invoices/ lists it; null: there is none.'),
  outcome: nullable(
    invoiceOutcome,
    'How the invoice ended, as invoices/outcomes/ says; null: there is none.',
  ),
  cash_sale: nullable(
    cashSale,
    'The entry of the till as cash-sales/ lists it, of a sale in parts beside its invoice; null: there is none, or you may ' +
      'not see it.',
    null,
  ),
});
export type Sale = v.InferOutput<typeof sale>;

export const salePage = named('SalePage', pageOf(sale));
export type SalePage = v.InferOutput<typeof salePage>;

const { status: _status, ...filters } = {
  ...invoiceFilters,
  tender: choicesParam(TENDERS, 'Only paid by one of these, separated by commas.'),
  created_by: integerParam('Only what this account (id) created, or entered.'),
  amount_min: integerParam('All of it, or its part by QR, is at least this; minor units.'),
  amount_max: integerParam('All of it, or its part by QR, is at most this; minor units.'),
  search: searchParam(
    'Words to find in what the search of invoices/ and that of cash-sales/ look at; digits find the number as well.',
  ),
};

export const saleQuery = query({
  ...filters,
  status: choiceParam(
    INVOICE_STATUSES,
    'Only in this status. created finds declined ones too, as long as their QR can be paid.',
  ),
  ordering: invoiceOrdering(),
  ...pageParams,
});
export type SaleListQuery = v.InferOutput<typeof saleQuery>;

export const saleStatusSumsQuery = query(filters);

export const saleStatusSums = shape('SaleStatusSumsList', {
  count: count('How many match, each once.', 30),
  results: described(
    v.array(
      shape('SaleStatusSums', {
        status: choice(INVOICE_STATUSES, 'As the filter of the list takes it.', 'success'),
        count: count('How many match; returns are counted too.', 12),
        total_amount: minorUnits('Sum of their amounts without returns, minor units; hryvnia alone.', 97_200),
        success_amount: minorUnits('Of the paid ones, what was not given back, minor units.', 97_200),
      }),
    ),
    'One for each status, those without a sale as well. A declined sale that can still be paid is in two.',
  ),
});
export type SaleStatusSums = v.InferOutput<typeof saleStatusSums>;
