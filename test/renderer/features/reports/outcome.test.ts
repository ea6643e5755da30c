import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../../renderer/features/reports/sales/outcome.ts';
import type { SeriesSums } from '../../../../shared/api/series.ts';

const sums = (gross: number, count: number): SeriesSums => ({
  gross,
  count,
  fee: 0,
  refunds: 0,
  net: gross,
  refund_count: 0,
});

describe('how the takings went', () => {
  test.each([
    ['more payments', [1200, 12], [1000, 10], { kind: 'more', percent: 20, figure: 'count' }],
    ['fewer payments', [800, 8], [1000, 10], { kind: 'less', percent: 20, figure: 'count' }],
    ['a higher average', [1200, 10], [1000, 10], { kind: 'more', percent: 20, figure: 'average' }],
    ['fewer but larger', [1200, 6], [1000, 10], { kind: 'more', percent: 20, figure: 'average' }],
    ['more but smaller', [800, 16], [1000, 10], { kind: 'less', percent: 20, figure: 'average' }],
  ] as const)('%s', (_, [gross, count], [grossBefore, countBefore], { figure, ...expected }) => {
    expect(outcomeOf(sums(gross, count), sums(grossBefore, countBefore))).toMatchObject({
      ...expected,
      difference: 200,
      cause: { figure, kind: expected.kind === 'more' ? 'More' : 'Less' },
    });
  });

  test('nothing to compare with', () => {
    expect(outcomeOf(sums(1, 1), undefined)).toEqual({ kind: 'alone' });
    expect(outcomeOf(sums(1, 1), sums(0, 0))).toEqual({ kind: 'new' });
    expect(outcomeOf(sums(1000, 10), sums(1001, 10))).toEqual({ kind: 'same' });
  });

  test('the cause moved the way the sentence says', () => {
    const some = fc.record({
      count: fc.integer({ min: 1, max: 500 }),
      average: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(some, some, (now, before) => {
        const outcome = outcomeOf(
          sums(now.count * now.average, now.count),
          sums(before.count * before.average, before.count),
        );
        if (outcome.kind !== 'more' && outcome.kind !== 'less') return;
        const { figure, kind } = outcome.cause;
        expect(Math.sign(now[figure] - before[figure])).toBe(kind === 'More' ? 1 : -1);
      }),
    );
  });
});
