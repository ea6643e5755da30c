import { BankError } from '../../bank/errors.ts';
import type { StatementItem } from '../../bank/wire.ts';
import { recordEvent } from '../../shop/events.ts';
import { scheduleCheck } from '../../store/invoices/invoices.ts';
import { changeHistory, findHistory, type StatementHistoryRow } from '../../store/statement-histories.ts';
import { type InvoiceContext, tokenOf } from '../bank-state/refresh.ts';
import { afterFailure, afterWindow, nextWindow } from './history.ts';
import { faultOfElement, type LineFault, noteLines } from './unreadable-lines.ts';
import { countOutcomes, noOutcomes, type Outcomes, writeItems } from './write-items.ts';

/** One window of the statement. */
interface Window {
  from: number;
  /** Oldest first. */
  items: readonly StatementItem[];
  unreadable: readonly LineFault[];
}

/**
 * Reads the next window of a terminal's earlier payments. How far it came is written in the transaction of the payments
 * themselves: after a kill the window is read again, and what is here already is found to be here.
 * @returns payments listed and changed
 * @throws BankError
 */
export const bringWindow = async (
  context: InvoiceContext,
  history: StatementHistoryRow,
  isStopping: () => boolean,
): Promise<{ found: number; changed: number }> => {
  const { bank, db, now } = context;
  const { terminal_id: terminal } = history;
  const { from, to } = nextWindow(history);
  const statement = await tokenOf(context, terminal)
    .then((token) => bank.statement(token, from, to))
    .catch((error: unknown) => {
      if (error instanceof BankError) changeHistory(db, terminal, afterFailure(history, error.code, now()));
      throw error;
    });
  const window = {
    from,
    items: statement.items.toReversed(),
    unreadable: statement.unreadable.map(faultOfElement),
  };
  const outcomes = noOutcomes();
  await writeWindow(context, history, window, outcomes, isStopping);
  await noteLines(context, terminal, from, [...window.unreadable, ...outcomes.faults]);
  const changed = countOutcomes(outcomes, 'created') + countOutcomes(outcomes, 'updated');
  return { found: outcomes.payments.size, changed };
};

const writeWindow = async (
  context: InvoiceContext,
  history: StatementHistoryRow,
  window: Window,
  outcomes: Outcomes,
  isStopping: () => boolean,
): Promise<void> => {
  const { db } = context;
  const { items } = window;
  if (items.length === 0) {
    db.transaction(() => noteProgress(context, history, window, noOutcomes(), outcomes, true));
    return;
  }
  await writeItems(context, history.terminal_id, items, outcomes, {
    isStopping,
    onSlice: (slice, next) => noteProgress(context, history, window, slice, outcomes, next >= items.length),
  });
};

/** How many payments a window lists; one with refunds has several lines. */
const paymentsIn = ({ items }: Window): number => new Set(items.map(({ invoiceId }) => invoiceId)).size;

/** Runs in the transaction of the slice; with the last one the window is read. */
const noteProgress = (
  context: InvoiceContext,
  { terminal_id, started_at }: StatementHistoryRow,
  window: Window,
  slice: Outcomes,
  before: Outcomes,
  isLast: boolean,
): void => {
  const { db, now } = context;
  for (const id of slice.ofKramar) scheduleCheck(db, id, now());
  const stored = findHistory(db, terminal_id);
  // Cancelled, or begun again, while the bank answered.
  if (!stored || stored.started_at !== started_at || stored.finished_at !== null) return;
  const faults = slice.faults.length + (isLast ? window.unreadable.length : 0);
  changeHistory(db, terminal_id, {
    created: stored.created + countOutcomes(slice, 'created'),
    unreadable: stored.unreadable + faults,
    ...(isLast ? windowRead(stored, window, now()) : {}),
  });
  if (!isLast) return;
  const synced = {
    synced: paymentsIn(window),
    created: countOutcomes(before, 'created') + countOutcomes(slice, 'created'),
    updated: countOutcomes(before, 'updated') + countOutcomes(slice, 'updated'),
  };
  if (synced.created + synced.updated > 0)
    recordEvent(db, now(), { type: 'terminal.synced', terminal: terminal_id, data: synced });
};

const windowRead = (stored: StatementHistoryRow, window: Window, now: number) => {
  const { from, items, unreadable } = window;
  const dates = [...items, ...unreadable].flatMap(({ date }) => (date === undefined ? [] : [date]));
  const first = dates.reduce((least, date) => Math.min(least, date), stored.first_payment_at ?? Infinity);
  return {
    ...afterWindow(
      stored,
      { from, lines: paymentsIn(window), isEmpty: items.length + unreadable.length === 0 },
      now,
    ),
    first_payment_at: Number.isFinite(first) ? first : null,
  };
};
