import { DAY_MS, dateOf, HOUR_MS } from '../../shared/time.ts';

/** Opening hours and daily turnover of the demo's shop. Times are milliseconds UTC, hours those of Kyiv. */

const TIME_ZONE = 'Europe/Kyiv';
export const OPENING_HOUR = 8;
export const CLOSING_HOUR = 21;
/** The days before today: two years, with about 18 sales a day. */
const DAYS = 730;

export interface ShopDay {
  /** `2026-03-29` */
  date: string;
  opensAt: number;
  isWeekend: boolean;
  /** 1 … 12 */
  month: number;
  /** 1 today, 0 two years ago. */
  progress: number;
}

/** Swedish dates look like ISO 8601: `2026-03-29 08:00:00`. */
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The local time, as if it were UTC. */
const wallClock = (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);

/** The days up to today, oldest first. */
export const shopDays = (now: number): ShopDay[] => {
  const today = Math.floor(wallClock(now) / DAY_MS) * DAY_MS;
  return Array.from({ length: DAYS + 1 }, (_, at) => {
    const daysAgo = DAYS - at;
    const midnight = today - daysAgo * DAY_MS;
    // Clocks change at night, so the offset at noon holds for all opening hours.
    const noon = midnight + 12 * HOUR_MS;
    const offset = wallClock(noon) - noon;
    const day = new Date(midnight);
    return {
      date: dateOf(midnight / DAY_MS),
      opensAt: midnight + OPENING_HOUR * HOUR_MS - offset,
      isWeekend: [0, 6].includes(day.getUTCDay()),
      month: day.getUTCMonth() + 1,
      progress: 1 - daysAgo / DAYS,
    };
  });
};

/** By month: coffee in the cold, presents in December, holidays in the summer. */
const SEASON = [0.92, 0.96, 1, 1.02, 1.02, 0.98, 0.9, 0.9, 1.02, 1.06, 1.08, 1.18];
const FEWEST = 12;
const MOST = 25;

/** Number of invoices of the day. */
export const salesOf = ({ isWeekend, month, progress }: ShopDay, random: Random): number => {
  const growth = 0.88 + 0.3 * progress;
  const expected = 16.5 * growth * (SEASON[month - 1] ?? 1) * (isWeekend ? 1.22 : 1);
  const happens = Math.round(expected * (0.85 + 0.3 * random.next()));
  return Math.min(MOST, Math.max(FEWEST, happens));
};

/** By hour from opening: coffee before work, lunch, the way home. */
const HOURLY_WEIGHTS = [9, 8, 5, 5, 8, 11, 8, 5, 4, 6, 11, 10, 5] as const;
const HOURS = HOURLY_WEIGHTS.map((weight, hour) => [hour, weight] as const);

/** A moment of the day's trade, in whole seconds as the bank writes them. */
export const momentOf = ({ opensAt }: ShopDay, random: Random): number =>
  opensAt + random.weighted(HOURS) * HOUR_MS + random.integer(0, 3599) * 1000;

/** Repeatable random numbers: the same seed gives the same shop on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Both ends included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Picks in proportion to the weights. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
const hash = (text: string): number => {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return state >>> 0;
};

/** Mulberry32 (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c): short, and uniform enough. */
export const createRandom = (seed: string): Random => {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return last(choices)[0];
  };
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? last(choices),
    weighted,
  };
};

const last = <T>(choices: readonly T[]): T => {
  const choice = choices.at(-1);
  if (choice === undefined) throw new Error('There is nothing to choose from.');
  return choice;
};
