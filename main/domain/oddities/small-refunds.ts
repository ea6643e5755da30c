import {
  byPerson,
  chanceOf,
  type Found,
  foundOf,
  quantile,
  type Rule,
  type Sale,
  type ShopDay,
  sortedNumbers,
} from './shop-day.ts';

/** The days that are looked at together: such refunds are spread so that none stands out. */
const WINDOW = 3;
const MIN_DAYS = 14;
const MIN_COUNT = 4;
/** How improbable the count must be; with a few people that is less than one chance finding in years. */
const MAX_CHANCE = 0.01;
/** Refunds come in groups (a faulty delivery), more than chance alone would make them. */
const GROUPED = 1.5;

const flat = <Kind extends 'sales' | 'refunds'>(days: readonly ShopDay[], kind: Kind): Sale[] =>
  days.flatMap((each) => each[kind]);
const countBy = (events: readonly Sale[], by: number): number =>
  events.filter((event) => event.by === by).length;

/**
 * Many refunds below the usual sale by one person, against what the shop and this person usually refund for as many
 * sales.
 */
export const manySmallRefunds: Rule = (today, before) => {
  if (before.length < MIN_DAYS) return [];
  const earlier = before.slice(0, 1 - WINDOW);
  const window = [...before.slice(1 - WINDOW), today];
  const sales = flat(earlier, 'sales');
  const small =
    quantile(sortedNumbers(sales.map(({ amount }) => amount).filter((amount) => amount > 0)), 0.5) ?? 0;
  const isSmall = ({ amount }: Sale): boolean => amount > 0 && amount <= small;
  const usualRefunds = flat(earlier, 'refunds').filter(isSmall);
  const perSale = usualRefunds.length / Math.max(1, sales.length);
  const soldNow = flat(window, 'sales');
  const refundedToday = new Set(today.refunds.filter(isSmall).map(({ by }) => by));

  const judge = ([by, events]: [number, Sale[]]): Found[] => {
    if (events.length < MIN_COUNT || !refundedToday.has(by)) return [];
    const own = (countBy(usualRefunds, by) / earlier.length) * WINDOW;
    const expected = Math.max(own, perSale * countBy(soldNow, by), 0.2) * GROUPED;
    if (chanceOf(events.length, expected) > MAX_CHANCE) return [];
    // In tenths: facts are whole numbers.
    const usual = Math.round((expected / GROUPED) * 10);
    return foundOf(events, { count: events.length, days: WINDOW, usual_tenths: usual, small });
  };
  return [...byPerson(flat(window, 'refunds').filter(isSmall))].flatMap(judge);
};
