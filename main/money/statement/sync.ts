import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { SyncedInvoices } from '../../../shared/api/terminals.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import type { StatementItem } from '../../bank/wire.ts';
import { recordEvent } from '../../shop/events.ts';
import { invoiceThing, isPostponed } from '../../shop/unreadable.ts';
import type { Db } from '../../store/db/connection.ts';
import { findInvoiceByBankId, openInvoices } from '../../store/invoices/invoices.ts';
import { findTerminal, type TerminalRow, updateTerminal } from '../../store/terminals.ts';
import { findUnreadable } from '../../store/unreadable-records.ts';
import { type InvoiceContext, invoiceById, refreshOneOfMany, tokenOf } from '../bank-state/refresh.ts';
import { faultOfElement, readableByNow, settleLines, startForKept } from './unreadable-lines.ts';
import { countOutcomes, noOutcomes, writeItems } from './write-items.ts';

/** The interface promises 30 days; one request to the bank covers at most 31. */
const WINDOW_MS = 30 * DAY_MS;
/** Payments appear late, and the bank's clock differs. */
const OVERLAP_MS = 2 * HOUR_MS;
/** Refunds of older payments are found when all 30 days are read. */
const WHOLE_EVERY_MS = DAY_MS;

type Cursors = Pick<TerminalRow, 'statement_synced_at' | 'statement_completed_at'>;

/**
 * Start of the next statement (ms), so that nothing since the last one is missed, however long the PC was off. A time
 * in the future was noted before the clock was set back: it is ignored.
 */
const statementStart = (cursors: Cursors, now: number, whole: boolean): number => {
  const past = (time: number | null) => (time !== null && time <= now ? time : null);
  const syncedAt = past(cursors.statement_synced_at);
  const completedAt = past(cursors.statement_completed_at);
  const sinceThen = syncedAt === null ? now - WINDOW_MS : syncedAt - OVERLAP_MS;
  const isWholeDue = whole || completedAt === null || completedAt <= now - WHOLE_EVERY_MS;
  return isWholeDue ? Math.min(sinceThen, now - WINDOW_MS) : sinceThen;
};

/** Parts of one bank request each, oldest first; the last has no end, because the bank's clock may be ahead. */
export const statementWindows = (from: number, now: number): { from: number; to?: number }[] =>
  now - from <= WINDOW_MS
    ? [{ from }]
    : [{ from, to: from + WINDOW_MS }, ...statementWindows(from + WINDOW_MS, now)];

/**
 * Reads the statement of the last 30 days, payments made outside Kramar included, and refreshes every open invoice of
 * the terminal.
 * @throws BankError
 */
export const syncInvoices = (context: InvoiceContext, terminalId: number): Promise<SyncedInvoices> =>
  bringStatement(context, terminalId, true);

/**
 * Reads what is new since the last time; once a day all 30 days.
 * @throws BankError
 */
export const catchUp = (context: InvoiceContext, terminalId: number): Promise<SyncedInvoices> =>
  bringStatement(context, terminalId, false);

/** @param whole requests everything, however often that failed lately */
const bringStatement = async (
  context: InvoiceContext,
  terminalId: number,
  whole: boolean,
): Promise<SyncedInvoices> => {
  const { db } = context;
  const token = await tokenOf(context, terminalId);
  const startedAt = context.now();
  const cursors = findTerminal(db, terminalId) ?? { statement_synced_at: null, statement_completed_at: null };
  const start = statementStart(cursors, startedAt, whole);
  const kept = startForKept(context, terminalId, startedAt - WINDOW_MS);
  const from = Math.min(start, kept ?? start);
  const { outcomes, toRefresh } = await bringLines(context, terminalId, token, from, startedAt);
  for (const id of toRefresh) {
    const invoice = invoiceById(db, id);
    const record = findUnreadable(db, invoiceThing(invoice));
    if (!whole && record && isPostponed(record, context.now())) continue;
    // An invoice of the statement may be of another terminal of the merchant, which has no token any more.
    await refreshOneOfMany(context, invoice, { token });
  }
  const [created, updated] = [countOutcomes(outcomes, 'created'), countOutcomes(outcomes, 'updated')];
  const synced = { synced: outcomes.payments.size, created, updated };
  noteSynced(context, terminalId, startedAt, from, synced);
  return synced;
};

/** Applies the lines; returns the invoices whose own state has to be requested. */
const bringLines = async (
  context: InvoiceContext,
  terminalId: number,
  token: string,
  from: number,
  startedAt: number,
) => {
  const { db, bank } = context;
  const outcomes = noOutcomes();
  const newest = new Map<string, StatementItem['status']>();
  await writeItems(context, terminalId, readableByNow(context, terminalId), outcomes);
  let open: number[] = [];
  for (const window of statementWindows(from, startedAt)) {
    const { items, unreadable } = await bank.statement(token, window.from, window.to);
    open = [...open, ...openInvoices(db, terminalId).map(({ id }) => id)];
    const lines = items.toReversed();
    await writeItems(context, terminalId, lines, outcomes);
    outcomes.faults.push(...unreadable.map(faultOfElement));
    for (const { invoiceId, status } of lines) newest.set(invoiceId, status);
  }
  const { payments, faults, ofKramar } = outcomes;
  const brought = { from, isWhole: from <= startedAt - WINDOW_MS };
  await settleLines(context, terminalId, brought, faults, (bankId) => payments.has(bankId));
  // The statement has less data about a payment than the invoice's own state.
  const toRefresh = new Set([
    ...open,
    ...ofKramar,
    ...unclear(
      db,
      [...newest].flatMap(([id, status]) => (status === 'failure' ? [id] : [])),
      'success',
    ),
    ...unclear(
      db,
      faults.map(({ bankId }) => bankId),
      'expired',
      'failure',
    ),
  ]);
  return { outcomes, toRefresh };
};

/** Invoices in a state that a line of the statement contradicts, or that an unreadable line may end. */
const unclear = (db: Db, bankIds: readonly string[], ...statuses: InvoiceStatus[]): number[] =>
  bankIds.flatMap((bankId) => {
    const invoice = findInvoiceByBankId(db, bankId);
    return invoice && statuses.includes(invoice.status) ? [invoice.id] : [];
  });

/**
 * The oldest moment that has been read without a gap since. After the clock was set back, and before the first sync,
 * nothing earlier counts.
 */
export const heldFrom = (
  { statement_synced_at, statement_from }: Pick<TerminalRow, 'statement_synced_at' | 'statement_from'>,
  from: number,
  now: number,
): number => {
  const isWithoutGap = statement_synced_at !== null && statement_synced_at <= now && statement_from !== null;
  return isWithoutGap ? Math.min(statement_from, from) : from;
};

/** Only after everything was read: after an interruption the next time begins where this one began. */
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
      statement_from: heldFrom(terminal, from, startedAt),
      ...(from <= startedAt - WINDOW_MS ? { statement_completed_at: startedAt } : {}),
    });
    if (synced.created + synced.updated > 0)
      recordEvent(db, now(), { type: 'terminal.synced', terminal: terminalId, data: synced });
  });
