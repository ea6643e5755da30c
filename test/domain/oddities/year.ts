import { createRandom, type Random } from '../../../main/demo/random.ts';
import type { Sale, Seen, ShopDay } from '../../../main/domain/oddities/shop-day.ts';
import type { OddityRule } from '../../../shared/actions.ts';
import { dayNumber, MINUTE_MS, weekdayOfDay } from '../../../shared/time.ts';

/**
 * A year of a shop, with the noise that real ones have, and planted schemes. It was written before the rules' limits
 * were chosen, and knows none of them.
 */

const FIRST = dayNumber('2025-01-01');
const DAYS = 365;
/** Five people; the first is the manager, who takes most goods back. */
const PEOPLE = [1, 2, 3, 4, 5];
const MANAGER = 1;
/** Nothing is planted while the rules still learn. */
const LEARNING = 60;
const PLANTED_OF_EACH = 10;

export interface Scheme {
  rule: OddityRule;
  by: number;
  /** First and last day. */
  from: number;
  to: number;
}

export interface Year {
  days: ShopDay[];
  schemes: Scheme[];
}

interface Draft {
  day: number;
  opens: number;
  closes: number;
  shift: number[];
  sales: Sale[];
  refunds: Sale[];
  cancels: Sale[];
  seen: Seen[];
  created: Map<number, number>;
}

let lastInvoice = 0;
const at = (day: number, minute: number) => (day * 24 * 60 + minute) * MINUTE_MS;
const event = (day: number, by: number, minute: number, amount: number): Sale => {
  lastInvoice += 1;
  return { by, minute, at: at(day, minute), amount, invoice: lastInvoice };
};
const seenAt = (day: number, by: number, minute: number, how: Seen['how']): Seen => ({
  ...{ by, minute, how },
  at: at(day, minute),
});

const bell = (random: Random): number => random.next() + random.next() + random.next() - 1.5;
const amountOf = (random: Random): number => Math.round(9000 * Math.exp(bell(random) * 1.1)) + 1500;
const someOf = (random: Random, expected: number): number => {
  let count = 0;
  for (let left = Math.exp(-expected), chance = random.next(); chance > left; chance *= random.next())
    count += 1;
  return count;
};

/** The kinds of days: what a shop has beside the usual ones. */
interface Calendar {
  short: Set<number>;
  shut: Set<number>;
  long: Set<number>;
  outage: Set<number>;
  faulty: Set<number>;
}

const daysOf = (random: Random, count: number): Set<number> =>
  new Set(Array.from({ length: count }, () => FIRST + random.integer(0, DAYS - 1)));

const calendarOf = (random: Random): Calendar => ({
  short: daysOf(random, 7),
  shut: daysOf(random, 5),
  long: daysOf(random, 6),
  outage: daysOf(random, 5),
  faulty: daysOf(random, 4),
});

const hoursOf = (day: number, calendar: Calendar) => {
  const isSunday = weekdayOfDay(day) === 7;
  const [opens, closes] = isSunday ? [600, 1140] : [540, 1260];
  if (calendar.long.has(day)) return { opens, closes: closes + 120 };
  return calendar.short.has(day) ? { opens: opens + 60, closes: closes - 240 } : { opens, closes };
};

const ordinaryDay = (random: Random, day: number, calendar: Calendar): Draft => {
  const hours = hoursOf(day, calendar);
  const others = PEOPLE.filter((by) => by !== MANAGER);
  const first = others[day % others.length] ?? 2;
  const second = others[(day + 1 + (day % 3 === 0 ? 1 : 0)) % others.length] ?? 3;
  const hasManager = weekdayOfDay(day) <= 5 && random.chance(0.9);
  const shift = [first, second === first ? 5 : second, ...(hasManager ? [MANAGER] : [])];
  const draft: Draft = {
    day,
    ...hours,
    shift,
    sales: [],
    refunds: [],
    cancels: [],
    seen: [],
    created: new Map(),
  };
  addSales(random, draft, calendar);
  addRefunds(random, draft, calendar);
  addSignIns(random, draft);
  return draft;
};

