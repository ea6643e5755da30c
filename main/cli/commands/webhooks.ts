import type { ReceiverState } from '../../../shared/api/statuses.ts';
import type { Delivery, Receiver } from '../../../shared/operations/webhooks.ts';
import type { Call, Commands } from '../command.ts';
import { operationCommand } from '../operation-command.ts';
import { operandId, sentences, terminalOf } from '../values.ts';

const byId = (call: Call) => ({
  id: operandId(call, 'The ID of a webhook is a whole number. Webhook list shows them.'),
});

const STATES: Record<ReceiverState, string> = {
  working: 'Works.',
  failing: 'Deliveries fail and are tried again.',
  locked: 'The keychain is not available, so nothing can be signed: deliveries wait.',
  secret_lost: 'The keychain holds another key now: deliveries wait until the webhook has a new secret.',
};

const describe = ({ state, pending, terminal, delivered_at }: Receiver): string =>
  sentences(
    terminal !== null && `Only terminal ${terminal}.`,
    STATES[state],
    pending > 0 && `Waiting: ${pending}.`,
    delivered_at === null ? 'Nothing was delivered yet.' : `Last delivered ${delivered_at}.`,
  );

const answerOf = ({ status, answer, ms }: Delivery): string =>
  sentences(status ?? 'no answer', answer, ms !== null && `(${ms} ms)`);

const isAccepted = ({ delivery: { status } }: { delivery: Delivery }): boolean =>
  status !== null && status >= 200 && status < 300;

/** The only time that a secret is shown. */
const issued = ({ id, url, secret }: Receiver & { secret: string }, what: string) => [
  `Webhook ${id} to ${url} ${what}.`,
  'Its secret is shown only now; keep it where the till app keeps its settings:',
  secret,
];

export const webhookCommands = {
  'webhook add': operationCommand('webhooks.add', {
    summary: 'sends events to a program on this computer; shows its secret once',
    details: ['URL is http://127.0.0.1:PORT/PATH. The secret signs every delivery.'],
    operands: ['URL'],
    options: ['terminal'],
    examples: [
      'webhook add http://127.0.0.1:9000/events',
      'webhook add http://127.0.0.1:9000/events --terminal 1',
    ],
    input: ({ operand, values }) => ({ url: operand, terminal: terminalOf(values.terminal ?? 'all') }),
    lines: (webhook) => issued(webhook, 'was added'),
  }),
  'webhook list': operationCommand('webhooks.list', {
    summary: 'lists these programs, with ids and waiting deliveries',
    examples: ['webhook list'],
    lines: ({ webhooks }) =>
      webhooks.length > 0
        ? webhooks.map((each) => `${each.id}  ${each.url}  …${each.hint}  ${describe(each)}`)
        : ['There are no webhooks yet. One is made with: webhook add.'],
  }),
  'webhook test': operationCommand('webhooks.test', {
    summary: 'sends a test at once and shows the answer',
    operands: ['ID'],
    examples: ['webhook test 1'],
    input: byId,
    isOk: isAccepted,
    lines: (value) => [
      `The test was ${isAccepted(value) ? '' : 'not '}accepted: ${answerOf(value.delivery)}`,
    ],
  }),
  'webhook rotate': operationCommand('webhooks.rotate', {
    summary: 'creates a new secret; the old one stops working',
    operands: ['ID'],
    examples: ['webhook rotate 1'],
    input: byId,
    lines: (webhook) => issued(webhook, 'has a new secret; the old one signs nothing any more'),
  }),
  'webhook remove': operationCommand('webhooks.remove', {
    summary: 'stops sending events there',
    operands: ['ID'],
    examples: ['webhook remove 1'],
    input: byId,
    lines: ({ id }) => [`Webhook ${id} was removed. Nothing is sent there any more.`],
  }),
  'webhook deliveries': operationCommand('webhooks.deliveries', {
    summary: 'lists the last deliveries with their answers',
    operands: ['ID'],
    examples: ['webhook deliveries 1'],
    input: byId,
    lines: ({ deliveries }) =>
      deliveries.length > 0
        ? deliveries.map(
            (each) =>
              `${each.attempted_at ?? 'not sent yet'}  ${each.event ?? 'test'}  ${each.type}  ${each.state}, attempt ${each.attempts}: ${answerOf(each)}`,
          )
        : ['Nothing was sent yet.'],
  }),
} satisfies Commands;
