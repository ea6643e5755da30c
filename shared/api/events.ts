import * as v from 'valibot';
import { count, id, minorUnits, timestamp } from './answers.ts';
import { pageOf } from './pages.ts';
import { countParam, pageParams, query } from './query.ts';
import { ATTEMPT_KINDS, ATTEMPT_OUTCOMES, INVOICE_STATUSES, UNREADABLE_KINDS } from './statuses.ts';

const invoiceStatus = v.picklist(INVOICE_STATUSES);
const invoiceFacts = {
  number: count(),
  reference: v.string(),
  status: invoiceStatus,
  amount: minorUnits(),
  final_amount: v.nullable(minorUnits()),
};
const attemptKind = v.picklist(ATTEMPT_KINDS);
const unreadableKind = v.picklist(UNREADABLE_KINDS);

/** What an event tells besides its type: enough to show it without asking further. */
export const EVENT_DATA = {
  'invoice.created': v.strictObject(invoiceFacts),
  /** The bank had opened it, though its answer never came. */
  'invoice.adopted': v.strictObject(invoiceFacts),
  /** A payment made past Kramar, found in the bank's statement. */
  'invoice.found': v.strictObject(invoiceFacts),
  'invoice.status_changed': v.strictObject({ ...invoiceFacts, previous_status: invoiceStatus }),
  'invoice.refunded': v.strictObject({ ...invoiceFacts, refunded: minorUnits() }),
  /** A second bank invoice of one sale was paid as well: it is the event's invoice; `first_*` is the sale's own. */
  'sale.paid_twice': v.strictObject({ ...invoiceFacts, first_invoice: id(), first_number: count() }),
  /** Whether the bank did what it was asked is not known yet. */
  'attempt.in_doubt': v.strictObject({ kind: attemptKind, err_code: v.string() }),
  'attempt.settled': v.strictObject({ kind: attemptKind, outcome: v.picklist(ATTEMPT_OUTCOMES) }),
  'terminal.synced': v.strictObject({ synced: count(), created: count(), updated: count() }),
  'bank.unreachable': v.strictObject({ err_code: v.string(), since: timestamp() }),
  'bank.reachable': v.strictObject({ unreachable_since: timestamp() }),
  /** The bank says something of one record that cannot be read, or cannot be true; it stays as it was. */
  'bank.unreadable': v.strictObject({
    record: unreadableKind,
    bank_id: v.string(),
    field: v.string(),
    value: v.string(),
  }),
  'bank.readable': v.strictObject({
    record: unreadableKind,
    bank_id: v.string(),
    unreadable_since: timestamp(),
  }),
  'backup.created': v.strictObject({ name: v.string(), size: count() }),
  'backup.failed': v.strictObject({ detail: v.string() }),
  'backup.restored': v.strictObject({ name: v.string() }),
};
export type EventType = keyof typeof EVENT_DATA;
export type EventData<Type extends EventType> = v.InferOutput<(typeof EVENT_DATA)[Type]>;

export const EVENT_TYPES = Object.keys(EVENT_DATA) as [EventType, ...EventType[]];

export const event = v.strictObject({
  id: id(),
  type: v.picklist(EVENT_TYPES),
  /** The invoice and the terminal that it is about, by id. */
  invoice: v.nullable(id()),
  terminal: v.nullable(id()),
  data: v.looseObject({}),
  created_at: timestamp(),
});
export type Event = v.InferOutput<typeof event>;

/** Oldest first, so that who reads on misses nothing. */
export const eventPage = pageOf(event);

export const eventQuery = query({
  /** Only events with a higher id; 0: from the oldest that is kept. */
  after: countParam(),
  ...pageParams,
});
