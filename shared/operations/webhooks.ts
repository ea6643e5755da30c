import * as v from 'valibot';
import { choice, count, id, nullable, string, timestamp } from '../api/answers.ts';
import { dictionary, pk, text } from '../api/fields.ts';
import { DELIVERY_STATES, RECEIVER_STATES } from '../api/statuses.ts';
import { NOTHING, operation } from './operation.ts';

/** A program on this computer that events are sent to. */
export const receiver = v.strictObject({
  id: id('Identifier of the webhook.'),
  url: string('Where events are sent.', 'http://127.0.0.1:9000/events'),
  terminal: nullable(id('The only terminal that it may use; null: all.')),
  hint: string("The secret's last characters.", 'a01b'),
  issued_at: timestamp('When this secret was issued, UTC.'),
  state: choice(RECEIVER_STATES, 'How deliveries go.'),
  pending: count('Deliveries that wait.'),
  next_try_at: nullable(timestamp('The next attempt after a failed one, UTC.')),
  delivered_at: nullable(timestamp('The last delivery, UTC.')),
});
export type Receiver = v.InferOutput<typeof receiver>;

/** The only time that a secret's value leaves the program. */
const issuedSecret = v.strictObject({
  secret: string('The secret itself: shown only now.'),
  ...receiver.entries,
});

export const delivery = v.strictObject({
  id: id('Identifier of the delivery.'),
  event: nullable(id('The event; null: a test.')),
  type: string('Type of the event.', 'invoice.paid'),
  state: choice(DELIVERY_STATES, 'What became of it.'),
  attempts: count('How often it was tried.'),
  attempted_at: nullable(timestamp('The last attempt, UTC.')),
  next_try_at: nullable(timestamp('The next attempt, UTC.')),
  status: nullable(count('HTTP status of the last answer; null: none.')),
  answer: string('The beginning of the answer, or why there was none.'),
  ms: nullable(count('How long the answer took.')),
});
export type Delivery = v.InferOutput<typeof delivery>;

const byId = dictionary({ id: pk() });

/** The till apps of this computer that are sent the events. */
export const WEBHOOK_OPERATIONS = {
  /** Oldest first. */
  'webhooks.list': operation(NOTHING, v.strictObject({ webhooks: v.array(receiver) }), { needs: 'keys' }),
  'webhooks.add': operation(dictionary({ url: text(500), terminal: v.nullable(pk()) }), issuedSecret, {
    needs: 'keys',
    needsPassword: 'in_tab',
  }),
  /** The previous secret signs nothing from then on. */
  'webhooks.rotate': operation(byId, issuedSecret, { needs: 'keys', needsPassword: 'in_tab' }),
  'webhooks.remove': operation(
    byId,
    v.strictObject({ id: id('Identifier of the webhook that was removed.') }),
  ),
  /** Sends one test; its outcome is in the delivery. */
  'webhooks.test': operation(byId, v.strictObject({ delivery }), { needs: 'keys' }),
  /** Newest first. */
  'webhooks.deliveries': operation(byId, v.strictObject({ deliveries: v.array(delivery) })),
} as const;
