import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCompact } from '../../../renderer/lib/money.ts';
import { barsIn, labelStep, linesOf, ticksUpTo } from '../../../renderer/shop/chart-scale.ts';

test.each([
  [0, 400],
  [399, 400],
  [665_039, 800_000],
  [4_026_500, 6_000_000],
  [147_600, 160_000],
])('the lines of the grid reach above %d', (most, top) => {
  const ticks = ticksUpTo(most);
  expect([ticks[0], ticks.length, ticks.at(-1)]).toEqual([0, 5, top]);
});

test('bars stay within their band, apart from each other', () => {
  for (const band of [12, 29, 150])
    for (const bars of [1, 2]) {
      const { thickness, starts } = barsIn(band, bars);
      expect(thickness).toBeGreaterThan(0);
      for (const [at, start] of starts.entries()) {
        expect(start).toBeGreaterThanOrEqual(at === 0 ? 0 : (starts[at - 1] ?? 0) + thickness);
        expect(start + thickness).toBeLessThanOrEqual(band);
      }
    }
});

test('names below the axis have room, names beside it at most two lines', () => {
  expect([labelStep(['08', '09'], 30), labelStep(['01.10', '02.10'], 29)]).toEqual([1, 2]);
  expect(linesOf('Сирники зі сметаною', 150)).toEqual(['Сирники зі сметаною']);
  expect(linesOf('Кава мелена «Зерно», 250 г', 150)).toEqual(['Кава мелена «Зерно»,', '250 г']);
  expect(linesOf('Найдовше слово в назві товару, якого не вмістити тут', 150)).toEqual([
    'Найдовше слово в',
    'назві товару, якого…',
  ]);
});

test('no label of the axis is rounded: it reads as the line it stands at', () => {
  const words: Record<string, number> = { '': 1, тис: 1000, млн: 1e6, млрд: 1e9 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (most) => {
      for (const tick of ticksUpTo(most)) {
        const [, digits = '', word = ''] =
          /^([\d\s,]+)\s?([^\d\s.,₴]*)\.?\s*₴$/u.exec(formatCompact(tick, 'uk')) ?? [];
        const value = Number(digits.replaceAll(/\s/gu, '').replace(',', '.'));
        expect(Math.round(value * (words[word] ?? Number.NaN) * 100)).toBe(tick);
      }
    }),
  );
  expect(formatCompact(105_000, 'uk').replaceAll(/\s/gu, ' ')).toBe('1,05 тис. ₴');
});
