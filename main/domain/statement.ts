import type { SyncedInvoices } from '../../shared/api/terminals.ts';
import { BankError } from '../bank/errors.ts';
import { openInvoices } from '../store/invoices.ts';
import { findTerminal, type TerminalRow, updateTerminal } from '../store/terminals.ts';
import { recordEvent } from './events.ts';
import { type InvoiceContext, refreshInvoice, tokenOf } from './invoices.ts';
import { noOutcomes, type Outcome, writeItems } from './statement-write.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The contract's 30 days; one call to the bank covers at most 31. */
const WINDOW_MS = 30 * DAY_MS;
/** Payments appear late, and the bank's clock is not ours. */
const OVERLAP_MS = 2 * 60 * 60_000;
/** Refunds of older payments are seen when the 30 days are brought as a whole. */
const WHOLE_EVERY_MS = DAY_MS;

type Cursors = Pick<TerminalRow, 'statement_synced_at' | 'statement_completed_at'>;

/**
 * From when on the statement is to be brought (ms), so that nothing between the last time and now is missed,
 * however long the PC was off. A time in the future was noted before the clock was set back: it says nothing.
 */
export const statementStart = (cursors: Cursors, now: number, whole: boolean): number => {
  const past = (time: number | null) => (time !== null && time <= now ? time : null);
  const syncedAt = past(cursors.statement_synced_at);
  const completedAt = past(cursors.statement_completed_at);
  const sinceThen = syncedAt === null ? now - WINDOW_MS : syncedAt - OVERLAP_MS;
  const isWholeDue = whole || completedAt === null || completedAt <= now - WHOLE_EVERY_MS;
  return isWholeDue ? Math.min(sinceThen, now - WINDOW_MS) : sinceThen;
};

/** Parts that the bank gives in one call each, oldest first; the last has no end, for the bank's clock may be ahead. */
export const statementWindows = (from: number, now: number): { from: number; to?: number }[] =>
  now - from <= WINDOW_MS
    ? [{ from }]
    : [{ from, to: from + WINDOW_MS }, ...statementWindows(from + WINDOW_MS, now)];

/**
 * Brings the statement of the last 30 days, payments made past Kramar included, and every open invoice of the
 * terminal up to date. @throws BankError
 */
export const syncInvoices = (context: InvoiceContext, terminalId: number): Promise<SyncedInvoices> =>
  bringStatement(context, terminalId, true);

/** The same for what came since the last time; once a day the 30 days as a whole. @throws BankError */
export const catchUp = (context: InvoiceContext, terminalId: number): Promise<SyncedInvoices> =>
  bringStatement(context, terminalId, false);

const bringStatement = async (
  context: InvoiceContext,
  terminalId: number,
  whole: boolean,
): Promise<SyncedInvoices> => {
  const { db, bank } = context;
  const token = await tokenOf(context, terminalId);
  const startedAt = context.now();
  const cursors = findTerminal(db, terminalId) ?? { statement_synced_at: null, statement_completed_at: null };
  const from = statementStart(cursors, startedAt, whole);
  const outcomes = noOutcomes();
  let open = new Set<number>();
  for (const window of statementWindows(from, startedAt)) {
    const items = await bank.statement(token, window.from, window.to);
    open = new Set([...open, ...openInvoices(db, terminalId).map(({ id }) => id)]);
    await writeItems(context, terminalId, items.toReversed(), outcomes);
  }
  // The statement knows less of a payment than the invoice's own state does.
  for (const id of new Set([...open, ...outcomes.ofKramar])) await refresh(context, id);
  const count = (wanted: Outcome) =>
    [...outcomes.payments.values()].filter((outcome) => outcome === wanted).length;
  const synced = { synced: outcomes.payments.size, created: count('created'), updated: count('updated') };
  noteSynced(context, terminalId, startedAt, from, synced);
  return synced;
};

/** Only now, when all of it is here: cut off before, the next time begins where this one began. */
const noteSynced = (
  { db, now }: InvoiceContext,
  terminalId: number,
  startedAt: number,
  from: number,
  synced: SyncedInvoices,
): void =>
  db.transaction(() => {
    const terminal = findTerminal(db, terminalId);
    if (!terminal) return;
    updateTerminal(db, terminal, {
      statement_synced_at: startedAt,
      ...(from <= startedAt - WINDOW_MS ? { statement_completed_at: startedAt } : {}),
    });
    if (synced.created + synced.updated > 0)
      recordEvent(db, now(), { type: 'terminal.synced', terminal: terminalId, data: synced });
  });

/** An invoice that the bank does not know keeps the others from nothing. */
const refresh = async (context: InvoiceContext, id: number): Promise<void> => {
  try {
    await refreshInvoice(context, id);
  } catch (error) {
    if (!(error instanceof BankError) || error.code !== 'NOT_FOUND') throw error;
  }
};
