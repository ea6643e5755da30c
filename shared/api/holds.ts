import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import {
  choice,
  count,
  currency,
  id,
  minorUnits,
  nullable,
  otherCurrencyTotals,
  shape,
  string,
  timestamp,
} from './answers.ts';
import { described } from './described.ts';
import { integer, remark, requestBody } from './fields.ts';
import { invoice, refundReason, returnItems } from './invoices.ts';
import { pageOf } from './pages.ts';
import { countParam, integerParam, pageParams, query } from './query.ts';
import { HOLD_REQUESTS, HOLD_STATES, OPEN_REFUND_STATES, PAYMENT_TYPES } from './statuses.ts';

/** A capture or a release without an outcome. While there is one, no other is accepted. */
const openHoldRequest = shape('OpenHoldRequest', {
  kind: choice(HOLD_REQUESTS, 'capture: the money is taken. release: it is given up.', 'capture'),
  amount: minorUnits('How much, minor units.', 8100),
  requested_at: timestamp('When it was requested, UTC.', '2026-03-04T08:21:03.877Z'),
  by: string('Who requested it: full name, else username.', 'Олена Коваль'),
  state: choice(
    OPEN_REFUND_STATES,
    "in_doubt: the bank's answer was lost, and its outcome is unknown. processing: the bank works on it.",
  ),
});

/** The hold of an invoice, beyond the fields of the invoice itself. */
export const invoiceHold = shape('InvoiceHold', {
  invoice: id('Id of the invoice.', 15),
  payment_type: choice(PAYMENT_TYPES, 'hold: created for holding, or held by the bank.', 'hold'),
  state: nullable(
    v.picklist(HOLD_STATES),
    'waiting: not paid yet, or never. held: the bank holds the money. captured: it was taken, in full or in part. ' +
      'released: it was given up, by the shop or by the bank. null: a debit.',
    'held',
  ),
  amount: minorUnits('What is held, or is to be, minor units; 0 for a debit.', 8100),
  held_at: nullable(
    timestamp(),
    'Since when it is held, UTC; null: it was never held.',
    '2026-03-02T08:15:50.000Z',
  ),
  expires_at: nullable(
    timestamp(),
    'When the bank gives the hold up, nine days later, UTC; null: it was never held.',
    '2026-03-11T08:15:50.000Z',
  ),
  captured_amount: nullable(minorUnits(), 'What was taken, minor units; null: nothing was.'),
  ended_at: nullable(timestamp(), 'When it was captured or released, UTC; null: it was not.'),
  under_way: described(
    v.nullable(openHoldRequest),
    'The capture or release whose outcome is still to come, or null.',
  ),
});
export type InvoiceHold = v.InferOutput<typeof invoiceHold>;

export const holdCapture = requestBody('HoldCapture', {
  amount: described(
    v.optional(integer(1, MAX_AMOUNT)),
    'How much to take, minor units; absent: all that is held. The bank gives up the rest.',
  ),
  comment: remark('Why; kept here with the capture.'),
  items: returnItems(
    'What is sold after all, by lines of the invoice: the bank gets them at the price that was to be paid. amount is ' +
      'then their sum, and may be left out.',
  ),
});

export const holdRelease = requestBody('HoldRelease', {
  comment: remark('Why; kept here with the release.'),
});

/** The caller's assumption about the hold. */
export const holdQuery = query({
  expected_held: countParam(
    'What you take to be held, minor units: with another sum nothing is done, and the answer is a 400.',
  ),
  reason: refundReason(),
});

export const heldInvoice = shape('HeldInvoice', {
  id: invoice.entries.id,
  number_display: invoice.entries.number_display,
  reference: invoice.entries.reference,
  terminal: invoice.entries.terminal,
  terminal_name: invoice.entries.terminal_name,
  amount: minorUnits('What is held, minor units.', 8100),
  ccy: currency(),
  held_at: timestamp('Since when, UTC.', '2026-03-02T08:15:50.000Z'),
  expires_at: timestamp('When the bank gives the hold up, UTC.', '2026-03-11T08:15:50.000Z'),
});
export type HeldInvoice = v.InferOutput<typeof heldInvoice>;

export const heldInvoicePage = pageOf(heldInvoice, {
  total_amount: count('Sum of amount over all that match, on all pages, minor units, hryvnia alone.', 8100),
  other_currencies: otherCurrencyTotals(),
});
export type HeldInvoicePage = v.InferOutput<typeof heldInvoicePage>;

export const heldInvoiceQuery = query({
  terminal: integerParam('Only of this terminal (id).'),
  ...pageParams,
});
