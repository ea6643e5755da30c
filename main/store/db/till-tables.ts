import type { Generated } from 'kysely';
import type { DeliveryState } from '../../../shared/api/statuses.ts';

// Tables of tills: their keys, and the webhooks that Kramar sends. Times are milliseconds UTC.

export interface TillKeysTable {
  account_id: number;
  /** SHA-256 in hex; the key itself is not stored. */
  key_hash: string;
  /** Its last characters, by which a person tells keys apart. */
  hint: string;
  /** Its creation or last rotation, ms, as are the other times. */
  issued_at: number;
  first_used_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** Programs on this computer that events are sent to. */
export interface ReceiversTable {
  id: Generated<number>;
  /** On the loopback interface. */
  url: string;
  /** Gets only the events of this terminal; null: of all. */
  terminal_id: number | null;
  /** Signs the deliveries; sealed by the vault. Null only while the row is made. */
  sealed_secret: Uint8Array | null;
  /** The secret's last characters. */
  hint: string;
  /** Creation or last rotation of the secret. */
  issued_at: number;
  /** The last event of which deliveries were made, or that was not for this receiver. */
  position: number;
  /** Attempts in a row that got no answer at all. */
  failures: Generated<number>;
  /** After such an attempt: nothing is sent until then; null: no pause. */
  next_try_at: Generated<number | null>;
  /** The last delivery that was accepted. */
  delivered_at: Generated<number | null>;
  created_at: number;
}

/** One event for one receiver, or a test. */
export interface DeliveriesTable {
  id: Generated<number>;
  receiver_id: number;
  /** Null: a test. */
  event_id: number | null;
  /** The invoice (id), whose deliveries go out in order; 0: events of no invoice. */
  lane: number;
  state: DeliveryState;
  /** Raised before each attempt. */
  attempts: Generated<number>;
  /** Null: at once. */
  next_try_at: Generated<number | null>;
  attempted_at: Generated<number | null>;
  /** HTTP status of the last attempt; null: no answer. */
  status: Generated<number | null>;
  /** The beginning of the answer's body, or why there was none. */
  answer: Generated<string>;
  /** How long the last attempt took. */
  ms: Generated<number | null>;
  created_at: number;
}
