import * as v from 'valibot';
import { choice, count, flag, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { invoiceFilters } from './invoice-query.ts';
import { PAGE_SIZES } from './pages.ts';
import { idsParam, query } from './query.ts';
import { INVOICE_STATUSES } from './statuses.ts';

/** Figures shown with a list of invoices. An extension of version 1. */

const statusSums = shape('InvoiceStatusSums', {
  status: choice(INVOICE_STATUSES, 'Of the invoices in this status.', 'success'),
  count: count('How many match.', 12),
  total_amount: minorUnits('Sum of their amounts, before refunds, minor units; hryvnia alone.', 97_200),
});

export const invoiceStatusSums = shape('InvoiceStatusSumsList', {
  results: described(v.array(statusSums), 'One for each status, those without an invoice as well.'),
});
export type InvoiceStatusSums = v.InferOutput<typeof invoiceStatusSums>;

const { status: _status, ...filters } = invoiceFilters;
export const invoiceStatusSumsQuery = query(filters);

const ENDINGS = ['cancelled', 'overdue'] as const;

export const invoiceOutcome = shape('InvoiceOutcome', {
  id: id('Id of the invoice.', 15),
  ending: nullable(
    v.picklist(ENDINGS),
    'For one in status expired: cancelled: closed before its time was over. overdue: not paid in time. Else null.',
    'overdue',
  ),
  reason: string(
    'Why its payment failed, in words for the counter, else in those of the bank; empty where none failed.',
  ),
  payable_until: nullable(
    timestamp('', '2026-03-02T08:15:50.000Z'),
    'Of one in status failure: until when its QR can still be paid, UTC. Else null.',
  ),
  is_held: flag('Whether the bank holds its money, which can be captured or released.'),
  uncaptured: minorUnits(
    'What was not captured of a hold, minor units: it was never taken, so it is no refund. Else 0.',
    0,
  ),
  cash_part: nullable(
    shape('InvoiceCashPart', {
      cash_sale: id('Id of the sale in parts.', 12),
      amount: minorUnits('What is paid in cash beside this invoice, minor units.', 20_000),
    }),
    'Of a sale in parts; null: this invoice is all of its sale.',
  ),
});
export type InvoiceOutcome = v.InferOutput<typeof invoiceOutcome>;

export const invoiceOutcomes = shape('InvoiceOutcomes', {
  results: described(
    v.array(invoiceOutcome),
    'In the order of `ids`; those that you may not see are left out.',
  ),
});
export type InvoiceOutcomes = v.InferOutput<typeof invoiceOutcomes>;

export const invoiceOutcomesQuery = query({ ids: idsParam('Ids of invoices', PAGE_SIZES.max) });

/** Why a payment failed, in words for the counter. Beyond version 1. */
export const declineExplained = shape('InvoiceFailure', {
  invoice: id('Id of the invoice.', 15),
  err_code: string("The bank's code; empty when the payment did not fail, or the bank gave none.", '59'),
  failure_reason: string("The bank's own words, as in the invoice.", 'На картці недостатньо коштів'),
  reason: string(
    'What happened, in words for the counter; empty for a code that is not known here.',
    'There is not enough money on the card.',
  ),
  advice: string(
    'What the cashier can do; empty likewise.',
    'The customer can top the card up and try again. Offer to pay with another card or in cash.',
  ),
  next_step: string('The advice without its warning that the invoice can still be paid.', 'Offer cash.'),
  may_try_again: nullable(
    v.boolean(),
    'Whether the same card may work at another try; null where that is unknown.',
    true,
  ),
});
export type DeclineExplained = v.InferOutput<typeof declineExplained>;
