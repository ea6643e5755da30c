import * as v from 'valibot';
import { choice, count, flag, id, nullable, string, timestamp } from '../api/answers.ts';
import { boolean, dictionary, pk, text } from '../api/fields.ts';
import { DELIVERY_STATES, RECEIVER_STATES } from '../api/statuses.ts';
import { limitFields, permissionFields, permissionsInput, rightsInput } from './employees.ts';
import { NOTHING, operation } from './operation.ts';

/** Characters of a key's name. */
const MAX_NAME = 100;

/** The name a person gives a key: "Till by the door". */
/* @__NO_SIDE_EFFECTS__ */
export const keyName = () => text(MAX_NAME);

const keyFields = {
  name: keyName(),
  permissions: permissionsInput(),
  /** The only terminal (id) that it may use; null: all of them. */
  terminal: v.nullable(pk()),
  ...rightsInput,
};

/** A till's key without its value. */
export const tillKey = v.strictObject({
  id: id('Identifier of the key.'),
  name: string('Name of the key.', 'Каса 1'),
  hint: string("The key's last characters.", '9f3c'),
  ...permissionFields,
  terminal: nullable(id('The only terminal that it may use; null: all.')),
  own_sales_only: flag('True: sees only the invoices that it created.'),
  catalog_prices_only: flag('True: sells only products of the catalog at their prices.'),
  is_active: flag('False: it is revoked, or a restore has turned it off.', true),
  catalog_read_only: flag('True: changes nothing in the catalog.'),
  issued_at: timestamp('When this value of the key was issued, UTC.'),
  first_used_at: nullable(timestamp('First use, UTC.')),
  last_used_at: nullable(timestamp('Last use, UTC.')),
  revoked_at: nullable(timestamp('When the key was ended, UTC.')),
  ...limitFields,
});
export type TillKey = v.InferOutput<typeof tillKey>;

/** The only time that a key's value leaves the program. */
const issuedKey = v.strictObject({
  key: string('The key itself: shown only now.', 'kr_…'),
  ...tillKey.entries,
});

/** The keys of till apps. */
export const KEY_OPERATIONS = {
  /** By name, the revoked ones too. */
  'keys.list': operation(NOTHING, v.strictObject({ keys: v.array(tillKey) })),
  'keys.add': operation(dictionary(keyFields), issuedKey, { needsPassword: 'in_tab' }),
  /** Absent fields stay; a change holds at the key's next request. */
  'keys.change': operation(
    dictionary({
      id: pk(),
      ...rightsInput,
      name: v.optional(keyFields.name),
      permissions: v.optional(keyFields.permissions),
      terminal: v.optional(keyFields.terminal),
      /** true turns on a key that a restore has turned off. */
      is_active: v.optional(boolean()),
    }),
    tillKey,
  ),
  /** The previous value is refused from then on. */
  'keys.rotate': operation(dictionary({ id: pk() }), issuedKey, { needsPassword: 'in_tab' }),
  'keys.revoke': operation(dictionary({ id: pk() }), tillKey),
} as const;

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