const addSales = (random: Random, draft: Draft, calendar: Calendar): void => {
  const { day, opens, closes, shift } = draft;
  const season = 1 + 0.25 * Math.sin((day - FIRST) / 58);
  const busy = weekdayOfDay(day) >= 5 ? 1.4 : 1;
  const count = calendar.shut.has(day) ? 0 : Math.round(95 * season * busy * (0.8 + 0.4 * random.next()));
  const leaving = calendar.outage.has(day) ? 0.2 : 0.035 * Math.exp(bell(random) * 0.5);
  for (let index = 0; index < count; index += 1) {
    const by = random.weighted(shift.map((each) => [each, each === MANAGER ? 0.15 : 1]));
    // A few buyers come through the door at the very end.
    const minute = Math.floor(opens + 4 + (closes + 3 - opens - 4) * random.next());
    draft.created.set(by, (draft.created.get(by) ?? 0) + 1);
    const made = event(day, by, minute, amountOf(random));
    if (random.chance(leaving)) draft.cancels.push(made);
    else draft.sales.push(made);
  }
};

const addRefunds = (random: Random, draft: Draft, calendar: Calendar): void => {
  const { day, opens, closes, shift, sales } = draft;
  if (sales.length === 0) return;
  const taker = (): number => (shift.includes(MANAGER) && random.chance(0.5) ? MANAGER : random.pick(shift));
  const usual = someOf(random, sales.length * 0.011);
  for (let index = 0; index < usual; index += 1)
    draft.refunds.push(
      event(day, taker(), Math.floor(opens + 20 + (closes - opens - 20) * random.next()), amountOf(random)),
    );
  if (calendar.faulty.has(day))
    // A faulty delivery: the same product comes back all day, to whoever is there.
    for (let left = random.integer(5, 9); left > 0; left -= 1)
      draft.refunds.push(event(day, taker(), random.integer(opens + 30, closes - 30), 5900));
  // Somebody counts the day and corrects a mistyped sum.
  if (random.chance(0.015))
    draft.refunds.push(event(day, random.pick(shift), closes + random.integer(1, 12), 4000));
};

/** Passwords in the morning, PINs at the counter, most people sign out when they leave. */
const addSignIns = (random: Random, draft: Draft): void => {
  const { day, opens, closes, shift, seen } = draft;
  for (const by of shift) {
    const comes = opens - random.integer(2, 20) + (by === shift[1] ? random.integer(0, 120) : 0);
    const leaves = by === shift[0] ? closes - random.integer(0, 240) : closes + random.integer(2, 25);
    const goes = by === MANAGER ? closes - random.integer(60, 240) : leaves;
    seen.push(seenAt(day, by, comes, 'password'));
    for (let left = random.integer(4, 14); left > 0; left -= 1)
      seen.push(seenAt(day, by, random.integer(comes + 5, Math.max(comes + 6, goes - 5)), 'pin'));
    if (random.chance(0.8)) seen.push(seenAt(day, by, goes, 'out'));
    // Came back for a forgotten thing, and rang up a sale while there.
    if (goes < closes - 60 && random.chance(0.02)) comesBack(random, draft, by, goes);
  }
};

const comesBack = (random: Random, { day, seen, sales, shift }: Draft, by: number, goes: number): void => {
  const minute = goes + random.integer(2, 18);
  seen.push(seenAt(day, by, minute, 'pin'));
  sales.push(event(day, by, minute + 1, amountOf(random)));
  seen.push(seenAt(day, random.pick(shift.filter((each) => each !== by)), minute + 4, 'pin'));
};

// The schemes.

const plantAfterClosing = (random: Random, draft: Draft): Scheme => {
  const by = draft.shift[1] ?? MANAGER;
  let minute = draft.closes + random.integer(10, 45);
  for (let left = random.integer(1, 4); left > 0; left -= 1) {
    draft.refunds.push(event(draft.day, by, minute, random.pick(draft.sales).amount));
    minute += random.integer(1, 6);
  }
  return { rule: 'refund_after_closing', by, from: draft.day, to: draft.day };
};

const plantSmallRefunds = (random: Random, drafts: readonly Draft[], start: number): Scheme => {
  const by = random.pick(PEOPLE.filter((each) => each !== MANAGER));
  const working = drafts.slice(start).filter(({ shift, sales }) => shift.includes(by) && sales.length > 0);
  const days = working.slice(0, random.integer(2, 4));
  for (const { day, opens, closes, refunds } of days)
    for (let left = random.integer(4, 7); left > 0; left -= 1)
      refunds.push(event(day, by, random.integer(opens + 30, closes - 10), random.integer(2000, 6500)));
  return { rule: 'many_small_refunds', by, from: days[0]?.day ?? 0, to: days.at(-1)?.day ?? 0 };
};

