import { byPerson, foundOf, type Rule, type ShopDay, sortedNumbers } from './shop-day.ts';

/** Days of the same weekday that must be known before the rule says anything. */
const MIN_DAYS = 3;
/** The last buyers and the end of the shift need this long. */
const MARGIN_MINUTES = 6;
/** Before the opening people prepare, and correct what was left of yesterday. */
const EARLY_MINUTES = 30;
const WEEK = 7;

interface Hours {
  opening: number;
  closing: number;
}

/** The usual first and last sale of a weekday; the most unusual day on each side does not count. */
const usualHours = (before: readonly ShopDay[], day: number): Hours | undefined => {
  const alike = before.filter((other) => (day - other.day) % WEEK === 0 && other.sales.length > 0);
  if (alike.length < MIN_DAYS) return undefined;
  const minutes = alike.map(({ sales }) => sales.map(({ minute }) => minute));
  const firsts = sortedNumbers(minutes.map((each) => Math.min(...each)));
  const lasts = sortedNumbers(minutes.map((each) => Math.max(...each)));
  const [opening, closing] = [firsts[1], lasts.at(-2)];
  return opening === undefined || closing === undefined ? undefined : { opening, closing };
};

/**
 * Refunds outside the shop's usual hours while nothing was sold: after the last buyer has gone, nobody stands there who
 * could have brought goods back.
 */
export const refundsAfterClosing: Rule = ({ day, sales, refunds }, before) => {
  const hours = usualHours(before, day);
  if (!hours) return [];
  const sold = sales.map(({ minute }) => minute);
  const [first, last] = [Math.min(...sold), Math.max(...sold)];
  const isOutside = (minute: number): boolean => {
    const isLate = minute > hours.closing + MARGIN_MINUTES && minute > last + MARGIN_MINUTES;
    return isLate || (minute < hours.opening - EARLY_MINUTES && minute < first - EARLY_MINUTES);
  };
  const odd = refunds.filter(({ minute }) => isOutside(minute));
  return [...byPerson(odd).values()].flatMap((events) =>
    foundOf(events, {
      count: events.length,
      amount: events.reduce((sum, { amount }) => sum + amount, 0),
      minute: events[0]?.minute ?? 0,
      usual_opening: hours.opening,
      usual_closing: hours.closing,
    }),
  );
};
