import { byPerson, chanceOf, type Found, foundOf, type Rule, type Sale, type ShopDay } from './shop-day.ts';

const MIN_DAYS = 14;
const MIN_COUNT = 5;
const MAX_CHANCE = 0.04;
/** Buyers who change their mind come in groups: a queue, a slow network. */
const GROUPED = 1.3;
/** Invoices whose rate counts as much as that of the other people today. */
const PRIOR = 20;

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
const createdIn = (days: readonly ShopDay[], by?: number): number =>
  sumOf(days.flatMap(({ created }) => (by === undefined ? [...created.values()] : [created.get(by) ?? 0])));
const cancelledIn = (days: readonly ShopDay[], by?: number): number =>
  sumOf(
    days.map(({ cancels }) =>
      by === undefined ? cancels.length : cancels.filter((event) => event.by === by).length,
    ),
  );

/**
 * Many invoices cancelled by one person after the QR was shown, against what is usual in the shop, of this person, and
 * of the others today: on a day when the bank is slow, many buyers leave everybody.
 */
export const cancelsAfterQr: Rule = (today, before) => {
  if (before.length < MIN_DAYS) return [];
  const usual = (cancelledIn(before) + 1) / (createdIn(before) + PRIOR);

  const judge = ([by, events]: [number, Sale[]]): Found[] => {
    if (events.length < MIN_COUNT) return [];
    const made = Math.max(today.created.get(by) ?? 0, events.length);
    const own = (cancelledIn(before, by) + usual * PRIOR) / (createdIn(before, by) + PRIOR);
    const others = {
      cancelled: today.cancels.length - events.length,
      made: createdIn([today]) - (today.created.get(by) ?? 0),
    };
    const ofOthers = (others.cancelled + usual * PRIOR) / (others.made + PRIOR);
    const expected = made * Math.max(usual, own, ofOthers);
    if (chanceOf(events.length, expected * GROUPED) > MAX_CHANCE) return [];
    return foundOf(events, {
      count: events.length,
      created: made,
      usual_tenths: Math.round(expected * 10),
      amount: events.reduce((sum, { amount }) => sum + amount, 0),
    });
  };
  return [...byPerson(today.cancels)].flatMap(judge);
};
