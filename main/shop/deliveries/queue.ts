import { byPermission } from '../../../shared/permissions.ts';
import type { Db } from '../../store/db/connection.ts';
import { countAsTried, countWaiting, insertDelivery } from '../../store/deliveries.ts';
import { type EventFilter, type EventRow, eventsAfter, lastEventId } from '../../store/events.ts';
import { type ReceiverRow, updateReceiver } from '../../store/receivers.ts';
import { visibleEvents } from '../events.ts';

/** Pending deliveries of one receiver: further events wait in the log, where they take no space of their own. */
const MAX_PENDING = 500;

/** The same events that GET events/ gives to a key with the permission to view invoices. */
const eventsFor = ({ terminal_id }: ReceiverRow): EventFilter =>
  visibleEvents({
    id: 0,
    username: '',
    isOwner: false,
    permissions: byPermission((permission) => permission === 'can_view_invoices'),
    scope: terminal_id === null ? undefined : { terminal: terminal_id },
  });

/** Makes deliveries of the events that follow a receiver's position, and moves it. */
export const queueEvents = (db: Db, receiver: ReceiverRow): void => {
  if (lastEventId(db) <= receiver.position) return;
  const limit = MAX_PENDING - countWaiting(db, receiver.id).pending;
  const restored = lastRestore(db, receiver.position);
  if (limit <= 0 && restored === 0) return;
  db.transaction(() => {
    // A delivery that is untried in a restored backup may have been sent before the restore.
    if (restored > 0) countAsTried(db, receiver.id);
    if (limit <= 0) return;
    const newest = lastEventId(db);
    const rows = eventsAfter(db, receiver.position, eventsFor(receiver), limit);
    for (const row of rows) queueEvent(db, receiver, row, restored);
    const position = rows.length === limit ? (rows.at(-1)?.id ?? newest) : newest;
    updateReceiver(db, receiver.id, { position });
  });
};

/** The id of the last restore after an event; 0: none. Reads only the events after it: types have no index. */
const lastRestore = (db: Db, after: number): number =>
  eventsAfter(db, after, { types: ['backup.restored'] }, MAX_PENDING).at(-1)?.id ?? 0;

const queueEvent = (db: Db, receiver: ReceiverRow, event: EventRow, restored: number): void => {
  insertDelivery(db, {
    receiver_id: receiver.id,
    event_id: event.id,
    lane: event.invoice_id ?? 0,
    state: 'pending',
    attempts: event.id < restored ? 1 : 0,
    created_at: event.created_at,
  });
};
