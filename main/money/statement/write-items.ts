import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldFault } from '../../bank/unreadable.ts';
import type { StatementItem } from '../../bank/wire.ts';
import { SLICE_MS } from '../../platform/async.ts';
import { isOfOneRecord } from '../../shop/unreadable.ts';
import {
  type BetweenTransactions,
  mergeSearchIndex,
  withBackgroundCheckpoints,
} from '../../store/db/checkpoints.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import { type AttemptRow, attemptByTag } from '../../store/invoices/attempts.ts';
import { findKnownByBankId, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { deleteSaleInvoice, findSaleInvoice } from '../../store/invoices/sale-invoices.ts';
import { applyBank } from '../bank-state/apply-bank.ts';
import { invoiceById } from '../bank-state/refresh.ts';
import { mismatchIn, tagOf } from '../bank-state/statement-item.ts';
import { adopt } from '../journal/resolve-attempts.ts';
import { takeSaleLine } from '../sale/sale-invoices.ts';
import { createFoundPayments, type FoundPayments } from './found-payments.ts';
import { faultOfItem, type LineFault } from './unreadable-lines.ts';

/**
 * Lines per transaction: other requests are served in between. Measured with a million invoices: a new payment takes
 * 0.1 to 0.2 ms, a known one a tenth of that.
 */
const SLICE = { found: 24, looked: 250 };

/** From this many lines on, a thread for the write-ahead log pays off. */
const MANY = 1000;

/** The result for one payment. */
export type Outcome = 'created' | 'updated' | 'unchanged';

export interface Outcomes {
  /** By the bank's invoice id. */
  payments: Map<string, Outcome>;
  /** Ids of the new or changed invoices created by Kramar, not outside it. */
  ofKramar: Set<number>;
  /** Lines that were not applied. */
  faults: LineFault[];
}

export const noOutcomes = (): Outcomes => ({ payments: new Map(), ofKramar: new Set(), faults: [] });

export const countOutcomes = ({ payments }: Outcomes, wanted: Outcome): number =>
  [...payments.values()].filter((outcome) => outcome === wanted).length;

/** A statement may list an invoice twice: a failed try, then the payment. */
const addPayment = ({ payments }: Outcomes, invoiceId: string, outcome: Outcome): void => {
  const before = payments.get(invoiceId) ?? 'unchanged';
  payments.set(invoiceId, before === 'unchanged' ? outcome : before);
};

/** Adds the results of a committed transaction. */
const addOutcomes = (to: Outcomes, { payments, ofKramar, faults }: Outcomes): void => {
  for (const [invoiceId, outcome] of payments) addPayment(to, invoiceId, outcome);
  for (const id of ofKramar) to.ofKramar.add(id);
  to.faults.push(...faults);
};

/** For work that can be interrupted, and that stores how far it came. */
export interface WriteHooks {
  /**
   * Runs at the end of each transaction.
   * @param slice its results
   * @param next the first line that is not written yet
   */
  onSlice?(slice: Outcomes, next: number): void;
  /** Asked between transactions. */
  isStopping?(): boolean;
}

interface Slice {
  found: FoundPayments;
  note(item: StatementItem, outcome: Outcome, ofKramar?: number): void;
  /** The line does not fit its invoice. */
  mismatch(item: StatementItem, fault: FieldFault): void;
}

/**
 * Applies a part of the statement, oldest first, so that numbers follow time.
 * @param outcomes the result for each payment; added to
 */
export const writeItems = async (
  context: ClockContext,
  terminalId: number,
  items: readonly StatementItem[],
  outcomes: Outcomes,
  hooks: WriteHooks = {},
): Promise<void> => {
  const statement = { ...context, terminalId, items, outcomes, hooks };
  const write = async (turn: BetweenTransactions): Promise<void> => {
    for (let start = 0; start < items.length; ) {
      if (start > 0) await turn();
      if (hooks.isStopping?.()) return;
      const { next, hasNew } = writeIsolated(statement, start);
      start = next;
      if (!hasNew || items.length < MANY) continue;
      // In a transaction apart from the rows: sometimes merging takes as long as they do, or longer.
      await nextTurn();
      context.db.transaction(() => mergeSearchIndex(context.db));
    }
  };
  if (items.length < MANY) await write(nextTurn);
  else await withBackgroundCheckpoints(context.db, write);
};

/** A part of the statement under way. */
interface Statement extends ClockContext {
  terminalId: number;
  items: readonly StatementItem[];
  outcomes: Outcomes;
  hooks: WriteHooks;
}

/**
 * Writes one slice in one transaction. If a line breaks a constraint of the database, each of the first lines gets its
 * own transaction, so that only this one is left out.
 */
const writeIsolated = (statement: Statement, start: number): Written => {
  const { items } = statement;
  try {
    return writeCommitted(statement, start, items.length);
  } catch (error) {
    if (!isOfOneRecord(error)) throw error;
    const end = Math.min(items.length, start + SLICE.found);
    let hasNew = false;
    for (let at = start; at < end; at += 1) hasNew = writeAlone(statement, at).hasNew || hasNew;
    return { next: end, hasNew };
  }
};

const writeAlone = (statement: Statement, at: number): Written => {
  const { db, items, outcomes, hooks } = statement;
  try {
    return writeCommitted(statement, at, at + 1);
  } catch (error) {
    const item = items[at];
    if (!isOfOneRecord(error) || !item) throw error;
    const ofLine = { ...noOutcomes(), faults: [faultOfItem(item, { error })] };
    db.transaction(() => hooks.onSlice?.(ofLine, at + 1));
    addOutcomes(outcomes, ofLine);
    return { next: at + 1, hasNew: false };
  }
};

const writeCommitted = (statement: Statement, start: number, end: number): Written => {
  const ofSlice = noOutcomes();
  const written = statement.db.transaction(() => {
    const slice = writeSlice(statement, start, end, ofSlice);
    statement.hooks.onSlice?.(ofSlice, slice.next);
    return slice;
  });
  addOutcomes(statement.outcomes, ofSlice);
  return written;
};

/** The next slice's first line, and whether invoices were created. */
interface Written {
  next: number;
  hasNew: boolean;
}

const writeSlice = (statement: Statement, start: number, limit: number, outcomes: Outcomes): Written => {
  const { terminalId, items, ...context } = statement;
  const slice: Slice = {
    found: createFoundPayments(context, terminalId),
    note: ({ invoiceId }, outcome, id) => {
      addPayment(outcomes, invoiceId, outcome);
      if (id !== undefined) outcomes.ofKramar.add(id);
    },
    mismatch: (item, fault) => outcomes.faults.push(faultOfItem(item, fault)),
  };
  const until = performance.now() + SLICE_MS;
  const end = Math.min(limit, start + SLICE.looked);
  let at = start;
  do {
    const item = items[at];
    if (item) takeOver(context, item, slice);
    at += 1;
  } while (at < end && slice.found.count() < SLICE.found && performance.now() < until);
  const hasNew = slice.found.count() > 0;
  slice.found.write();
  return { next: at, hasNew };
};

const takeOver = (context: ClockContext, item: StatementItem, slice: Slice): void => {
  const { found, note } = slice;
  // Before the lookup: the statement may list it twice.
  if (found.has(item.invoiceId)) found.write();
  const known = findKnownByBankId(context.db, item.invoiceId);
  if (!known) {
    takeOverUnknown(context, item, slice);
    return;
  }
  const { invoice } = known;
  const { isChanged, mismatch } = applyBank(context, known, { line: item });
  if (mismatch) slice.mismatch(item, mismatch);
  const isOfKramar = isChanged && invoice.created_locally === 1;
  note(item, isChanged ? 'updated' : 'unchanged', isOfKramar ? invoice.id : undefined);
};

/** No invoice in Kramar names the bank invoice of this payment. */
const takeOverUnknown = (context: ClockContext, item: StatementItem, slice: Slice): void => {
  const { found, note } = slice;
  const attempt = attemptOf(context, item);
  const sale = saleOf(context, item, attempt);
  const mismatch = sale && mismatchIn(sale, item);
  if (attempt?.status === 'pending') {
    // Its answer is on the way: the waiting request writes the invoice.
    note(item, 'unchanged');
  } else if (attempt && attempt.status !== 'done' && attempt.kind === 'create') {
    note(item, 'created', adopt(context, attempt, item).id);
  } else if (mismatch) {
    // A payment with the tag belongs to the sale: with another sum it is no separate payment either.
    slice.mismatch(item, mismatch);
    note(item, 'unchanged');
  } else if (sale) {
    // Payments found before it get their numbers first.
    found.write();
    const { invoice, outcome } = takeSaleLine(context, sale, item);
    note(item, outcome, outcome === 'unchanged' ? undefined : invoice.id);
  } else {
    found.add(item);
    note(item, 'created');
  }
};

const attemptOf = ({ db }: ClockContext, item: StatementItem): AttemptRow | undefined => {
  const tag = tagOf(item);
  return tag === undefined ? undefined : attemptByTag(db, tag);
};

/**
 * The sale of a payment of an additional bank invoice. The tag decides, even if the bank invoice was attributed to
 * another sale when it was on a register.
 */
const saleOf = (
  { db }: ClockContext,
  { invoiceId }: StatementItem,
  attempt: AttemptRow | undefined,
): InvoiceRow | undefined => {
  const sibling = findSaleInvoice(db, invoiceId);
  if (!attempt) return sibling && invoiceById(db, sibling.invoice_id);
  if (sibling && sibling.invoice_id !== attempt.invoice_id) deleteSaleInvoice(db, sibling.id);
  return attempt.kind === 'create' && attempt.invoice_id !== null
    ? invoiceById(db, attempt.invoice_id)
    : undefined;
};
