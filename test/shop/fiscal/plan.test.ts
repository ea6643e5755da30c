import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fiscalChecks } from '../../../main/bank/wire.ts';
import {
  FIRST_REQUEST_MS,
  LOOKED_FOR_MS,
  nextRequestAt,
  nextTrialAt,
  returnStatuses,
  saleStatus,
} from '../../../main/shop/fiscal/plan.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const paid = Date.parse('2026-11-14T12:00:00Z');

describe('a payment', () => {
  test('whose check never comes is asked about ever more seldom, for seven days, some twenty times', () => {
    fc.assert(
      // The job comes every five minutes, and later when the PC slept.
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 * MINUTE }), { minLength: 40, maxLength: 40 }),
        (lates) => {
          const asks: number[] = [];
          for (let at: number | null = paid + FIRST_REQUEST_MS; at !== null; ) {
            asks.push(at);
            at = nextRequestAt(paid, 'none', at + (lates[asks.length] ?? 0));
          }
          const waits = asks.slice(1).map((at, index) => at - (asks[index] ?? 0));
          expect(Math.min(...waits)).toBeGreaterThanOrEqual(FIRST_REQUEST_MS);
          expect(asks.length).toBeLessThan(24);
          expect(asks.at(-1)).toBeLessThanOrEqual(paid + LOOKED_FOR_MS);
          expect(asks.at(-1)).toBeGreaterThan(paid + LOOKED_FOR_MS - DAY);
        },
      ),
    );
  });

  test('a payment whose receipt is there, or too old, is not queried; a clock set back harms nothing', () => {
    expect(nextRequestAt(paid, 'done', paid + DAY)).toBeNull();
    expect(nextRequestAt(paid, 'failed', paid + 8 * DAY)).toBeNull();
    expect(nextRequestAt(paid, 'none', paid - DAY)).toBe(paid - DAY + FIRST_REQUEST_MS);
  });

  test('a terminal without checks is tried daily, then weekly', () => {
    expect([1, 2, 3, 4].map((times) => nextTrialAt(times, 0) / DAY)).toEqual([1, 1, 7, 7]);
  });
});

test.each([
  [[], 'none', ''],
  [['return done'], 'none', ''],
  [['sale failed', 'return done'], 'failed', 'sale failed'],
  [['sale failed', 'sale new'], 'new', 'sale new'],
  [['sale process', 'sale new'], 'process', 'sale process'],
  [['sale done', 'sale failed'], 'done', 'sale done'],
] as const)('%j: %s', (checks, status, description) => {
  const reported = checks.map((text) => {
    const [type, state] = text.split(' ') as ['sale' | 'return', 'new' | 'process' | 'done' | 'failed'];
    return { type, status: state, statusDescription: text };
  });
  expect(saleStatus(reported)).toEqual({ status, description });
});

describe('the possible answers of the bank', () => {
  const check = { id: 'a', type: 'sale', status: 'new', fiscalizationSource: 'monopay' };
  const read = (...checks: object[]) => v.safeParse(fiscalChecks, { checks, later: 1 });

  test('little, or more than is known', () => {
    expect(v.parse(fiscalChecks, {})).toEqual({ checks: null });
    const { output } = read(
      { ...check, file: null, invented: true },
      { ...check, file: Buffer.from('%PDF-1.7').toString('base64') },
      { ...check, file: 'bm90aGluZw==' },
    );
    expect((output as v.InferOutput<typeof fiscalChecks>).checks).toEqual([
      { ...check, statusDescription: null, taxUrl: null, file: null },
      { ...check, statusDescription: null, taxUrl: null, file: Buffer.from('%PDF-1.7') },
      { ...check, statusDescription: null, taxUrl: null, file: null },
    ]);
  });

  test('and invalid answers, with the reason', () => {
    const issue = (checks: object) => read(checks).issues?.[0].message;
    expect(issue({ ...check, status: 'lost' })).toBe('a status Kramar does not know: "lost"');
    expect(issue({ ...check, type: 'gift' })).toBe('a type Kramar does not know: "gift"');
    expect(issue({ ...check, id: '' })).toBeDefined();
    expect(issue({ ...check, file: 'A'.repeat(8 * 1024 * 1024 + 1) })).toBe(
      'too large for a PDF of one page',
    );
  });
});

describe('the checks of refunds', () => {
  const check = (status: 'new' | 'process' | 'done' | 'failed', type: 'sale' | 'return' = 'return') => ({
    type,
    status,
    statusDescription: null,
  });
  const statuses = (checks: ReturnType<typeof check>[], refunds: number) =>
    returnStatuses(checks, refunds).map(({ status }) => status);

  test('are counted in order; those that are still to come are none', () => {
    expect(statuses([check('done', 'sale')], 1)).toEqual(['none']);
    expect(statuses([check('done', 'sale'), check('failed'), check('done')], 2)).toEqual(['failed', 'done']);
    expect(statuses([check('process')], 3)).toEqual(['process', 'none', 'none']);
    expect(statuses([check('done')], 0)).toEqual([]);
  });

  test('a failed one that was repeated counts once', () => {
    expect(statuses([check('failed'), check('done')], 1)).toEqual(['done']);
    expect(statuses([check('failed'), check('failed')], 1)).toEqual(['failed']);
    expect(statuses([check('done'), check('failed'), check('done')], 2)).toEqual(['done', 'done']);
  });
});
