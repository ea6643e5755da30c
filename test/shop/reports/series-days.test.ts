import { describe, expect, test } from 'vitest';
import { daysOf } from '../../../main/shop/reports/series.ts';

const FAR = 2_932_896; // 9999-12-31

describe('every day from the first to the last', () => {
  test.each<[string, number | undefined, number | undefined, number[], number[]]>([
    ['of the range', 10, 13, [], [10, 11, 12, 13]],
    ['of the range, wherever something was', 10, 13, [12], [10, 11, 12, 13]],
    ['one day', 10, 10, [], [10]],
    ['of what there is', undefined, undefined, [14, 12], [12, 13, 14]],
    ['from the given one to the last with something', 10, undefined, [12], [10, 11, 12]],
    ['from the first with something to the given one', undefined, 14, [12], [12, 13, 14]],
    ['nothing at all', undefined, undefined, [], []],
    ['nothing, with one end given', 10, undefined, [], []],
    ['a range that is none', 13, 10, [], []],
    ['a range that nobody means', 0, FAR, [14, 12], [12, 13, 14]],
    ['a range that nobody means, without anything', 0, FAR, [], []],
    ['a range past the years of four digits', FAR, FAR + 1, [], []],
    ['one end that nobody means', undefined, FAR, [14, 12], [12, 13, 14]],
    ['days that lie too far apart', undefined, undefined, [20_000, 3, 20_001], [3, 20_000, 20_001]],
  ])('%s', (_, from, to, found, days) => {
    expect(daysOf(from, to, found)).toEqual(days);
  });

  test('ten years are a range, more are not', () => {
    expect(daysOf(1, 3700, [])).toHaveLength(3700);
    expect(daysOf(1, 3701, [])).toEqual([]);
    expect(daysOf(1, 3701, [5])).toEqual([5]);
  });
});
