import * as v from 'valibot';
import { invalidPk, text } from '../../../shared/api/fields.ts';
import type { ReceiverState } from '../../../shared/api/statuses.ts';
import { problem, rule } from '../../../shared/errors.ts';
import { type Delivery, delivery, type Receiver, receiver } from '../../../shared/operations/webhooks.ts';
import { present } from '../../platform/present.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Db } from '../../store/db/connection.ts';
import { countWaiting, type DeliveryRow, latestDeliveries } from '../../store/deliveries.ts';
import { findEvent, lastEventId } from '../../store/events.ts';
import {
  allReceivers,
  deleteReceiver,
  findReceiver,
  insertReceiver,
  type ReceiverRow,
  updateReceiver,
} from '../../store/receivers.ts';
import { findTerminal } from '../../store/terminals.ts';
import { type Action, recordAction } from '../actions/record.ts';
import { fieldRefusal, NotFoundError, ValidationError } from '../errors.ts';
import { validateField } from '../validate.ts';
import { makeSecret } from './signature.ts';

/** The owner's webhooks: programs on this computer that are sent the events. Not the bank's (money/bank-state). */

const MAX_RECEIVERS = 10;
const HINT_LENGTH = 4;
const SHOWN_DELIVERIES = 50;

export interface ReceiverContext {
  db: Db;
  vault: Vault;
  /** Milliseconds UTC. */
  now: () => number;
}

export interface ReceiverFields {
  url: string;
  /** Only the events of this terminal (id); null: of all. */
  terminal: number | null;
}

/** The secret is here and nowhere else in the clear. */
export interface IssuedSecret {
  receiver: Receiver;
  secret: string;
}

/** @throws NotFoundError */
export const receiverById = (db: Db, id: number): ReceiverRow => {
  const row = findReceiver(db, id);
  if (!row) throw new NotFoundError('webhook', id);
  return row;
};

/** Undefined: it cannot be opened now. */
export const openSecret = async (vault: Vault, { id, sealed_secret }: ReceiverRow) => {
  // A keychain that was locked at start may have been unlocked since.
  await vault.unlock();
  return vault.openSecret(id, sealed_secret);
};

const stateOf = (vault: Vault, row: ReceiverRow, failing: number): ReceiverState => {
  if (vault.problem()) return 'locked';
  if (vault.openSecret(row.id, row.sealed_secret) === undefined) return 'secret_lost';
  return row.failures + failing > 0 ? 'failing' : 'working';
};

const presentReceiver = ({ db, vault }: ReceiverContext, row: ReceiverRow): Receiver => {
  const { pending, failing } = countWaiting(db, row.id);
  return present(receiver, {
    ...row,
    terminal: row.terminal_id,
    state: stateOf(vault, row, failing),
    pending,
  });
};

export const listReceivers = async (context: ReceiverContext): Promise<Receiver[]> => {
  await context.vault.unlock();
  return allReceivers(context.db).map((row) => presentReceiver(context, row));
};

const refuseOther = (db: Db, { url, terminal }: ReceiverFields): void => {
  const others = allReceivers(db);
  if (others.length >= MAX_RECEIVERS) {
    const message = `There are ${MAX_RECEIVERS} webhooks already. Remove one that is no longer needed.`;
    throw fieldRefusal('url', 'invalid', message);
  }
  if (others.some((other) => other.url === url))
    throw fieldRefusal('url', 'unique', `A webhook to "${url}" exists already.`, { name: url });
  if (terminal !== null && !findTerminal(db, terminal))
    throw new ValidationError({ terminal: [invalidPk(terminal)] });
};

/** Receives the events from now on. @throws ValidationError, KeychainError */
export const addReceiver = async (
  context: ReceiverContext,
  { url: address, terminal }: ReceiverFields,
): Promise<IssuedSecret> => {
  const { db, vault, now } = context;
  const url = validateField('url', receiverAddress(), address);
  await vault.unlock();
  const secret = makeSecret();
  const row = db.transaction(() => {
    refuseOther(db, { url, terminal });
    const at = now();
    const { id } = insertReceiver(db, {
      url,
      terminal_id: terminal,
      sealed_secret: null,
      hint: hintOf(secret),
      issued_at: at,
      position: lastEventId(db),
      created_at: at,
    });
    updateReceiver(db, id, { sealed_secret: vault.sealSecret(id, secret) });
    return recorded(db, at, 'webhook_added', receiverById(db, id));
  });
  return { receiver: presentReceiver(context, row), secret };
};

const recorded = (db: Db, now: number, code: Action['code'], row: ReceiverRow): ReceiverRow => {
  recordAction(db, now, { code, object: { kind: 'webhook', id: row.id, label: row.url } });
  return row;
};

const hintOf = (secret: string): string => secret.slice(-HINT_LENGTH);

/**
 * Replaces the secret; what is pending is signed with the new one, and sent again at once.
 * @throws NotFoundError, KeychainError
 */
export const rotateSecret = async (context: ReceiverContext, id: number): Promise<IssuedSecret> => {
  const { db, vault, now } = context;
  await vault.unlock();
  const secret = makeSecret();
  const row = db.transaction(() => {
    receiverById(db, id);
    const sealed_secret = vault.sealSecret(id, secret);
    updateReceiver(db, id, { sealed_secret, hint: hintOf(secret), issued_at: now() });
    return recorded(db, now(), 'webhook_rotated', receiverById(db, id));
  });
  return { receiver: presentReceiver(context, row), secret };
};

/** Removes a receiver and its undelivered events. @throws NotFoundError */
export const removeReceiver = ({ db, now }: Pick<ReceiverContext, 'db' | 'now'>, id: number): void =>
  db.transaction(() => {
    recorded(db, now(), 'webhook_removed', receiverById(db, id));
    deleteReceiver(db, id);
  });

/** The type in the body of a test. */
export const TEST_TYPE = 'webhook.test';

export const presentDelivery = (db: Db, row: DeliveryRow): Delivery =>
  present(delivery, {
    ...row,
    event: row.event_id,
    type: row.event_id === null ? TEST_TYPE : (findEvent(db, row.event_id)?.type ?? ''),
  });

/** The last ones, newest first. @throws NotFoundError */
export const listDeliveries = (db: Db, id: number): Delivery[] => {
  receiverById(db, id);
  return latestDeliveries(db, id, SHOWN_DELIVERIES).map((row) => presentDelivery(db, row));
};

const MAX_LENGTH = 500;
const HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
const EXPECTED =
  'Expected: http:// with 127.0.0.1, localhost or [::1], a port and a path, for example http://127.0.0.1:8090/kramar.';

/** Does not repeat the address: it may hold a password. */
const addressProblem = (address: string): string | undefined => {
  const url = /^http:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'It is no address that begins with http://.';
  if (url.username || url.password) return 'It has a user name or a password in it.';
  if (/[?#]/.test(address)) return 'It has a "?" or a "#" in it.';
  if (!HOSTS.includes(url.hostname)) return 'It is not on this computer: events are delivered nowhere else.';
  return undefined;
};

/** The address of a receiver, as it is stored. */
/* @__NO_SIDE_EFFECTS__ */
const receiverAddress = () =>
  v.pipe(
    text(MAX_LENGTH),
    v.check(
      (address) => addressProblem(address) === undefined,
      rule((issue: v.CheckIssue<string>) => problem('invalid', `${addressProblem(issue.input)} ${EXPECTED}`)),
    ),
    v.transform((address) => new URL(address).href),
  );
