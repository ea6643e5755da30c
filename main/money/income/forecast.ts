import { weekdayOfDay } from '../../../shared/time.ts';

/**
 * When the limit is reached if the shop goes on as in the last four weeks: each coming day brings the mean of the last
 * four days of its weekday. A mean keeps rare large sums in the forecast, which a median would leave out. Pure.
 */

/** Whole days before today. */
export const FORECAST_DAYS = 28;
const WEEK = 7;
const WEEKS = FORECAST_DAYS / WEEK;

type ForecastStatus = 'reached' | 'expected' | 'not_this_year' | 'too_little_data' | 'no_limit';

export interface Forecast {
  status: ForecastStatus;
  /** Since 1970: when the limit was, or is expected to be, reached; null without such a day. */
  day: number | null;
  /** Income of the whole year to expect, minor units; null with too little data. */
  yearEnd: number | null;
}

export interface ForecastInput {
  /** Since 1970, as `lastDay`, the last of the year. */
  today: number;
  lastDay: number;
  /** Of the year up to today, minor units. */
  income: number;
  /** Minor units; undefined: the tax number has none. */
  limit: number | undefined;
  /** The day on which the income reached the limit. */
  reachedOn: number | null;
  /** Income of a day, minor units. */
  incomeOn: (day: number) => number;
}

export const forecastOf = ({
  today,
  lastDay,
  income,
  limit,
  reachedOn,
  incomeOn,
}: ForecastInput): Forecast => {
  const sums = weekdaySums(today, incomeOn);
  const expected = sums === undefined ? undefined : expect({ today, lastDay, income, limit }, sums);
  const yearEnd = expected?.yearEnd ?? null;
  if (limit === undefined) return { status: 'no_limit', day: null, yearEnd };
  if (reachedOn !== null) return { status: 'reached', day: reachedOn, yearEnd };
  if (!expected) return { status: 'too_little_data', day: null, yearEnd };
  return { status: expected.day === null ? 'not_this_year' : 'expected', day: expected.day, yearEnd };
};

/** Sums by weekday over four weeks; undefined: one of the weeks had no income. */
const weekdaySums = (today: number, incomeOn: (day: number) => number): Map<number, number> | undefined => {
  const sums = new Map<number, number>();
  for (let week = 1; week <= WEEKS; week += 1) {
    let hasIncome = false;
    for (let day = today - week * WEEK; day < today - (week - 1) * WEEK; day += 1) {
      const income = incomeOn(day);
      hasIncome ||= income !== 0;
      sums.set(weekdayOfDay(day), (sums.get(weekdayOfDay(day)) ?? 0) + income);
    }
    if (!hasIncome) return undefined;
  }
  return sums;
};

/** Counts in quarters of minor units: the mean of four whole numbers is a whole number of them. */
const expect = (
  { today, lastDay, income, limit }: Pick<ForecastInput, 'today' | 'lastDay' | 'income' | 'limit'>,
  sums: ReadonlyMap<number, number>,
): { day: number | null; yearEnd: number } => {
  let soFar = income * WEEKS;
  let reached: number | null = null;
  for (let day = today + 1; day <= lastDay; day += 1) {
    soFar += sums.get(weekdayOfDay(day)) ?? 0;
    if (reached === null && limit !== undefined && soFar >= limit * WEEKS) reached = day;
  }
  return { day: reached, yearEnd: Math.round(soFar / WEEKS) };
};
