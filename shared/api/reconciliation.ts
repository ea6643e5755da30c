import * as v from 'valibot';
import { count, id, minorUnits, timestamp } from './answers.ts';
import { datetime, dictionary, MAX_LENGTH, pk, text } from './fields.ts';
import { datetimeParam, integerParam, query, textParam } from './query.ts';
import { INVOICE_STATUSES, PAYMENT_STATUSES } from './statuses.ts';
import { tableFacts, tableHints } from './tables.ts';

/** Three books side by side: what Kramar asked for, what the bank's statement says, what the till noted. Beyond version 1. */

export const DIFFERENCES = [
  /** A payment in the statement that is not here. */
  'only_bank',
  /** Paid here, and not in the statement. */
  'only_here',
  /** The statement says paid, here it is not (or the other way). */
  'status',
  'amount',
  /** Given back: another sum there than here. */
  'refunded',
  /** The bank was asked to open it and its answer never came; the payment bears its tag. */
  'in_doubt',
  /** Two payments under one reference. */
  'paid_twice',
  /** The till has a reference that no invoice bears. */
  'only_till',
  /** The till took it for paid, and it is not. */
  'till_unpaid',
  /** The till has it, and it was paid outside of what is compared, at another time or terminal: `here` does not count it. */
  'paid_elsewhere',
  /** Paid, and the till knows nothing of it. */
  'not_in_till',
  'till_amount',
  /** The till has the reference more than once. */
  'till_repeated',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The one step that comes next: bring the payment in, ask the bank about the invoice, look at it. */
const NEXT_STEPS = ['adopt', 'refresh', 'look'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

export const reconciliationRow = v.strictObject({
  difference: v.nullable(v.picklist(DIFFERENCES)),
  next: v.nullable(v.picklist(NEXT_STEPS)),
  terminal: v.nullable(id()),
  reference: v.string(),
  /** The bank's; "" where only the till knows of it. */
  invoice_id: v.string(),
  here: v.nullable(
    v.strictObject({
      invoice: id(),
      number_display: v.string(),
      status: v.picklist(INVOICE_STATUSES),
      amount: minorUnits(),
      refunded: minorUnits(),
      /** Of the payment; of the invoice's creation where it is not paid. */
      at: timestamp(),
    }),
  ),
  bank: v.nullable(
    v.strictObject({
      status: v.picklist(PAYMENT_STATUSES),
      amount: minorUnits(),
      refunded: minorUnits(),
      at: timestamp(),
    }),
  ),
  till: v.nullable(
    v.strictObject({
      /** Of the file, from 1. */
      row: count(),
      /** Null: the file tells none. */
      amount: v.nullable(minorUnits()),
    }),
  ),
});
export type ReconciliationRow = v.InferOutput<typeof reconciliationRow>;

/** Minor units; what was paid, and what of it was given back. */
const book = v.strictObject({ count: count(), amount: minorUnits(), refunded: minorUnits() });

export const reconciliation = v.strictObject({
  from: timestamp(),
  to: timestamp(),
  made_at: timestamp(),
  /** What the bank said of each terminal; one that could not be asked has no second column, and no differences from it. */
  terminals: v.array(
    v.strictObject({
      terminal: id(),
      name: v.string(),
      asked: v.boolean(),
      /** Why not; "" when it was. */
      err_code: v.string(),
      detail: v.string(),
    }),
  ),
  here: book,
  bank: book,
  till: v.nullable(
    v.strictObject({
      ...tableFacts,
      reference_column: count(),
      amount_column: v.nullable(count()),
      rows: count(),
      /** Minor units; null: the file tells no amounts. */
      amount: v.nullable(minorUnits()),
      /** Rows that say nothing: without a reference, or with an amount that is none. */
      unread: v.array(v.strictObject({ row: count(), detail: v.string() })),
    }),
  ),
  /** Differences first, then what agrees; each by time. */
  results: v.array(reconciliationRow),
  counts: v.strictObject({ differences: count(), agreeing: count() }),
});
export type Reconciliation = v.InferOutput<typeof reconciliation>;

/** As far as the bank's statement reaches back in one call. */
export const MAX_RECONCILED_DAYS = 31;

/** POST: it asks the bank. The body, if any, is the till's file. At most 31 days. */
export const reconciliationQuery = query({
  /** When it was paid. Both are required. */
  from: datetimeParam('start'),
  to: datetimeParam('end'),
  terminal: integerParam(),
  ...tableHints,
  /** `reference:0,amount:2`; absent: by the names in the first row. */
  columns: textParam(),
});
export type ReconciliationQuery = v.InferOutput<typeof reconciliationQuery>;

/** Brings one payment of the bank's statement in; the answer is the invoice. Here already: it is answered as it is. */
export const reconciliationAdopt = dictionary({
  terminal: pk(),
  /** The bank's. */
  invoice_id: text(MAX_LENGTH.bank_id),
  /** Of the payment: the statement is looked through a day around it. */
  at: datetime(),
});
export type ReconciliationAdopt = v.InferOutput<typeof reconciliationAdopt>;
