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
 * Writes an event. Called in the transaction that does what it tells: both are on the disk, or neither is.
 * @param now milliseconds UTC
 */
export const recordEvent = <Type extends EventType>(db: Db, now: number, event: NewEvent<Type>): void =>
  // In a transaction of its own where there is none around it, for only commits are told to who listens.
  db.transaction(() => insertEvent(db, eventRow(now, event)));

/** As `recordEvent` writes it, for who writes many at once. @param now milliseconds UTC */
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

/** What every event of an invoice tells of it. */
export const invoiceFacts = (
  invoice: Pick<InvoiceRow, 'number' | 'reference' | 'status' | 'amount' | 'final_amount'>,
): EventData<'invoice.created'> => ({
  number: invoice.number,
  reference: invoice.reference,
  status: invoice.status,
  amount: invoice.amount,
  final_amount: invoice.final_amount,
});

/** The types that somebody may read: what they could not ask for is not told either. */
export const visibleTypes = (actor: Actor): EventType[] =>
  EVENT_TYPES.filter((type) => {
    // After a restore everybody who follows the log must know that some of it is undone.
    if (type === 'backup.restored') return true;
    if (type.startsWith('backup.')) return actor.isOwner;
    // These two name payments.
    const isOpen = /^(terminal|bank)\./.test(type) && !/^bank\.(un)?readable$/.test(type);
    return isOpen || mayDo(actor, 'can_view_invoices');
  });

/** Another process (the command line) writes without telling; it is looked for this often. */
const LOOK_EVERY_MS = 2000;

/** Tells who waits that events have been written. */
export interface EventFeed {
  /** Waits for an event after `id`, at most `ms` or until the signal is aborted; gives whether there may be one. */
  waitFor(id: number, ms: number, signal: AbortSignal): Promise<boolean>;
  /** Aborted by `close`. */
  closed: AbortSignal;
  close(): void;
}

/** 0 while the database cannot be read: neither who has just committed nor a timer may fail by it, and it is looked again. */
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
