import { BankError, concernsOneRecord, UnreadableAnswer } from '../bank/errors.ts';
import type { FieldFault } from '../bank/unreadable.ts';
import type { Log } from '../platform/log.ts';
import { type Db, isDatabaseFailure } from '../store/db/connection.ts';
import type { InvoiceRow } from '../store/invoices/invoices.ts';
import {
  deleteUnreadable,
  FARTHEST_TRY_MS,
  findUnreadable,
  putUnreadable,
  type UnreadableIdentity,
  type UnreadableRow,
} from '../store/unreadable-records.ts';
import { recordEvent } from './events.ts';

/**
 * Records from the bank that Kramar cannot read: the stored record stays unchanged, is reported, and is requested ever
 * more seldom, until an answer is readable.
 */

const FIRST_TRY_MS = 60_000;

/** Next request (ms) after this many tries. */
export const nextTryAt = (tries: number, now: number): number =>
  now + Math.min(FARTHEST_TRY_MS, FIRST_TRY_MS * 2 ** Math.min(tries - 1, 20));

/** Whether a request is not due yet. A time further ahead than any plan was set before the PC's clock was set back. */
export const isPostponed = ({ next_try_at }: Pick<UnreadableRow, 'next_try_at'>, now: number): boolean =>
  next_try_at !== null && next_try_at > now && next_try_at <= now + FARTHEST_TRY_MS;

export interface UnreadableThing extends UnreadableIdentity {
  /** Kramar's id. */
  invoice_id: number | null;
  bank_id: string;
  /** Only for a line of the statement. */
  line?: string | null;
  read_from?: number;
  /** Next request, if its kind has a plan of its own; null: with the next list. */
  plannedAt?: number | null;
}

export const invoiceThing = (
  invoice: Pick<InvoiceRow, 'id' | 'terminal_id' | 'invoice_id'>,
): UnreadableThing => ({
  kind: 'invoice',
  terminal_id: invoice.terminal_id,
  key: invoice.invoice_id,
  invoice_id: invoice.id,
  bank_id: invoice.invoice_id,
});

/**
 * Records that a record is unreadable, and its next try. Seen before that time (by a manual request, or by another job)
 * it counts as no further try.
 * @param now milliseconds UTC
 */
export const noteUnreadable = (
  db: Db,
  { plannedAt, ...thing }: UnreadableThing,
  { field, value }: FieldFault,
  now: number,
): { nextTryAt: number } =>
  db.transaction(() => {
    const known = findUnreadable(db, thing);
    const isEarly = known !== undefined && isPostponed(known, now);
    const tries = isEarly ? known.tries : (known?.tries ?? 0) + 1;
    const next = isEarly ? (known.next_try_at ?? now) : nextTryAt(tries, now);
    putUnreadable(db, {
      line: null,
      read_from: null,
      ...thing,
      field,
      value,
      tries,
      next_try_at: plannedAt === undefined ? next : plannedAt,
      first_seen_at: now,
      last_seen_at: now,
    });
    if (known?.field !== field || known.value !== value)
      recordEvent(db, now, {
        type: 'bank.unreadable',
        ...aboutOf(thing),
        data: { record: thing.kind, bank_id: thing.bank_id, field, value },
      });
    return { nextTryAt: next };
  });

/** Records that a record is readable again. */
export const noteReadable = (db: Db, identity: UnreadableIdentity, now: number): void => {
  const known = findUnreadable(db, identity);
  if (!known) return;
  db.transaction(() => {
    deleteUnreadable(db, known.id);
    recordEvent(db, now, {
      type: 'bank.readable',
      ...aboutOf(known),
      data: {
        record: known.kind,
        bank_id: known.bank_id,
        unreadable_since: new Date(known.first_seen_at).toISOString(),
      },
    });
  });
};

const aboutOf = ({ terminal_id, invoice_id }: Pick<UnreadableThing, 'terminal_id' | 'invoice_id'>) => ({
  terminal: terminal_id,
  ...(invoice_id === null ? {} : { invoice: invoice_id }),
});

/** Whether a failure concerns one record: not the bank as a whole, the terminal's token, or the disk. */
export const isOfOneRecord = (error: unknown): boolean =>
  error instanceof BankError ? concernsOneRecord(error) : !isDatabaseFailure(error);

const MAX_MESSAGE = 100;

/** The details of a failure; undefined for a refusal of the bank, which is readable. */
const faultIn = (error: unknown): FieldFault | undefined => {
  if (error instanceof UnreadableAnswer) return { field: error.field, value: error.value };
  if (error instanceof BankError) return undefined;
  const message = error instanceof Error ? error.message : String(error);
  return { field: '', value: message.slice(0, MAX_MESSAGE) };
};

/** Records a failure that concerns one record; a fault of Kramar's own goes to the log with its stack. */
export const noteFailure = (
  { db, now, log }: { db: Db; now: () => number; log?: Log | undefined },
  thing: UnreadableThing,
  error: unknown,
): { nextTryAt: number } | undefined => {
  const fault = faultIn(error);
  if (!fault) return undefined;
  if (!(error instanceof BankError))
    log?.error('A record could not be processed; the others go on, and it is tried again.', {
      kind: thing.kind,
      terminal: thing.terminal_id,
      invoice: thing.invoice_id,
      bank_id: thing.bank_id,
      error,
    });
  return noteUnreadable(db, thing, fault, now());
};
