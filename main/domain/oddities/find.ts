import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  cancelsBetween,
  createdBetween,
  lastOddDay,
  type MoneyEvent,
  refundsBetween,
  salesBetween,
  signInsBetween,
  writeOddDay,
} from '../../store/oddities.ts';
import { cachedOffset, daysOnClock } from '../shop-time.ts';
import { LEARNT_DAYS, odditiesOf } from './rules.ts';
import { DAY_BEGINS_HOUR, type Sale, type Seen, type ShopDay } from './shop-day.ts';

/** After a pause, or once the setting is on, so many of the last days are examined. */
const LOOKS_BACK_DAYS = 7;
/** A finding names no more invoices than a person looks through. */
const NAMED_INVOICES = 20;

const HOW: Record<string, Seen['how']> = { signed_in: 'password', pin_sign_in: 'pin', signed_out: 'out' };

/** @param timeZone the shop's, IANA; reads the day of a number */
const dayReader = (db: Db, timeZone: string): ((day: number) => ShopDay) => {
  const rangeOf = daysOnClock(timeZone);
  const offsetAt = cachedOffset(timeZone);
  const minuteOf = (day: number, at: number): number =>
    Math.floor((at + offsetAt(at) - day * DAY_MS) / MINUTE_MS);
  return (day) => {
    const from = rangeOf(day).from + DAY_BEGINS_HOUR * HOUR_MS;
    const to = rangeOf(day + 1).from + DAY_BEGINS_HOUR * HOUR_MS;
    const timed = (event: MoneyEvent): Sale => ({ ...event, minute: minuteOf(day, event.at) });
    return {
      day,
      sales: salesBetween(db, from, to).map(timed),
      refunds: refundsBetween(db, from, to).map(timed),
      cancels: cancelsBetween(db, from, to).map(timed),
      created: new Map(createdBetween(db, from, to).map(({ by, count }) => [by, count])),
      seen: signInsBetween(db, from, to).map(({ by, at, code }) => ({
        ...{ by, at, minute: minuteOf(day, at) },
        how: HOW[code] ?? 'out',
      })),
    };
  };
};

/** The days that are over and not examined yet: first and last. */
const daysToExamine = (db: Db, timeZone: string, now: number): { first: number; last: number } => {
  const local = now + cachedOffset(timeZone)(now) - DAY_BEGINS_HOUR * HOUR_MS;
  const last = Math.floor(local / DAY_MS) - 1;
  return { first: Math.max((lastOddDay(db) ?? 0) + 1, last - LOOKS_BACK_DAYS + 1), last };
};

export const hasDaysToExamine = (db: Db, timeZone: string, now: number): boolean => {
  const { first, last } = daysToExamine(db, timeZone, now);
  return first <= last;
};

/**
 * Examines the days that are over, in between other work, and stores what was odd. Returns the numbers of days and of
 * findings.
 */
export const findOddities = async (
  { db, now }: { db: Db; now: () => number },
  timeZone: string,
  isStopping: () => boolean,
): Promise<{ days: number; found: number }> => {
  const { first, last } = daysToExamine(db, timeZone, now());
  const readDay = dayReader(db, timeZone);
  const days: ShopDay[] = [];
  const counts = { days: 0, found: 0 };
  for (let day = first - LEARNT_DAYS; day <= last && !isStopping(); day += 1) {
    const today = readDay(day);
    if (day >= first) {
      const found = odditiesOf(today, days.slice(-LEARNT_DAYS)).filter(({ by }) => by > 0);
      const rows = found.map(({ rule, by, at, facts, invoices }) => ({
        ...{ rule, day, account_id: by, at, facts: JSON.stringify(facts) },
        invoices: JSON.stringify([...new Set(invoices)].slice(0, NAMED_INVOICES)),
        created_at: now(),
      }));
      writeOddDay(db, day, now(), rows);
      counts.days += 1;
      counts.found += rows.length;
    }
    days.push(today);
    await nextTurn();
  }
  return counts;
};
