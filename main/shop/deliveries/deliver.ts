import { randomUUID } from 'node:crypto';
import type { Delivery } from '../../../shared/operations/webhooks.ts';
import { DAY_MS, isoTime, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { version } from '../../../shared/version.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  abandonDeliveries,
  type DeliveryRow,
  insertDelivery,
  nextDelivery,
  pruneDeliveries,
  retryNow,
  updateDelivery,
} from '../../store/deliveries.ts';
import { findEvent } from '../../store/events.ts';
import { pauseReceiver, type ReceiverRow, updateReceiver } from '../../store/receivers.ts';
import { presentEvent } from '../events.ts';
import { type Answer, post } from './post.ts';
import { openSecret, presentDelivery, type ReceiverContext, receiverById, TEST_TYPE } from './receivers.ts';
import { signatureOf } from './signature.ts';

/** For an attempt as a whole. A till app that needs longer answers first and works then. */
const TIMEOUT_MS = 10 * SECOND_MS;
const FIRST_PAUSE_MS = 2 * SECOND_MS;
/** A till app that was closed gets its events at most this long after it is back. */
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
const RETRIED_FOR_MS = 3 * DAY_MS;
/** A PC that was off for a weekend may start Kramar before the till app. */
const NOTHING_ABANDONED_MS = 15 * MINUTE_MS;
/** Attempts without an answer that make an outage of the receiver rather than one event that it cannot process. */
const OUTAGE = 3;
const KEPT_DELIVERIES = 100;

export interface DeliverContext extends ReceiverContext {
  /** When the service was started, milliseconds UTC. */
  startedAt: number;
  signal: AbortSignal;
}

const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

/** Makes the next attempt of a receiver. Returns false when none is due. @param secret of the receiver */
export const deliverNext = async (
  context: DeliverContext,
  receiver: ReceiverRow,
  secret: string,
): Promise<boolean> => {
  const { db, now } = context;
  const at = now();
  const { next_try_at } = receiver;
  // A time that is further away was written before the clock was set back.
  if (next_try_at !== null && next_try_at > at && next_try_at <= at + LONGEST_PAUSE_MS) return false;
  const delivery = nextDelivery(db, receiver.id, at, at + LONGEST_PAUSE_MS);
  if (!delivery) return false;
  const event = delivery.event_id === null ? undefined : findEvent(db, delivery.event_id);
  if (!event) {
    updateDelivery(db, delivery.id, { state: 'abandoned', answer: 'The event is no longer kept.' });
    return true;
  }
  const attempts = delivery.attempts + 1;
  // Before it is sent, so that an attempt that a crash cuts off is counted: the next one then says that it repeats.
  db.transaction(() =>
    updateDelivery(db, delivery.id, { attempts, attempted_at: at, status: null, answer: '', ms: null }),
  );
  const body = JSON.stringify(presentEvent(event));
  const answer = await post(messageTo(context, receiver, secret, { id: `${event.id}`, attempts, body }));
  recordAnswer(context, receiver, { ...delivery, attempts }, answer);
  return true;
};

const messageTo = (
  { now, signal }: Pick<DeliverContext, 'now' | 'signal'>,
  { url }: ReceiverRow,
  secret: string,
  { id, attempts, body }: { id: string; attempts: number; body: string },
) => ({
  url,
  body,
  signal,
  timeoutMs: TIMEOUT_MS,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': `Kramar/${version}`,
    'Kramar-Event-Id': id,
    'Kramar-Attempt': `${attempts}`,
    'Kramar-Signature': signatureOf(secret, now(), body),
  },
});

const isAccepted = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

const recordAnswer = (
  { db, now, startedAt, signal }: DeliverContext,
  { id, failures }: ReceiverRow,
  delivery: DeliveryRow,
  answer: Answer,
): void => {
  // Stopped in the middle of it: nothing is known about the receiver.
  if (signal.aborted && answer.status === null) return;
  const at = now();
  const { status, text, ms } = answer;
  db.transaction(() => {
    if (isAccepted(answer)) {
      updateDelivery(db, delivery.id, { state: 'delivered', next_try_at: null, status, answer: text, ms });
      accepted(db, id, failures, at);
    } else {
      const next_try_at = at + pauseAfter(delivery.attempts);
      updateDelivery(db, delivery.id, { next_try_at, status, answer: text, ms });
      if (status === null) pauseReceiver(db, id, at + pauseAfter(failures + 1));
      else if (failures > 0) updateReceiver(db, id, { failures: 0, next_try_at: null });
      if (Math.abs(at - startedAt) > NOTHING_ABANDONED_MS) abandonDeliveries(db, id, at - RETRIED_FOR_MS);
    }
    pruneDeliveries(db, id, KEPT_DELIVERIES);
  });
};

const accepted = (db: Db, id: number, failures: number, delivered_at: number): void => {
  updateReceiver(db, id, { failures: 0, next_try_at: null, delivered_at });
  if (failures >= OUTAGE) retryNow(db, id);
};

/**
 * Sends a test at once, whatever is pending; an accepted one ends the pause of the receiver.
 * @throws NotFoundError, KeychainError, OwnerError WEBHOOK_SECRET_LOST
 */
export const testReceiver = async (
  context: ReceiverContext & { signal?: AbortSignal },
  id: number,
): Promise<Delivery> => {
  const { db, vault, now, signal = new AbortController().signal } = context;
  const receiver = receiverById(db, id);
  const secret = await openSecret(vault, receiver);
  if (secret === undefined)
    throw (
      vault.problem() ??
      new OwnerError(
        'WEBHOOK_SECRET_LOST',
        'The secret of this webhook cannot be opened: the keychain holds another key now. Nothing was sent. Make a new secret for it.',
      )
    );
  const at = now();
  const test = { type: TEST_TYPE, invoice: null, terminal: null, data: {}, created_at: isoTime(at) };
  const content = { id: `test-${randomUUID()}`, attempts: 1, body: JSON.stringify({ id: null, ...test }) };
  const answer = await post(messageTo({ now, signal }, receiver, secret, content));
  return db.transaction(() => {
    // Removed meanwhile.
    receiverById(db, id);
    const row = insertDelivery(db, {
      receiver_id: id,
      event_id: null,
      lane: 0,
      state: 'test',
      attempts: 1,
      attempted_at: at,
      status: answer.status,
      answer: answer.text,
      ms: answer.ms,
      created_at: at,
    });
    if (isAccepted(answer)) accepted(db, id, OUTAGE, at);
    pruneDeliveries(db, id, KEPT_DELIVERIES);
    return presentDelivery(db, row);
  });
};
