/**
 * What the rules know of one day of the shop. A day lasts from 4 to 4 o'clock, so that one that ends after midnight is
 * whole; `minute` counts from the midnight at which its date begins, and goes up to 1680.
 */
export interface ShopDay {
  /** Since 1970, of the shop's calendar. */
  day: number;
  /** Payments, whoever created the invoice. */
  sales: readonly Sale[];
  /** Refunds that the bank has made at somebody's request. */
  refunds: readonly Sale[];
  /** Invoices that somebody cancelled before they were paid. */
  cancels: readonly Sale[];
  /** How many invoices each person created. */
  created: ReadonlyMap<number, number>;
  /** Sign-ins and sign-outs, in order. */
  seen: readonly Seen[];
}

interface At {
  /** The account (id). */
  by: number;
  /** Milliseconds UTC. */
  at: number;
  minute: number;
}

export interface Sale extends At {
  /** Minor units; 0 in another currency than hryvnia. */
  amount: number;
  /** The invoice (id). */
  invoice: number;
}

export interface Seen extends At {
  how: 'password' | 'pin' | 'out';
}

/** The hour at which a day of the shop begins. */
export const DAY_BEGINS_HOUR = 4;

/** What a rule has found: at most one a day and person. */
export interface Found {
  by: number;
  /** The first of its moments, ms UTC. */
  at: number;
  /** The reason, in numbers; the screen makes a sentence of it. Times are minutes after midnight. */
  facts: Record<string, number>;
  /** Invoices (ids). */
  invoices: readonly number[];
}

/** @param before earlier days, oldest first */
export type Rule = (today: ShopDay, before: readonly ShopDay[]) => Found[];

/** The value below which a share of the sorted numbers lies; undefined of an empty list. */
export const quantile = (sorted: readonly number[], share: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

export const sortedNumbers = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The probability of `count` or more events where `expected` are usual (Poisson). */
export const chanceOf = (count: number, expected: number): number => {
  let term = Math.exp(-expected);
  let below = 0;
  for (let events = 0; events < count; events += 1) {
    below += term;
    term *= expected / (events + 1);
  }
  return Math.max(0, 1 - below);
};

export const byPerson = <Event extends { by: number }>(events: readonly Event[]): Map<number, Event[]> =>
  Map.groupBy(events, ({ by }) => by);

/** The finding about these events of one person. */
export const foundOf = (events: readonly Sale[], facts: Found['facts']): Found[] => {
  const [first] = events;
  if (!first) return [];
  return [{ by: first.by, at: first.at, facts, invoices: events.map(({ invoice }) => invoice) }];
};
