import type * as v from 'valibot';
import { minorUnits, shape } from './answers.ts';
import { described } from './described.ts';
import { invoice } from './invoices.ts';
import { pageOf } from './pages.ts';
import {
  beyondVersion1,
  booleanParam,
  choiceParam,
  choicesParam,
  datetimeParam,
  integerParam,
  orderingParam,
  pageParams,
  query,
  rangeParam,
  searchParam,
  textParam,
} from './query.ts';
import { INVOICE_STATUSES } from './statuses.ts';

/** Lists of invoices: filters, order, pages with sums. */

export const INVOICE_ORDER_FIELDS = [
  'number',
  'status',
  'amount',
  'final_amount',
  'created_date',
  'modified_date',
  'paid_date',
] as const;

/** Fields that an invoice may lack. */
export const WITHOUT = ['created_by', 'cash_register', 'product', 'payment_system'] as const;

/** Filters of every list of invoices. */
export const invoiceFilters = {
  status: choiceParam(INVOICE_STATUSES, 'Only in this status.'),
  terminal: integerParam('Only of this terminal (id).'),
  cash_register: integerParam('Only of this cash register (id).'),
  reference: beyondVersion1(
    textParam('Exactly this reference, in the same case of letters: how a till finds its own sale again.'),
  ),
  created_locally: booleanParam('true: created through this service; false: found in the bank statement.'),
  created_from: datetimeParam('start', 'Created at or after.'),
  created_to: datetimeParam('end', 'Created at or before.'),
  paid_from: datetimeParam('start', 'Paid at or after.'),
  paid_to: datetimeParam('end', 'Paid at or before.'),
  refunded_from: beyondVersion1(datetimeParam('start', 'Something of it was refunded at or after.')),
  refunded_to: beyondVersion1(datetimeParam('end', 'Something of it was refunded at or before.')),
  paid_hour: beyondVersion1(
    rangeParam(0, 23, 'Paid in this hour of the day, whatever the day, by the clock of the shop.'),
  ),
  paid_weekday: beyondVersion1(
    rangeParam(1, 7, 'Paid on this weekday by the calendar of the shop; Monday is 1.'),
  ),
  refunded_hour: beyondVersion1(
    rangeParam(0, 23, 'Something of it was refunded in this hour of the day by the clock of the shop.'),
  ),
  refunded_weekday: beyondVersion1(
    rangeParam(
      1,
      7,
      'Something of it was refunded on this weekday by the calendar of the shop; Monday is 1.',
    ),
  ),
  created_by: beyondVersion1(integerParam('Only those that this account (id) created.')),
  product: beyondVersion1(integerParam('One of its items is of this product (id).')),
  payment_system: beyondVersion1(
    textParam('Paid by this payment system, as the bank names it: visa, mastercard.'),
  ),
  without: beyondVersion1(
    choicesParam(
      WITHOUT,
      'Only those that have none: created_by: not created by an account, or by one that was deleted. ' +
        'cash_register: without one. product: with an item of no product, or without items. payment_system: ' +
        'the bank gave none.',
    ),
  ),
  amount_min: integerParam('Amount at least, minor units.'),
  amount_max: integerParam('Amount at most, minor units.'),
  search: searchParam(
    'Words to find in invoice_id, reference, destination, masked_pan or rrn. A word of digits also finds the ' +
      'invoice with that id or number.',
  ),
};
export const invoiceOrdering = () => orderingParam(INVOICE_ORDER_FIELDS, 'Default: -created_date.');

export const invoiceQuery = query({ ...invoiceFilters, ordering: invoiceOrdering(), ...pageParams });
export type InvoiceQuery = v.InferOutput<typeof invoiceQuery>;

const invoiceTotals = shape('InvoiceTotals', {
  total_amount: minorUnits('Sum of amount over all of them, minor units.', 8100),
  success_amount: minorUnits('Sum over the paid ones, refunds in part taken off, minor units.'),
});

export const invoicePage = pageOf(invoice, {
  totals: described(invoiceTotals, 'Sums over all that match, before pagination.'),
});
export type InvoicePage = v.InferOutput<typeof invoicePage>;
export type InvoiceTotals = InvoicePage['totals'];