const plantCancels = (random: Random, { day, shift, opens, closes, cancels, created }: Draft): Scheme => {
  const by = shift[0] ?? MANAGER;
  for (let left = random.integer(9, 16); left > 0; left -= 1) {
    created.set(by, (created.get(by) ?? 0) + 1);
    cancels.push(event(day, by, random.integer(opens + 10, closes - 5), amountOf(random)));
  }
  return { rule: 'cancels_after_qr', by, from: day, to: day };
};

/** A colleague who stays uses the PIN of one who has gone, or has not come. */
const plantPin = (random: Random, draft: Draft): Scheme => {
  const { day, shift, closes } = draft;
  const thief = shift[1] ?? MANAGER;
  const isAbsent = random.chance(0.3);
  const absent = PEOPLE.filter((each) => !shift.includes(each) && each !== MANAGER);
  const by = isAbsent ? random.pick(absent) : (shift[0] ?? MANAGER);
  if (!isAbsent) goHomeEarly(draft, by, closes - 200);
  for (let left = random.integer(1, 3); left > 0; left -= 1) {
    const minute = closes - random.integer(20, 140);
    // What they do at other times is left as it is; in these minutes nobody else is at the till.
    draft.seen = draft.seen.filter((each) => each.minute < minute - 1 || each.minute > minute + 8);
    draft.seen.push(seenAt(day, thief, minute - 6, 'pin'), seenAt(day, by, minute, 'pin'));
    const done = event(day, by, minute + random.integer(1, 4), random.integer(4000, 40_000));
    if (random.chance(0.5)) draft.sales.push(done);
    else draft.refunds.push(done);
    draft.seen.push(seenAt(day, thief, minute + 6, 'pin'));
    draft.sales.push(event(day, thief, minute + 9, amountOf(random)));
  }
  return { rule: 'sale_at_anothers_pin', by, from: day, to: day };
};

const goHomeEarly = (draft: Draft, by: number, minute: number): void => {
  const isHere = (each: Sale | Seen) => each.by !== by || each.minute < minute;
  draft.seen = [...draft.seen.filter(isHere), seenAt(draft.day, by, minute, 'out')];
  draft.sales = draft.sales.filter(isHere);
  draft.refunds = draft.refunds.filter(isHere);
};

/** Forty different days, far enough from each other that no scheme hides another. */
const plantedDays = (random: Random, drafts: readonly Draft[]): number[] => {
  const possible = drafts
    .map((_, index) => index)
    .filter((index) => index >= LEARNING && index < drafts.length - 10 && index % 7 !== 0);
  const chosen: number[] = [];
  while (chosen.length < PLANTED_OF_EACH * 4) {
    const index = random.pick(possible);
    if ((drafts[index]?.sales.length ?? 0) > 0 && !chosen.some((other) => Math.abs(other - index) < 2))
      chosen.push(index);
  }
  return chosen;
};

const byMinute = (one: { minute: number }, other: { minute: number }) => one.minute - other.minute;
const finished = ({ day, sales, refunds, cancels, seen, created }: Draft): ShopDay => ({
  day,
  created,
  sales: sales.toSorted(byMinute),
  refunds: refunds.toSorted(byMinute),
  cancels: cancels.toSorted(byMinute),
  seen: seen.toSorted(byMinute),
});

/** The year of a seed. */
export const makeYear = (seed: string): Year => {
  const random = createRandom(seed);
  lastInvoice = 0;
  const calendar = calendarOf(random);
  const drafts = Array.from({ length: DAYS }, (_, index) => ordinaryDay(random, FIRST + index, calendar));
  const schemes = plantedDays(random, drafts).flatMap((index, turn) => {
    const draft = drafts[index];
    if (!draft) return [];
    const plants = [
      () => plantAfterClosing(random, draft),
      () => plantSmallRefunds(random, drafts, index),
      () => plantCancels(random, draft),
      () => plantPin(random, draft),
    ];
    return [plants[turn % plants.length]?.()].filter((scheme) => scheme !== undefined);
  });
  return { days: drafts.map(finished), schemes };
};
