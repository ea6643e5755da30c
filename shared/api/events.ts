import * as v from 'valibot';
import { BANK_OUTCOMES } from '../errors.ts';
import { choice, count, currency, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { pageOf } from './pages.ts';
import { booleanParam, countParam, pageParams, query, rangeParam } from './query.ts';
import { ATTEMPT_KINDS, ATTEMPT_OUTCOMES, INVOICE_STATUSES, UNREADABLE_KINDS } from './statuses.ts';

/** Seconds; below the 30 after which many HTTP clients give up. */
const MAX_WAIT_S = 25;

const invoiceFacts = {
  number: count('Number of the invoice.', 15),
  reference: string('Order number.', 'ORDER-42'),
  status: choice(INVOICE_STATUSES, 'Status of the invoice from then on.'),
  amount: minorUnits('Requested amount, minor units.', 8100),
  ccy: currency(),
  final_amount: nullable(minorUnits(), 'What refunds have left of a payment, minor units; null until set.'),
};
const holdFacts = {
  held: minorUnits('What is held, minor units.', 8100),
  expires_at: timestamp('When the bank gives the hold up, UTC.', '2026-03-11T08:15:50.000Z'),
};
const kind = choice(
  ATTEMPT_KINDS,
  'The bank request: to open an invoice, to invalidate it, to refund it, to capture a hold, or to release it.',
);
const errCode = string('As in a 502; CRASHED: the service ended before the answer came.');
/** What a change of the catalog may be about. */
export const CATALOG_KINDS = ['product', 'category', 'unit'] as const;

const record = choice(UNREADABLE_KINDS, 'What it is about.');
const bankId = string("The bank's id of it; empty when that cannot be read.");
const backupName = string('Name of the backup.');

/** An event's data besides its type: enough to show it without another request. */
export const EVENT_DATA = {
  'invoice.created': described(v.strictObject(invoiceFacts), 'An invoice was opened through this service.'),
  'invoice.adopted': described(
    v.strictObject(invoiceFacts),
    'The bank had opened an invoice though its answer was lost: now it is here.',
  ),
  'invoice.found': described(
    v.strictObject(invoiceFacts),
    'A payment made outside Kramar was found in the bank statement.',
  ),
  'invoice.status_changed': described(
    v.strictObject({ ...invoiceFacts, previous_status: choice(INVOICE_STATUSES, 'Its status before.') }),
    'The status of an invoice is another.',
  ),
  'invoice.refunded': described(
    v.strictObject({ ...invoiceFacts, refunded: minorUnits('By how much less is left now, minor units.') }),
    'A refund has lowered what is left of a payment.',
  ),
  'invoice.held': described(
    v.strictObject({ ...invoiceFacts, ...holdFacts }),
    'The customer has paid, and the bank holds the money until it is captured or released. It is not taken yet.',
  ),
  'invoice.captured': described(
    v.strictObject({
      ...invoiceFacts,
      captured: minorUnits('What was taken of the held money, minor units.', 8100),
    }),
    'Money that was held is taken: from now on the invoice is paid.',
  ),
  'invoice.hold_released': described(
    v.strictObject({ ...invoiceFacts, held: holdFacts.held }),
    'Money that was held was given up, by the shop or by the bank: nothing was taken.',
  ),
  'invoice.hold_expiring': described(
    v.strictObject({ ...invoiceFacts, ...holdFacts }),
    'The bank gives up the held money within two days, unless it is captured.',
  ),
  'sale.paid_twice': described(
    v.strictObject({
      ...invoiceFacts,
      first_invoice: id('Id of the invoice that the sale was paid by first.'),
      first_number: count('Its number.'),
    }),
    'Two bank invoices of one sale were paid: this is the second payment, to be refunded unless the customer wants both.',
  ),
  'attempt.in_doubt': described(
    v.strictObject({ kind, err_code: errCode }),
    'A bank request got no clear answer: its outcome is unknown.',
  ),
  'attempt.settled': described(
    v.strictObject({
      kind,
      outcome: choice(ATTEMPT_OUTCOMES, 'dropped: the bank did nothing, and will not any more.'),
    }),
    'What became of an attempt in doubt is known.',
  ),
  'terminal.synced': described(
    v.strictObject({
      synced: count('Payments in the part of the statement that was brought.'),
      created: count('How many of them were new here.'),
      updated: count('How many were changed here.'),
    }),
    'The bank statement of a terminal has brought something new.',
  ),
  'bank.unreachable': described(
    v.strictObject({
      err_code: errCode,
      outcome: choice(
        BANK_OUTCOMES,
        'not_sent when the last call got no connection, unknown when the bank may have acted on it.',
      ),
      since: timestamp('When the first call went unanswered, UTC.'),
    }),
    'The bank no longer answers.',
  ),
  'bank.reachable': described(
    v.strictObject({ unreachable_since: timestamp('When the first call went unanswered, UTC.') }),
    'The bank answers again.',
  ),
  'bank.unreadable': described(
    v.strictObject({
      record,
      bank_id: bankId,
      field: string("Path of the field in the bank's answer; empty when it is the answer as a whole."),
      value: string('What the bank sent in it, shortened, card numbers and secrets masked.'),
    }),
    'The bank says something of one record that cannot be read or cannot be true; it stays as it was, and the rest ' +
      'goes on.',
  ),
  'bank.readable': described(
    v.strictObject({
      record,
      bank_id: bankId,
      unreadable_since: timestamp('When it could not be read for the first time, UTC.'),
    }),
    'What the bank says of such a record can be read again.',
  ),
  'catalog.changed': described(
    v.strictObject({
      kind: nullable(
        choice(CATALOG_KINDS, 'What was added, changed or deleted.'),
        'null: a file was imported.',
      ),
      id: nullable(id('Its id.'), 'Its id; null: a file was imported.'),
    }),
    'The catalog was changed: whoever shows its prices reads them again.',
  ),
  'backup.created': described(
    v.strictObject({ name: backupName, size: count('Bytes.') }),
    'A backup was written.',
  ),
  'backup.failed': described(
    v.strictObject({ detail: string('What went wrong, for people.') }),
    'A backup could not be written, or did not stand its test.',
  ),
  'backup.restored': described(v.strictObject({ name: backupName }), 'The data were put back from a backup.'),
};
export type EventType = keyof typeof EVENT_DATA;
export type EventData<Type extends EventType> = v.InferOutput<(typeof EVENT_DATA)[Type]>;

export const EVENT_TYPES = Object.keys(EVENT_DATA) as [EventType, ...EventType[]];

const EXAMPLE_FACTS = { number: 15, reference: 'ORDER-42', amount: 8100, ccy: 980 };

export const event = shape('ShopEvent', {
  id: id('Rises from event to event; there may be gaps.', 42),
  type: choice(
    EVENT_TYPES,
    'Type of the event. Types may be added: ignore those that you do not know.',
    'invoice.created',
  ),
  invoice: nullable(id(), 'Id of the invoice that it is about, or null.', 15),
  terminal: nullable(id(), 'Id of the terminal that it is about, or null.', 1),
  data: described(
    v.looseObject({}),
    'Further facts: the fields depend on the type, as in the tables of GET events/.',
    { ...EXAMPLE_FACTS, status: 'created', final_amount: null },
  ),
  created_at: timestamp('When it was written, UTC.', '2026-03-02T08:15:27.640Z'),
});
export type Event = v.InferOutput<typeof event>;

const EXAMPLE_EVENTS: v.InferInput<typeof event>[] = [
  {
    id: 42,
    type: 'invoice.created',
    invoice: 15,
    terminal: 1,
    data: { ...EXAMPLE_FACTS, status: 'created', final_amount: null },
    created_at: '2026-03-02T08:15:27.640Z',
  },
  {
    id: 43,
    type: 'invoice.status_changed',
    invoice: 15,
    terminal: 1,
    data: { ...EXAMPLE_FACTS, status: 'success', final_amount: 8100, previous_status: 'created' },
    created_at: '2026-03-02T08:15:51.302Z',
  },
  {
    id: 44,
    type: 'invoice.refunded',
    invoice: 15,
    terminal: 1,
    data: { ...EXAMPLE_FACTS, status: 'success', final_amount: 4500, refunded: 3600 },
    created_at: '2026-03-02T08:21:04.918Z',
  },
];

/** Oldest first, so that a client that reads on misses nothing. */
export const eventPage = described(pageOf(event), '', {
  count: 3,
  next: null,
  previous: null,
  results: EXAMPLE_EVENTS,
});

export const eventQuery = query({
  mine: booleanParam(
    'true: only events of invoices that you created, for which can_create_invoices is enough.',
  ),
  after: countParam('Only events with a higher id; 0: from the oldest that is kept.'),
  wait: rangeParam(
    1,
    MAX_WAIT_S,
    'Seconds to wait for an event after `after`, which is required with it: the answer comes with the first one, ' +
      'and empty when the time is over.',
  ),
  ...pageParams,
});
