import { EVENT_TYPES, type Event, type EventData, type EventType } from '../../shared/api/events.ts';
import { isoTime } from '../../shared/time.ts';
import type { Db } from '../store/db/connection.ts';
import { type EventFilter, type EventRow, eventsAfter, insertEvent, lastEventId } from '../store/events.ts';
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

/** The row that `recordEvent` writes, for bulk inserts. @param now milliseconds UTC */
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

/** An event as clients get it. */
export const presentEvent = (row: EventRow): Event => ({
  id: row.id,
  type: row.type,
  invoice: row.invoice_id,
  terminal: row.terminal_id,
  data: JSON.parse(row.data),
  created_at: isoTime(row.created_at),
});

/** The invoice data in every event of an invoice. */
export const invoiceFacts = (
  invoice: Pick<InvoiceRow, 'number' | 'reference' | 'status' | 'amount' | 'ccy' | 'final_amount'>,
): EventData<'invoice.created'> => ({
  number: invoice.number,
  reference: invoice.reference,
  status: invoice.status,
  amount: invoice.amount,
  ccy: invoice.ccy,
  final_amount: invoice.final_amount,
});

/** The events that an actor may read: none about data that the actor may not request. */
export const visibleEvents = (actor: Actor): EventFilter => ({
  types: EVENT_TYPES.filter((type) => isVisible(type, actor)),
  terminal: actor.scope?.terminal,
  createdBy: actor.scope?.createdBy,
});

/**
 * The same actor, limited to the invoices that they created: a caller who may not view invoices can follow their own
 * sales.
 */
export const onlyOwnSales = (actor: Actor): Actor => ({
  ...actor,
  permissions: {
    ...actor.permissions,
    can_view_invoices: mayDo(actor, 'can_view_invoices') || mayDo(actor, 'can_create_invoices'),
  },
  scope: { ...actor.scope, createdBy: actor.id },
});

const isVisible = (type: EventType, actor: Actor): boolean => {
  // After a restore every reader of the log must know that part of it is undone.
  if (type === 'backup.restored') return true;
  if (type.startsWith('backup.')) return actor.isOwner;
  // These two types name payments.
  if (/^(terminal|bank|catalog)\./.test(type) && !/^bank\.(un)?readable$/.test(type)) return true;
  // Those without an invoice cannot be attributed to anybody.
  return mayDo(actor, 'can_view_invoices') && (!actor.scope || /^(invoice|sale)\./.test(type));
};

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

interface Wait {
  /** The id of the last event that the reader has. */
  after: number;
  visible: EventFilter;
  ms: number;
  signal: AbortSignal;
}

/** Waits until the reader may see a later event, for `ms` at most or until the signal is aborted. */
export const waitForEvent = async (
  db: Db,
  feed: EventFeed,
  { after, visible, ms, signal }: Wait,
): Promise<void> => {
  const until = performance.now() + ms;
  let seen = after;
  while (!signal.aborted && eventsAfter(db, seen, visible, 1).length === 0) {
    // Skips existing events that the reader may not see: they would end the wait at once.
    seen = Math.max(seen, lastEventId(db));
    const rest = until - performance.now();
    if (rest <= 0 || !(await feed.waitFor(seen, rest, signal))) return;
  }
};
