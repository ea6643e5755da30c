import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { keyOf } from '../../../renderer/api/keys.ts';
import { showPaid } from '../../../renderer/api/paid-event.ts';
import type { Event } from '../../../shared/api/events.ts';

const KNOWN = {
  id: 7,
  status: 'created',
  amount: 8100,
  final_amount: null,
  rrn: '',
  number_display: '000007',
};
const event = (status: string, type: Event['type'] = 'invoice.status_changed'): Event => ({
  id: 1,
  type,
  invoice: 7,
  terminal: 1,
  created_at: '2026-11-21T10:00:00Z',
  data: { number: 7, reference: '', status, amount: 8100, final_amount: 8100, previous_status: 'created' },
});

let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(keyOf('invoices/{id}/', { id: 7 }), KNOWN);
  queries.setQueryData(keyOf('invoices/{id}/outcome/', { id: 7 }), { invoice: KNOWN, history: [] });
});

test('the event of a payment shows the invoice as paid, without a request', () => {
  showPaid(queries, event('success'));
  const paid = { ...KNOWN, status: 'success', final_amount: 8100 };
  expect(queries.getQueryData(keyOf('invoices/{id}/', { id: 7 }))).toEqual(paid);
  expect(queries.getQueryData(keyOf('invoices/{id}/outcome/', { id: 7 }))).toEqual({
    invoice: paid,
    history: [],
  });
});

test('an event that is repeated does not take a refund back', () => {
  queries.setQueryData(keyOf('invoices/{id}/', { id: 7 }), { ...KNOWN, status: 'reversed', final_amount: 0 });
  showPaid(queries, event('success'));
  expect(queries.getQueryData(keyOf('invoices/{id}/', { id: 7 }))).toMatchObject({
    status: 'reversed',
    final_amount: 0,
  });
});

test('an invoice that is not shown, and every other event, is left to the service', () => {
  showPaid(queries, { ...event('success'), invoice: 8 });
  expect(queries.getQueryData(keyOf('invoices/{id}/', { id: 8 }))).toBeUndefined();
  for (const other of [event('failure'), event('success', 'invoice.refunded')]) showPaid(queries, other);
  expect(queries.getQueryData(keyOf('invoices/{id}/', { id: 7 }))).toEqual(KNOWN);
});
