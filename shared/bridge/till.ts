import * as v from 'valibot';
import { boolean, dictionary, pk, text } from '../api/fields.ts';
import { keyName } from '../api/keys.ts';
import { DELIVERY_STATES, RECEIVER_STATES } from '../api/statuses.ts';
import { PERMISSIONS } from '../permissions.ts';
import { call, DONE, NOTHING } from './call.ts';

const keyFields = {
  name: keyName(),
  permissions: v.array(v.picklist(PERMISSIONS)),
  /** The only terminal (id) that it may use; null: all of them. */
  terminal: v.nullable(pk()),
  /** Whether it sees only the invoices that it created. */
  own_sales_only: boolean(),
  /** Whether it sells only products of the catalog, at their prices. */
  catalog_prices_only: v.optional(boolean()),
  /** Whether it changes nothing in the catalog. */
  catalog_read_only: v.optional(boolean()),
};

/** A till's key without its value. Times are ISO 8601. */
const tillKey = v.strictObject({
  id: v.number(),
  name: v.string(),
  /** The key's last characters. */
  hint: v.string(),
  permissions: v.array(v.picklist(PERMISSIONS)),
  terminal: v.nullable(v.number()),
  own_sales_only: v.boolean(),
  catalog_prices_only: v.boolean(),
  /** false: a restore has turned it off. */
  is_active: v.boolean(),
  catalog_read_only: v.boolean(),
  issued_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type TillKey = v.InferOutput<typeof tillKey>;

/** The only time that a key's value leaves the program. */
const issuedKey = v.strictObject({ key: v.string(), ...tillKey.entries });

/** A program on this computer that events are sent to. Times are ISO 8601. */
const receiver = v.strictObject({
  id: v.number(),
  url: v.string(),
  terminal: v.nullable(v.number()),
  /** The secret's last characters. */
  hint: v.string(),
  issued_at: v.string(),
  state: v.picklist(RECEIVER_STATES),
  /** Deliveries that are not made yet. */
  pending: v.number(),
  /** After an attempt without an answer. */
  next_try_at: v.nullable(v.string()),
  delivered_at: v.nullable(v.string()),
});
export type Receiver = v.InferOutput<typeof receiver>;

/** The only time that a secret's value leaves the program. */
const issuedSecret = v.strictObject({ secret: v.string(), ...receiver.entries });

const delivery = v.strictObject({
  id: v.number(),
  /** Null: a test. */
  event: v.nullable(v.number()),
  type: v.string(),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.number(),
  attempted_at: v.nullable(v.string()),
  next_try_at: v.nullable(v.string()),
  /** HTTP status of the last answer; null: none. */
  status: v.nullable(v.number()),
  /** The beginning of the answer, or why there was none. */
  answer: v.string(),
  ms: v.nullable(v.number()),
});
export type Delivery = v.InferOutput<typeof delivery>;

/** Calls for the till software of this computer: its keys and its webhooks. */
export const TILL_CALLS = {
  /** Those that work, by name. */
  'keys.list': call('owner', NOTHING, v.array(tillKey)),
  'keys.add': call('owner', dictionary(keyFields), issuedKey),
  /** Absent fields stay; a change holds at the key's next request. */
  'keys.change': call(
    'owner',
    dictionary({
      id: pk(),
      name: v.optional(keyFields.name),
      permissions: v.optional(keyFields.permissions),
      terminal: v.optional(keyFields.terminal),
      own_sales_only: v.optional(keyFields.own_sales_only),
      catalog_prices_only: keyFields.catalog_prices_only,
      /** true turns on a key that a restore has turned off. */
      is_active: v.optional(boolean()),
      catalog_read_only: keyFields.catalog_read_only,
    }),
    tillKey,
  ),
  /** The previous value is refused from then on. */
  'keys.rotate': call('owner', dictionary({ id: pk() }), issuedKey),
  'keys.revoke': call('owner', dictionary({ id: pk() }), DONE),
  /** The programs on this computer that events are sent to, oldest first. */
  'webhooks.list': call('owner', NOTHING, v.array(receiver)),
  'webhooks.add': call('owner', dictionary({ url: text(500), terminal: v.nullable(pk()) }), issuedSecret),
  /** The previous secret signs nothing from then on. */
  'webhooks.rotate': call('owner', dictionary({ id: pk() }), issuedSecret),
  'webhooks.remove': call('owner', dictionary({ id: pk() }), DONE),
  /** Sends one test; its outcome is in the delivery. */
  'webhooks.test': call('owner', dictionary({ id: pk() }), delivery),
  /** Newest first. */
  'webhooks.deliveries': call('owner', dictionary({ id: pk() }), v.array(delivery)),
} as const;
