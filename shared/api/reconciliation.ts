import * as v from 'valibot';
import { BANK_OUTCOMES } from '../errors.ts';
import {
  choice,
  count,
  currency,
  flag,
  id,
  minorUnits,
  nullable,
  shape,
  string,
  timestamp,
} from './answers.ts';
import { described } from './described.ts';
import { datetime, MAX_LENGTH, pk, requestBody, text } from './fields.ts';
import { datetimeParam, integerParam, query, requiredParam, textParam } from './query.ts';
import { INVOICE_STATUSES, PAYMENT_STATUSES } from './statuses.ts';
import { tableFacts, tableHints } from './tables.ts';

/** Compares three books: Kramar's, the bank's statement, and the till's. Beyond version 1. */

export const DIFFERENCES = [
  /** A payment of the statement that is missing here. */
  'only_bank',
  /** Paid here, and missing in the statement. */
  'only_here',
  /** Paid in the statement, but not here, or the reverse. */
  'status',
  'amount',
  /** Refunded amounts differ. */
  'refunded',
  /** A bank request to open it got no answer; the payment has its tag. */
  'in_doubt',
  /** Two payments under one reference. */
  'paid_twice',
  /** No invoice has the till's reference. */
  'only_till',
  /** Paid by the till's record, but not here. */
  'till_unpaid',
  /** In the till's file, but paid outside the compared range, at another time or terminal: `here` does not count it. */
  'paid_elsewhere',
  /** Paid, but missing in the till's file. */
  'not_in_till',
  'till_amount',
  /** The till has the reference more than once. */
  'till_repeated',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The next step: import the payment, query the bank about the invoice, or view it. */
const NEXT_STEPS = ['adopt', 'refresh', 'look'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

export const reconciliationRow = shape('ReconciliationRow', {
  difference: nullable(
    v.picklist(DIFFERENCES),
    'Null: the books agree. only_bank: a payment in the statement that is not here. in_doubt: the same, ' +
      'and it bears the tag of an invoice whose creation got no answer. only_here: paid here, and not in ' +
      'the statement. status: paid in one of the two alone. amount: another sum or currency. refunded: ' +
      'another sum was given back. paid_twice: several payments under one reference, in the absence of a ' +
      'file of the till of one sum and within a day. only_till: neither this service nor the bank has what ' +
      'the till names. till_unpaid: the till takes for paid what is not. paid_elsewhere: it was paid at ' +
      'another time or terminal than what is compared. not_in_till: the till knows nothing of it. ' +
      'till_amount: the till has another sum. till_repeated: the till has it once more than it was paid.',
    'only_bank',
  ),
  next: nullable(
    v.picklist(NEXT_STEPS),
    'The step that comes next: adopt (POST reconciliation/adopt/), refresh (POST invoices/{id}/refresh/), ' +
      'look. Null where the books agree.',
    'adopt',
  ),
  terminal: nullable(id(), 'Id of its terminal; null where the till alone knows of it.', 1),
  reference: string('Order number; empty when there is none.', 'ORDER-41'),
  invoice_id: string("The bank's identifier; empty where the till alone knows of it.", 'p2_7QmXk2Lw9'),
  here: nullable(
    v.strictObject({
      invoice: id(),
      number_display: string(),
      status: choice(INVOICE_STATUSES),
      amount: minorUnits(),
      ccy: currency(),
      refunded: minorUnits(),
      at: timestamp(),
    }),
    'What is here, minor units; `at` is the time of the payment, or of creation where it was not paid. Null: nothing.',
  ),
  bank: nullable(
    v.strictObject({
      status: choice(PAYMENT_STATUSES),
      amount: minorUnits(),
      ccy: currency(),
      refunded: minorUnits(),
      at: timestamp(),
    }),
    'What the statement says, minor units. Null: nothing, or it could not be requested.',
    { status: 'success', amount: 4500, ccy: 980, refunded: 0, at: '2026-03-02T08:02:11.000Z' },
  ),
  till: nullable(
    v.strictObject({ row: count(), amount: nullable(minorUnits()), ccy: currency() }),
    "The line of the till's file, from 1, and its amount in minor units, or null; the file names no currency, so it is " +
      'that of the payment, or hryvnia without one. Null: there is none.',
    { row: 2, amount: 4500, ccy: 980 },
  ),
});
export type ReconciliationRow = v.InferOutput<typeof reconciliationRow>;

/** Minor units; the paid amount, and its refunded part. */
const book = v.strictObject({ count: count(), amount: minorUnits(), refunded: minorUnits() });

const ONE_PAYMENT = { count: 1, amount: 7000, refunded: 0 };

const otherCurrency = shape('ReconciliationCurrency', {
  ccy: count('Currency code, ISO 4217.', 840),
  here: described(book, 'As `here` beside it, minor units of that currency.', ONE_PAYMENT),
  bank: described(book, 'As `bank` beside it, minor units of that currency.', ONE_PAYMENT),
  till: nullable(
    minorUnits(),
    'As `till.amount`: the lines compared with such payments. Null: there are no amounts.',
    7000,
  ),
});

/** Why a row of the till's file is skipped. */
const UNREAD_ROW_CODES = ['no_reference', 'total', 'long_reference', 'no_amount', 'not_by_card'] as const;
export type UnreadRowCode = (typeof UNREAD_ROW_CODES)[number];

/** no_payments: none in the range. elsewhere: all were paid at other times or terminals. other_numbers: none is known. */
const NO_MATCHES = ['no_payments', 'elsewhere', 'other_numbers'] as const;

export const reconciliation = shape('Reconciliation', {
  from: timestamp('The beginning of the range, UTC.', '2026-03-02T00:00:00.000Z'),
  to: timestamp('The end of the range, UTC.', '2026-03-02T23:59:59.999Z'),
  made_at: timestamp('When the books were compared, UTC.', '2026-03-03T07:00:00.000Z'),
  terminals: described(
    v.array(
      v.strictObject({
        terminal: id(),
        name: string('', 'Каса 1'),
        asked: flag('', true),
        err_code: string(),
        detail: string(),
        outcome: nullable(v.picklist(BANK_OUTCOMES)),
      }),
    ),
    'Those that are active or have payments in the range, and whether their statement could be requested; ' +
      'if not, err_code, detail and outcome say why as a 502 does, and nothing is compared with the bank.',
  ),
  here: described(
    book,
    'What was paid in hryvnias in the range by this service, and what of it was given back, minor units.',
    { count: 0, amount: 0, refunded: 0 },
  ),
  bank: described(book, "The same by the bank's statement.", { count: 1, amount: 4500, refunded: 0 }),
  till: described(
    v.nullable(
      v.strictObject({
        ...tableFacts,
        header: described(v.array(v.string()), '', ['Чек', 'Сума']),
        reference_column: count(),
        amount_column: nullable(count(), '', 1),
        rows: count('', 1),
        /** Minor units; null: the file has no amounts. */
        amount: nullable(minorUnits(), '', 4500),
        /** Rows without a reference, or with an invalid amount. */
        unread: v.array(
          v.strictObject({
            row: count('', 3),
            code: choice(UNREAD_ROW_CODES, '', 'total'),
            /** no_amount: the cell; else empty. */
            value: string(),
            detail: string('', 'It is a sum of other rows.'),
          }),
        ),
        /** Why no row is a payment; null: some are, or the file has no rows. */
        no_match: nullable(
          v.strictObject({
            code: choice(NO_MATCHES),
            /** Examples: an order number of the file, and one of the payments; empty where there is none. */
            till: string(),
            here: string(),
            detail: string(),
          }),
        ),
      }),
    ),
    "How the till's file was read, and rows that say nothing; null when none was sent.",
  ),
  other_currencies: described(
    v.array(otherCurrency),
    'Payments in other currencies, each by itself; no sum beside it includes them. Usually empty.',
    [],
  ),
  results: described(
    v.array(reconciliationRow),
    'Every payment of each book once: first the differences, then what agrees, each by time.',
  ),
  counts: described(
    v.strictObject({ differences: count('', 1), agreeing: count() }),
    'How many results differ, and how many agree.',
  ),
});
export type Reconciliation = v.InferOutput<typeof reconciliation>;

/** The bank's statement covers at most so many days in one call. */
export const MAX_RECONCILED_DAYS = 31;

/** POST, since it queries the bank. The optional body is the till's file. At most 31 days. */
export const reconciliationQuery = query({
  from: requiredParam(datetimeParam('start', 'Paid at or after.'), '2026-03-01T00:00:00Z'),
  to: requiredParam(
    datetimeParam('end', 'Paid at or before; at most 31 days after from.'),
    '2026-03-20T23:59:59Z',
  ),
  terminal: integerParam('Only of this terminal (id).'),
  ...tableHints,
  columns: textParam(
    'Indexes of the columns, from 0: `reference:0,amount:2`. Absent: by the names in the first row.',
  ),
});
export type ReconciliationQuery = v.InferOutput<typeof reconciliationQuery>;

/** Imports one payment of the bank's statement; the answer is the invoice, also when it was here before. */
export const reconciliationAdopt = requestBody('ReconciliationAdopt', {
  terminal: described(pk(), 'Id of the terminal in whose statement it is.'),
  invoice_id: described(text(MAX_LENGTH.bank_id), "The bank's identifier."),
  at: described(
    datetime(),
    'When it was paid, as the statement says: it is looked for within a day of that. ISO 8601; UTC where no ' +
      'offset is given.',
  ),
});
export type ReconciliationAdopt = v.InferOutput<typeof reconciliationAdopt>;
