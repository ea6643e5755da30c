import type { ReceiverState } from '../../shared/api/statuses.ts';
import type { Delivery, Receiver } from '../../shared/bridge/till.ts';
import { testReceiver } from '../shop/deliveries/deliver.ts';
import {
  addReceiver,
  type IssuedSecret,
  listDeliveries,
  listReceivers,
  removeReceiver,
  rotateSecret,
} from '../shop/deliveries/receivers.ts';
import type { Call, Outcome, Run } from './command.ts';
import { operandId, terminalOf } from './keys.ts';
import { requireDatabase, withDatabase, withInstallation } from './open.ts';

/** The only time that a secret is shown. */
const issuedOutcome = ({ receiver, secret }: IssuedSecret, what: string): Outcome => ({
  json: { ok: true, secret, ...receiver },
  lines: [
    `Webhook ${receiver.id} to ${receiver.url} ${what}.`,
    'Its secret is shown only now; keep it where the till app keeps its settings:',
    secret,
  ],
});

export const webhookAdd: Run = async (call) => {
  const { values, operand, log, config } = call;
  const fields = { url: operand, terminal: terminalOf(values.terminal ?? 'all') };
  requireDatabase(config);
  const issued = await withInstallation(call, (installation) => addReceiver(installation, fields));
  log.info('A webhook was added.', { id: issued.receiver.id, url: issued.receiver.url });
  return issuedOutcome(issued, 'was added');
};

export const webhookRotate: Run = async (call) => {
  const id = idOf(call);
  requireDatabase(call.config);
  const issued = await withInstallation(call, (installation) => rotateSecret(installation, id));
  call.log.info('A webhook got a new secret.', { id });
  return issuedOutcome(issued, 'has a new secret; the old one signs nothing any more');
};

export const webhookRemove: Run = async (call) => {
  const id = idOf(call);
  requireDatabase(call.config);
  await withDatabase(call, (db) => removeReceiver({ db, now: Date.now }, id));
  call.log.info('A webhook was removed.', { id });
  return { json: { ok: true, id }, lines: [`Webhook ${id} was removed. Nothing is sent there any more.`] };
};

export const webhookList: Run = async (call) => {
  requireDatabase(call.config);
  const webhooks = await withInstallation(call, listReceivers);
  const lines = webhooks.map((each) => `${each.id}  ${each.url}  …${each.hint}  ${describe(each)}`);
  return {
    json: { ok: true, webhooks },
    lines: lines.length > 0 ? lines : ['There are no webhooks yet. One is made with: webhook add.'],
  };
};

export const webhookTest: Run = async (call) => {
  const id = idOf(call);
  requireDatabase(call.config);
  const delivery = await withInstallation(call, (installation) => testReceiver(installation, id));
  const isAccepted = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
  const outcome = isAccepted ? 'The test was accepted' : 'The test was not accepted';
  return {
    json: { ok: isAccepted, delivery },
    lines: [`${outcome}: ${answerOf(delivery)}`],
    exitCode: isAccepted ? 0 : 1,
  };
};

export const webhookDeliveries: Run = async (call) => {
  const id = idOf(call);
  requireDatabase(call.config);
  const deliveries = await withDatabase(call, (db) => listDeliveries(db, id));
  const lines = deliveries.map(
    (each) =>
      `${each.attempted_at ?? 'not sent yet'}  ${each.event ?? 'test'}  ${each.type}  ${each.state}, attempt ${each.attempts}: ${answerOf(each)}`,
  );
  return {
    json: { ok: true, deliveries },
    lines: lines.length > 0 ? lines : ['Nothing was sent yet.'],
  };
};

/** @throws UsageError */
const idOf = (call: Call): number =>
  operandId(call, 'The ID of a webhook is a whole number. Webhook list shows them.');

const answerOf = ({ status, answer, ms }: Delivery): string => {
  const parts = [status ?? 'no answer', answer, ms === null ? '' : `(${ms} ms)`];
  return parts.filter((part) => part !== '').join(' ');
};

const STATES: Record<ReceiverState, string> = {
  working: 'Works.',
  failing: 'Deliveries fail and are tried again.',
  locked: 'The keychain is not available, so nothing can be signed: deliveries wait.',
  secret_lost: 'The keychain holds another key now: deliveries wait until the webhook has a new secret.',
};

const describe = ({ state, pending, terminal, delivered_at }: Receiver): string =>
  [
    terminal === null ? '' : `Only terminal ${terminal}.`,
    STATES[state],
    pending === 0 ? '' : `Waiting: ${pending}.`,
    delivered_at === null ? 'Nothing was delivered yet.' : `Last delivered ${delivered_at}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
