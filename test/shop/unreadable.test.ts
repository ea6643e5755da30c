import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownValue } from '../../main/bank/unreadable.ts';
import { isPostponed, nextTryAt } from '../../main/shop/unreadable.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('is asked about ever more seldom: after a minute, then twice as long each time, every six hours at the end', () => {
  expect([1, 2, 3, 9, 10, 1000].map((tries) => nextTryAt(tries, 0))).toEqual([
    ...[MINUTE, 2 * MINUTE, 4 * MINUTE, 256 * MINUTE],
    ...[6 * HOUR, 6 * HOUR],
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e12), (tries, now) => {
      expect(nextTryAt(tries + 1, now)).toBeGreaterThanOrEqual(nextTryAt(tries, now));
      expect(isPostponed({ next_try_at: nextTryAt(tries, now) }, now)).toBe(true);
    }),
  );
});

test('a time further ahead than any plan was set before the clock was set back', () => {
  expect(isPostponed({ next_try_at: 7 * HOUR }, 0)).toBe(false);
  expect(isPostponed({ next_try_at: null }, 0)).toBe(false);
});

test.each([
  ['paid', '"paid"'],
  [undefined, 'absent'],
  [9_007_199_254_740_991, '9007199254740991'],
  ['4111 1111 1111 1111', '"411111******1111"'],
  [4_111_111_111_111_111, '411111******1111'],
  [{ token: 'abc', note: 'secret-token' }, '{"token":"***","note":"***"}'],
  ['x'.repeat(500), `"${'x'.repeat(98)}…`],
])('%j of the bank is shown as %s', (value, shown) => {
  expect(shownValue(value, 'secret-token')).toBe(shown);
});
