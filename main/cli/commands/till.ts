import * as v from 'valibot';
import { choice, count, flag, id, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import { DELIVERY_STATES, RECEIVER_STATES } from '../../../shared/api/statuses.ts';
import type { Commands } from '../command.ts';
import { keyAdd, keyList, keyOn, keyRevoke, keyRotate, keySet } from '../keys.ts';
import { result } from '../results.ts';
import {
  webhookAdd,
  webhookDeliveries,
  webhookList,
  webhookRemove,
  webhookRotate,
  webhookTest,
} from '../webhooks.ts';
import { limitFields, permissionFields, REFUND_LIMITS } from './people.ts';

const onlyTerminal = () => nullable(id('The only terminal that it may use; null: all.'));

const keyFields = {
  id: id('Identifier of the key.'),
  name: string('Name of the key.', 'Каса 1'),
  hint: string("The key's last characters.", '9f3c'),
  ...permissionFields,
  terminal: onlyTerminal(),
  own_sales_only: flag('True: sees only the invoices that it created.'),
  catalog_prices_only: flag('True: sells only products of the catalog at their prices.'),
  is_active: flag('False: it is revoked, or a restore has turned it off.', true),
  catalog_read_only: flag('True: changes nothing in the catalog.'),
  issued_at: timestamp('When this value of the key was issued, UTC.'),
  first_used_at: nullable(timestamp('First use, UTC.')),
  last_used_at: nullable(timestamp('Last use, UTC.')),
  revoked_at: nullable(timestamp('When the key was ended, UTC.')),
};
const issuedKey = result({ key: string('The key itself: shown only now.', 'kr_…'), ...keyFields });
const changedKey = result(keyFields);

export const keyCommands = {
  'key add': {
    summary: 'creates a key for a till app and shows it once',
    options: ['name', 'can', 'terminal', 'own-sales', 'catalog-prices', 'catalog-read-only'],
    examples: [
      'key add --name "Till 1"',
      'key add --name "Till 2" --can view_invoices,create_invoices --terminal 1 --own-sales true',
    ],
    result: issuedKey,
    run: keyAdd,
  },
  'key set': {
    summary: 'changes what a key may do, from its next request on',
    details: ['What is not named stays as it is.'],
    operands: ['ID'],
    options: [
      'name',
      'can',
      'terminal',
      'own-sales',
      'catalog-prices',
      'catalog-read-only',
      ...REFUND_LIMITS,
    ],
    examples: ['key set 4 --can view_invoices', 'key set 4 --terminal all --refund-limit 500'],
    result: changedKey,
    run: keySet,
  },
  'key rotate': {
    summary: 'replaces a key by a new one; the old one stops working',
    operands: ['ID'],
    examples: ['key rotate 4'],
    result: issuedKey,
    run: keyRotate,
  },
  'key on': {
    summary: 'turns a key on that a restore has turned off',
    operands: ['ID'],
    examples: ['key on 4'],
    result: changedKey,
    run: keyOn,
  },
  'key revoke': {
    summary: 'ends a key for good',
    operands: ['ID'],
    examples: ['key revoke 4'],
    result: changedKey,
    run: keyRevoke,
  },
  'key list': {
    summary: 'lists keys, with ids, permissions and last use',
    examples: ['key list'],
    result: result({ keys: v.array(v.strictObject({ ...keyFields, ...limitFields })) }),
    run: keyList,
  },
} satisfies Commands;

const receiverFields = {
  id: id('Identifier of the webhook.'),
  url: string('Where events are sent.', 'http://127.0.0.1:9000/events'),
  terminal: onlyTerminal(),
  hint: string("The secret's last characters.", 'a01b'),
  issued_at: timestamp('When this secret was issued, UTC.'),
  state: choice(RECEIVER_STATES, 'How deliveries go.'),
  pending: count('Deliveries that wait.'),
  next_try_at: nullable(timestamp('The next attempt after a failed one, UTC.')),
  delivered_at: nullable(timestamp('The last delivery, UTC.')),
};
const issuedSecret = result({ secret: string('The secret itself: shown only now.'), ...receiverFields });

const delivery = v.strictObject({
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

export const webhookCommands = {
  'webhook add': {
    summary: 'sends events to a program on this computer; shows its secret once',
    details: ['URL is http://127.0.0.1:PORT/PATH. The secret signs every delivery.'],
    operands: ['URL'],
    options: ['terminal'],
    examples: [
      'webhook add http://127.0.0.1:9000/events',
      'webhook add http://127.0.0.1:9000/events --terminal 1',
    ],
    result: issuedSecret,
    run: webhookAdd,
  },
  'webhook list': {
    summary: 'lists these programs, with ids and waiting deliveries',
    examples: ['webhook list'],
    result: result({ webhooks: v.array(v.strictObject(receiverFields)) }),
    run: webhookList,
  },
  'webhook test': {
    summary: 'sends a test at once and shows the answer',
    operands: ['ID'],
    examples: ['webhook test 1'],
    result: v.strictObject({ ok: flag('Whether the answer was a 2xx.', true), delivery }),
    run: webhookTest,
  },
  'webhook rotate': {
    summary: 'creates a new secret; the old one stops working',
    operands: ['ID'],
    examples: ['webhook rotate 1'],
    result: issuedSecret,
    run: webhookRotate,
  },
  'webhook remove': {
    summary: 'stops sending events there',
    operands: ['ID'],
    examples: ['webhook remove 1'],
    result: result({ id: id('Identifier of the webhook that was removed.') }),
    run: webhookRemove,
  },
  'webhook deliveries': {
    summary: 'lists the last deliveries with their answers',
    operands: ['ID'],
    examples: ['webhook deliveries 1'],
    result: result({ deliveries: v.array(delivery) }),
    run: webhookDeliveries,
  },
} satisfies Commands;
