import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ForecastInput, forecastOf } from '../../../main/money/income/forecast.ts';
import { levelOf } from '../../../main/money/income/limits.ts';
import { dateOf, dayNumber, weekdayOfDay } from '../../../shared/time.ts';

const TODAY = dayNumber('2026-10-05');
const LAST = dayNumber('2026-12-31');
const input = (changes: Partial<ForecastInput>): ForecastInput => ({
  today: TODAY,
  lastDay: LAST,
  income: 0,
  limit: 1_000_000,
  reachedOn: null,
  incomeOn: () => 1000,
  ...changes,
});

describe('the forecast', () => {
  test('adds the mean of each weekday day by day', () => {
    // Mondays bring 4000 on average, other days 1000: a week brings 10 000. Today is a Monday.
    const mondays = [1000, 3000, 5000, 7000];
    const incomeOn = (day: number) =>
      weekdayOfDay(day) === 1 ? (mondays[(TODAY - day) / 7 - 1] ?? 0) : 1000;
    const found = forecastOf(input({ income: 970_000, incomeOn }));
    // Three weeks bring the missing 30 000: the third Monday from today on is the last day of them.
    expect([found.status, found.day && dateOf(found.day)]).toEqual(['expected', '2026-10-26']);
    // 87 days: 12 whole weeks and three days from Tuesday to Thursday.
    expect(found.yearEnd).toBe(970_000 + 12 * 10_000 + 3 * 1000);
  });

  test('finds the first day of the expected sum, whatever the days were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 28, maxLength: 28 }),
        fc.integer({ min: 0, max: 999_999 }),
        (days, income) => {
          const { day, status, yearEnd } = forecastOf(
            input({ income, incomeOn: (at) => days[TODAY - at - 1] ?? 0 }),
          );
          const meanOf = (weekday: number) =>
            days.reduce((sum, one, back) => sum + (weekdayOfDay(TODAY - back - 1) === weekday ? one : 0), 0) /
            4;
          const upTo = (last: number) => {
            let sum = income;
            for (let at = TODAY + 1; at <= last; at += 1) sum += meanOf(weekdayOfDay(at));
            return sum;
          };
          expect(yearEnd).toBe(Math.round(upTo(LAST)));
          if (day === null) expect([status, upTo(LAST) < 1_000_000]).toEqual(['not_this_year', true]);
          else expect([upTo(day) >= 1_000_000, upTo(day - 1) < 1_000_000]).toEqual([true, true]);
        },
      ),
    );
  });

  test.each([
    ['a week without income', (day: number) => (day >= TODAY - 14 && day < TODAY - 7 ? 0 : 1000)],
    ['nothing at all', () => 0],
    ['sales of today alone', (day: number) => (day === TODAY ? 500_000 : 0)],
  ])('is not made of %s', (_, incomeOn) => {
    expect(forecastOf(input({ incomeOn }))).toEqual({ status: 'too_little_data', day: null, yearEnd: null });
  });

  test('says what is known without one', () => {
    expect(forecastOf(input({ reachedOn: TODAY - 3 }))).toMatchObject({ status: 'reached', day: TODAY - 3 });
    expect(forecastOf(input({ limit: undefined }))).toEqual({
      status: 'no_limit',
      day: null,
      yearEnd: 87_000,
    });
    expect(forecastOf(input({ today: LAST, income: 5 }))).toEqual({
      status: 'not_this_year',
      day: null,
      yearEnd: 5,
    });
  });

  test('a week of more refunds than sales counts as data', () => {
    const incomeOn = (day: number) => (day >= TODAY - 7 ? -1000 : 1000);
    expect(forecastOf(input({ incomeOn }))).toMatchObject({ status: 'not_this_year', yearEnd: 43_500 });
  });
});

test.each([
  [799_999, null],
  [800_000, 80],
  [899_999, 80],
  [900_000, 90],
  [999_999, 90],
  [1_000_000, 100],
  [5_000_000, 100],
  [-1, null],
])('an income of %i of 1 000 000 is at level %s', (income, level) => {
  expect(levelOf(income, 1_000_000)).toBe(level);
});
