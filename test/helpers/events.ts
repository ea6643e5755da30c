import * as v from 'valibot';
import { expect } from 'vitest';
import { insertEvent } from '../../main/store/events.ts';
import { EVENT_DATA, type Event, type EventData, type EventType, event } from '../../shared/api/events.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Client } from './client.ts';
import type { Shop } from './shop.ts';
import { rowsOf, type Stored } from './trace.ts';

/** An event exactly as the interface has it: the envelope, and the data of its type. */
export const checkedEvent = (given: unknown): Event => {
  const checked = v.parse(event, given);
  expect(v.parse(EVENT_DATA[checked.type], checked.data)).toEqual(checked.data);
  return checked;
};

/** Every event that a client may read, oldest first, page by page. */
export const eventsOf = async (client: Client, after = 0): Promise<Event[]> => {
  const events: Event[] = [];
  for (let next: string | null = `events/?after=${after}&page_size=200`; next !== null; ) {
    const { status, text, body }: { status: number; text: string; body: Page<unknown> } =
      await client.get<Page<unknown>>(next);
    expect(status, text).toBe(200);
    events.push(...body.results.map(checkedEvent));
    next = body.next;
  }
  return events;
};

/** The newest event's id; 0 when there is none. */
export const lastId = (shop: Stored): number => Number(rowsOf(shop, 'events').at(-1)?.id ?? 0);

/** The events of what happens during `work`. */
export const reportedBy = async (shop: Shop, work: () => unknown): Promise<Event[]> => {
  const after = lastId(shop);
  await work();
  return eventsOf(shop.owner, after);
};

const facts = <Status extends string, Final extends number | null>(status: Status, final_amount: Final) => ({
  number: 1,
  reference: '',
  status,
  amount: 5,
  ccy: 980,
  final_amount,
});
const held = { ...facts('processing', null), held: 5, expires_at: '2026-03-11T08:15:50.000Z' };

/** One of each type. */
const SAMPLES: { [Type in EventType]: EventData<Type> } = {
  'invoice.created': facts('created', null),
  'invoice.adopted': facts('created', null),
  'invoice.found': facts('success', 5),
  'invoice.status_changed': { ...facts('success', 5), previous_status: 'created' },
  'invoice.refunded': { ...facts('success', 2), refunded: 3 },
  'invoice.held': held,
  'invoice.captured': { ...facts('success', 4), captured: 4 },
  'invoice.hold_released': { ...facts('reversed', 0), held: 5 },
  'invoice.hold_expiring': held,
  'sale.paid_twice': { ...facts('success', null), number: 2, first_invoice: 1, first_number: 1 },
  'attempt.in_doubt': { kind: 'create', err_code: 'TIMEOUT' },
  'attempt.settled': { kind: 'refund', outcome: 'done' },
  'catalog.changed': { kind: 'product', id: 1 },
  'terminal.synced': { synced: 1, created: 1, updated: 0 },
  'bank.unreachable': { err_code: 'TIMEOUT', outcome: 'unknown', since: '2026-03-02T09:00:00.000Z' },
  'bank.reachable': { unreachable_since: '2026-03-02T08:00:00.000Z' },
  'bank.unreadable': { record: 'invoice', bank_id: 'p2_1', field: 'status', value: '"paid"' },
  'bank.readable': { record: 'invoice', bank_id: 'p2_1', unreadable_since: '2026-03-02T08:00:00.000Z' },
  'backup.created': { name: 'x', size: 1 },
  'backup.failed': { detail: 'x' },
  'backup.restored': { name: 'x' },
};

/** Writes an event outside the service, as the command line does: nothing notifies the service. */
export const writePast = (shop: Stored, type: EventType, data: object = SAMPLES[type]): void =>
  insertEvent(shop.console.db, {
    type,
    invoice_id: null,
    terminal_id: null,
    data: JSON.stringify(data),
    created_at: Date.now(),
  });
