import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextCheck, type Watched } from '../../../main/money/bank-state/poll-interval.ts';
import { INVOICE_STATUSES } from '../../../shared/api/statuses.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const T0 = Date.parse('2026-03-02T10:00:00Z');

const watched = (status: Watched['status'], validity: number | null = 86_400): Watched => ({
  status,
  created_date: T0,
  expires_at: validity === null ? null : T0 + validity * SECOND,
  bank_created_date: T0,
});
const any = fc.record({
  status: fc.constantFrom(...INVOICE_STATUSES),
  validity: fc.option(fc.integer({ min: 60, max: 2_592_000 })),
  age: fc.integer({ min: -3_600_000, max: 3_000_000_000 }),
  refund: fc.constantFrom(null, T0),
});

describe('An open invoice is watched: every few seconds while it is fresh, then ever more seldom until it ends', () => {
  test('the pace of an invoice that waits for its payer', () => {
    const pauses = [0, 4, 6, 29, 31, 119, 121, 1000].map((minutes) => {
      const now = T0 + minutes * MINUTE;
      return (nextCheck(watched('created'), now) ?? Number.NaN) - now;
    });
    expect(pauses[0]).toBeLessThanOrEqual(5 * SECOND);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15 * MINUTE);
  });
  test('the next poll lies in the future and not too far away, or there is none', () => {
    fc.assert(
      fc.property(any, ({ status, validity, age, refund }) => {
        const now = T0 + age;
        const next = nextCheck(watched(status, validity), now, refund);
        if (next === null) return;
        expect(next).toBeGreaterThan(now);
        // store/invoices/invoices.ts treats a later time as the plan of a clock that was set back.
        expect(next - now).toBeLessThanOrEqual(15 * MINUTE);
      }),
    );
  });
  test('an unpaid invoice is looked at right after its validity', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 2_592_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (validity, left) => {
          const expires = T0 + validity * SECOND;
          const next = nextCheck(watched('created', validity), expires - left);
          expect(next).toBeLessThanOrEqual(expires + SECOND);
        },
      ),
    );
  });
});

describe('until it ends', () => {
  test('a paid or refunded invoice is watched only while the outcome of a refund is still to come', () => {
    fc.assert(
      fc.property(any, fc.constantFrom('success', 'reversed'), ({ validity, age }, status) => {
        expect(nextCheck(watched(status, validity), T0 + age, null)).toBeNull();
        expect(nextCheck(watched(status, validity), T0 + age, T0)).not.toBeNull();
      }),
    );
  });
  test('a payment that is being processed is watched to its end, however long it takes', () => {
    fc.assert(
      fc.property(any, ({ validity, age }) => {
        expect(nextCheck(watched('processing', validity), T0 + age)).not.toBeNull();
      }),
    );
  });
  test.each(['failure', 'expired'] as const)(
    '%s: within its validity by the bank’s clock and a little longer, whatever the PC’s clock shows',
    (status) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 60, max: 2_592_000 }),
          fc.integer({ min: -1e11, max: 1e11 }),
          (validity, off) => {
            const expires = T0 + validity * SECOND;
            const at = (bankNow: number) =>
              nextCheck(watched(status, validity), bankNow + off, null, bankNow);
            expect(at(expires - 1)).not.toBeNull();
            // Paid in the last second.
            expect(at(expires + SECOND)).not.toBeNull();
            expect(at(expires + 60 * MINUTE)).toBeNull();
          },
        ),
      );
    },
  );
  test.each(['created', 'failure'] as const)(
    'Time that decides about money is never the PC’s wall clock alone: %s is watched on where the bank’s time is not known',
    (status) => {
      fc.assert(
        fc.property(any, ({ validity, age }) => {
          if (validity === null) return;
          const now = T0 + age;
          expect(nextCheck(watched(status, validity), now)).toBeGreaterThan(now);
        }),
      );
    },
  );
});
