import { EVENT_TYPES, type EventData, type EventType } from '../../shared/api/events.ts';
import type { Db } from '../store/db/connection.ts';
import { insertEvent, lastEventId } from '../store/events.ts';
import type { InvoiceRow } from '../store/invoices/invoices.ts';
import { type Actor, mayDo } from './accounts/sessions.ts';

interface NewEvent<Type extends EventType> {
  type: Type;
  /** Ids. */
  invoice?: number;
  terminal?: number;
  data: EventData<Type>;
}

/**
 * Writes an event. Call it in the transaction that makes the change: both are on the disk, or neither is.
 * @param now milliseconds UTC
 */
export const recordEvent = <Type extends EventType>(db: Db, now: number, event: NewEvent<Type>): void =>
  // In a transaction even without a surrounding one, because listeners are only notified of commits.
  db.transaction(() => insertEvent(db, eventRow(now, event)));

/**
 * The row that `recordEvent` writes, for bulk inserts.
 * @param now milliseconds UTC
 */
export const eventRow = <Type extends EventType>(
  now: number,
  { type, invoice, terminal, data }: NewEvent<Type>,
) => ({
  type,
  invoice_id: invoice ?? null,
  terminal_id: terminal ?? null,
  data: JSON.stringify(data),
  created_at: now,
});

/** The invoice data in every event of an invoice. */
export const invoiceFacts = (
  invoice: Pick<InvoiceRow, 'number' | 'reference' | 'status' | 'amount' | 'final_amount'>,
): EventData<'invoice.created'> => ({
  number: invoice.number,
  reference: invoice.reference,
  status: invoice.status,
  amount: invoice.amount,
  final_amount: invoice.final_amount,
});

/** The event types that an actor may read: none about data that the actor may not request. */
export const visibleTypes = (actor: Actor): EventType[] =>
  EVENT_TYPES.filter((type) => {
    // After a restore every reader of the log must know that part of it is undone.
    if (type === 'backup.restored') return true;
    if (type.startsWith('backup.')) return actor.isOwner;
    // These two types name payments.
    const isOpen = /^(terminal|bank)\./.test(type) && !/^bank\.(un)?readable$/.test(type);
    return isOpen || mayDo(actor, 'can_view_invoices');
  });

/** Another process (the command line) writes without a notification; this is the polling interval. */
const LOOK_EVERY_MS = 2000;

/** Notifies waiting readers of new events. */
export interface EventFeed {
  /** Waits for an event after `id`, at most `ms` or until the signal is aborted; returns whether there may be one. */
  waitFor(id: number, ms: number, signal: AbortSignal): Promise<boolean>;
  /** Aborted by `close`. */
  closed: AbortSignal;
  close(): void;
}

/** 0 while the database cannot be read: neither a commit nor a timer may fail because of it; the next poll retries. */
const lastIfReadable = (db: Db): number => {
  try {
    return lastEventId(db);
  } catch {
    return 0;
  }
};

export const createEventFeed = (db: Db): EventFeed => {
  const waiting = new Set<{ after: number; wake(): void }>();
  const closing = new AbortController();

  const look = (): void => {
    if (waiting.size === 0) return;
    const last = lastIfReadable(db);
    for (const waiter of [...waiting]) if (waiter.after < last) waiter.wake();
  };
  const stopListening = db.onCommit(look);
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  return {
    waitFor: (after, ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || lastEventId(db) > after) return resolve(true);
        const end = (isThere: boolean) => {
          clearTimeout(giveUp);
          signal.removeEventListener('abort', wake);
          waiting.delete(waiter);
          resolve(isThere);
        };
        const wake = () => end(true);
        const waiter = { after, wake };
        const giveUp = setTimeout(() => end(false), ms);
        signal.addEventListener('abort', wake);
        waiting.add(waiter);
      }),
    closed: closing.signal,
    close: () => {
      clearInterval(timer);
      stopListening();
      closing.abort();
    },
  };
};
