import { expect, test } from 'vitest';
import { happenedAt, latestOf } from '../../../../renderer/features/today/latest-invoices.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';

const invoice = (id: number, created: string, modified: string | null = null, paid: string | null = null) =>
  ({ id, created_date: created, modified_date: modified, paid_date: paid }) as Invoice;
const hour = (at: number) => `2026-11-21T${String(at).padStart(2, '0')}:00:00.000Z`;

test('an invoice happened when it was touched last', () => {
  expect(happenedAt(invoice(1, hour(8)))).toBe(Date.parse(hour(8)));
  expect(happenedAt(invoice(1, hour(8), hour(10), hour(9)))).toBe(Date.parse(hour(10)));
  // The bank's clock may be behind ours.
  expect(happenedAt(invoice(1, hour(8), hour(7), null))).toBe(Date.parse(hour(8)));
});

test('newest first, each once, not more than requested', () => {
  const [old, changed, fresh] = [
    invoice(1, hour(8)),
    invoice(2, hour(7), hour(11), hour(10)),
    invoice(3, hour(12)),
  ];
  const ids = (most: number) =>
    latestOf(
      [
        [changed, fresh],
        [fresh, old],
      ],
      most,
    ).map(({ id }) => id);
  expect(ids(8)).toEqual([3, 2, 1]);
  expect(ids(2)).toEqual([3, 2]);
  expect(latestOf([[], []], 8)).toEqual([]);
});
