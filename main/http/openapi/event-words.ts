import { EVENT_DATA, EVENT_TYPES, type EventData, type EventType } from '../../../shared/api/events.ts';
import { convert } from './schemas.ts';

/** When each is told. A type without words does not compile, nor does a field of data. */
const TOLD: Record<EventType, string> = {
  'invoice.created': 'An invoice was opened through this service.',
  'invoice.adopted': 'The bank had opened an invoice though its answer was lost: now it is here.',
  'invoice.found': 'A payment made past this service was found in the bank statement.',
  'invoice.status_changed': 'The status of an invoice is another.',
  'invoice.refunded': 'A refund has lowered what is left of a payment.',
  'sale.paid_twice':
    'Two bank invoices of one sale were paid: this is the second payment, to be refunded unless the buyer wants both.',
  'attempt.in_doubt': 'The bank was asked and gave no clear answer: whether it acted is open.',
  'attempt.settled': 'What became of an attempt in doubt is known.',
  'terminal.synced': 'The bank statement of a terminal has brought something new.',
  'bank.unreachable': 'The bank no longer answers.',
  'bank.reachable': 'The bank answers again.',
  'bank.unreadable':
    'The bank says something of one record that cannot be read or cannot be true; it stays as it was, and the rest goes on.',
  'bank.readable': 'What the bank says of such a record can be read again.',
  'backup.created': 'A backup was written.',
  'backup.failed': 'A backup could not be written, or did not stand its test.',
  'backup.restored': 'The data were put back from a backup.',
};

type DataField = { [Type in EventType]: keyof EventData<Type> }[EventType];

const DATA: Record<DataField, string> = {
  number: 'Number of the invoice.',
  reference: 'Order number.',
  status: 'Status of the invoice from then on.',
  amount: 'Amount asked for, minor units.',
  final_amount: 'What refunds have left of a payment, minor units; null until set.',
  previous_status: 'Its status before.',
  refunded: 'By how much less is left now, minor units.',
  first_invoice: 'Id of the invoice that the sale was paid by first.',
  first_number: 'Its number.',
  kind: 'What the bank was asked: to open an invoice, to invalidate it, or to refund it.',
  err_code: 'As in a 502; CRASHED: the service ended before the answer came.',
  outcome: 'dropped: the bank did nothing, and will not any more.',
  since: 'When the first call went unanswered, UTC.',
  synced: 'Payments in the part of the statement that was brought.',
  created: 'How many of them were new here.',
  updated: 'How many were changed here.',
  unreachable_since: 'When the first call went unanswered, UTC.',
  record: 'What it is about.',
  bank_id: "The bank's id of it; empty when that cannot be read.",
  field: "Path of the field in the bank's answer; empty when it is the answer as a whole.",
  value: 'What the bank sent in it, shortened, card numbers and secrets masked.',
  unreadable_since: 'When it could not be read for the first time, UTC.',
  name: 'Name of the backup.',
  size: 'Bytes.',
  detail: 'What went wrong, for people.',
};

const fieldsOf = (type: EventType) => Object.entries(convert(EVENT_DATA[type]).properties ?? {});

const rows = EVENT_TYPES.map((type) => {
  const names = fieldsOf(type).map(([name]) => `\`${name}\``);
  return `| \`${type}\` | ${TOLD[type]} | ${names.join(', ')} |`;
});

const choices = new Map(EVENT_TYPES.flatMap(fieldsOf).map(([name, schema]) => [name, schema.enum]));

const fields = Object.entries(DATA).map(([name, words]) => {
  const values = choices.get(name) as readonly string[] | undefined;
  return `| \`${name}\` | ${words}${values ? ` One of ${values.join(', ')}.` : ''} |`;
});

/** Tables of the types, made from their schemas. */
const EVENT_TABLES = `| type | told when | data |
|---|---|---|
${rows.join('\n')}

| field of data | what it says |
|---|---|
${fields.join('\n')}`;

export const EVENTS_DESCRIPTION = `What has happened, oldest first; kept for 90 days. \
\`?after=\` with the highest id that you have gives what came since: who asks so misses nothing of what is kept.

**To be told as it happens**, send \`Accept: text/event-stream\`. The answer stays open and is a stream of server-sent \
events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Its first message is \`ready\`, with the id where \
it begins. Then comes a message for each event: \`id\` is the event's, \`event\` its type, \`data\` the event as in the list. \
When the connection is lost, ask again with the last \`id\` in \`Last-Event-ID\`: nothing is missed, and nothing told twice. \
Without it (and without \`?after=\`) only what happens from now on is told. Two more messages can come: \`reset\` instead of \
\`ready\` when the id is not known any more, because the data were put back from a backup: read anew what you show; \
\`expired\` when the token no longer holds: the stream ends, come back with a new token. A comment is sent after 15 seconds \
of silence. A user may hold 20 streams; one more is a 429.

\`invoice.*\`, \`sale.*\`, \`attempt.*\`, \`bank.unreadable\` and \`bank.readable\` are told to those with \`can_view_invoices\`, \`backup.*\` to the owner, the rest to every \
team member. Pass over types that you do not know: some may be added.

${EVENT_TABLES}`;
