import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StatementItem } from '../bank/wire.ts';
import { type AttemptRow, attemptByTag } from '../store/attempts.ts';
import { terminalCashRegisters } from '../store/cash-registers.ts';
import { mergeSearchIndex, type Turn, writingMuch } from '../store/checkpoints.ts';
import { findInvoiceByBankId, type InvoiceRow } from '../store/invoices.ts';
import { deleteSaleInvoice, findSaleInvoice } from '../store/sale-invoices.ts';
import { type InvoiceContext, invoiceById } from './invoices.ts';
import { adopt } from './resolver.ts';
import { agreesWithSale, takeSaleLine } from './sale-invoices.ts';
import { createFoundPayments, type FoundPayments } from './statement-found.ts';
import { applyStatementItem, tagOf } from './statement-item.ts';

/**
 * What is written in one transaction: others are answered in between. Measured with a million invoices: a new payment
 * takes a tenth of a millisecond or two, a known one a tenth of that.
 */
const SLICE = { found: 24, looked: 250, ms: 5 };

/** From so many lines on a thread that sees to the write-ahead log is worth its while. */
const MANY = 1000;

/** What became of a payment here. */
export type Outcome = 'created' | 'updated' | 'unchanged';

export interface Outcomes {
  /** By the bank's invoice id. */
  payments: Map<string, Outcome>;
  /** Ids of the invoices made here, not past Kramar, that are new or changed. */
  ofKramar: Set<number>;
}

export const noOutcomes = (): Outcomes => ({ payments: new Map(), ofKramar: new Set() });

type StatementContext = Pick<InvoiceContext, 'db' | 'now' | 'bankNow'>;

interface Slice {
  found: FoundPayments;
  note(item: StatementItem, outcome: Outcome, ofKramar?: number): void;
}

/**
 * Takes over a part of the statement, oldest first, so that numbers follow time.
 * @param outcomes what became of each payment; added to
 */
export const writeItems = async (
  context: StatementContext,
  terminalId: number,
  items: readonly StatementItem[],
  outcomes: Outcomes,
): Promise<void> => {
  const write = async (turn: Turn): Promise<void> => {
    for (let start = 0; start < items.length; ) {
      if (start > 0) await turn();
      const { next, hasNew } = context.db.transaction(() =>
        writeSlice(context, terminalId, items, start, outcomes),
      );
      start = next;
      if (!hasNew || items.length < MANY) continue;
      // Apart from the rows: now and then merging takes as long as they do, or longer.
      await nextTurn();
      context.db.transaction(() => mergeSearchIndex(context.db));
    }
  };
  if (items.length < MANY) await write(nextTurn);
  else await writingMuch(context.db, write);
};

/** Gives with which line the next slice begins, and whether invoices were made. */
const writeSlice = (
  context: StatementContext,
  terminalId: number,
  items: readonly StatementItem[],
  start: number,
  { payments, ofKramar }: Outcomes,
): { next: number; hasNew: boolean } => {
  const slice: Slice = {
    found: createFoundPayments(context, terminalId, registersOf(context, terminalId)),
    note: ({ invoiceId }, outcome, id) => {
      // An invoice may stand in the statement twice: a failed try, then the payment.
      const before = payments.get(invoiceId) ?? 'unchanged';
      payments.set(invoiceId, before === 'unchanged' ? outcome : before);
      if (id !== undefined) ofKramar.add(id);
    },
  };
  const until = performance.now() + SLICE.ms;
  const end = Math.min(items.length, start + SLICE.looked);
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

const registersOf = ({ db }: StatementContext, terminalId: number): ReadonlyMap<string, number> =>
  new Map(terminalCashRegisters(db, terminalId).map(({ short_qr_id, id }) => [short_qr_id, id]));

const takeOver = (context: StatementContext, item: StatementItem, slice: Slice): void => {
  const { db, now } = context;
  const { found, note } = slice;
  // Before it is looked up: it may stand in the statement twice.
  if (found.has(item.invoiceId)) found.write();
  const known = findInvoiceByBankId(db, item.invoiceId);
  if (!known) {
    takeOverUnknown(context, item, slice);
    return;
  }
  const { changed } = applyStatementItem(db, known, item, now());
  const isOfKramar = changed && known.created_locally === 1;
  note(item, changed ? 'updated' : 'unchanged', isOfKramar ? known.id : undefined);
};

/** No invoice here names the bank invoice of this payment. */
const takeOverUnknown = (context: StatementContext, item: StatementItem, { found, note }: Slice): void => {
  const attempt = attemptOf(context, item);
  const sale = saleOf(context, item, attempt);
  if (attempt?.status === 'pending') {
    // Its answer is on the way: the request that waits for it writes the invoice.
    note(item, 'unchanged');
  } else if (attempt && attempt.status !== 'done' && attempt.kind === 'create') {
    note(item, 'created', adopt(context, attempt, item).id);
  } else if (sale && agreesWithSale(sale, item)) {
    // Before a second payment gets its number, those found before it get theirs.
    found.write();
    const { invoice, outcome } = takeSaleLine(context, sale, item);
    note(item, outcome, outcome === 'unchanged' ? undefined : invoice.id);
  } else {
    found.add(item);
    note(item, 'created');
  }
};

const attemptOf = ({ db }: StatementContext, item: StatementItem): AttemptRow | undefined => {
  const tag = tagOf(item);
  return tag === undefined ? undefined : attemptByTag(db, tag);
};

/**
 * The sale that a payment of a further bank invoice belongs to. The tag decides; one that was taken for another sale's
 * when it hung on a register is that one's no longer.
 */
const saleOf = (
  { db }: StatementContext,
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
