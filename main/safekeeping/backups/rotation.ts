import type { BackupKind } from '../../../shared/api/statuses.ts';
import { dateOf, dayNumber, weekdayOfDay } from '../../../shared/time.ts';
import { wallClock } from '../../shop/shop-time.ts';

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 12;
const MIGRATIONS = 3;

export interface Dated {
  name: string;
  kind: BackupKind;
  /** Milliseconds UTC. */
  created_at: number;
}

/**
 * The backups to remove. Of the scheduled ones the newest of each of the last 7 days, 4 weeks and 12 months that have
 * one stay; of those before migrations the newest 3; manual ones are the owner's.
 *
 * Backups dated after `now` stay too, and take no other's place: if a PC's clock has fallen back by years, all sound
 * backups are dated so.
 * @param backups sound ones
 * @param now milliseconds UTC
 * @param timeZone IANA: the shop's, which determines its days
 */
export const superseded = <Item extends Dated>(
  backups: readonly Item[],
  now: number,
  timeZone: string,
): Item[] => {
  const dayOf = calendarDay(timeZone);
  const past = backups.filter(({ created_at }) => created_at <= now).sort(newestFirst);
  const scheduled = past.filter(({ kind }) => kind === 'scheduled');
  const migrations = past.filter(({ kind }) => kind === 'migration');
  const days = new Map(scheduled.map((each) => [each, dayOf(each.created_at)]));
  const day = (each: Item): string => days.get(each) ?? '';
  const kept = new Set([
    ...firstOfEach(scheduled, day, DAYS),
    ...firstOfEach(scheduled, (each) => mondayOf(day(each)), WEEKS),
    ...firstOfEach(scheduled, (each) => day(each).slice(0, 'YYYY-MM'.length), MONTHS),
    ...migrations.slice(0, MIGRATIONS),
  ]);
  return [...scheduled, ...migrations].filter((each) => !kept.has(each));
};

/** Comparator: newest first; the name breaks ties. */
export const newestFirst = (a: Dated, b: Dated): number =>
  b.created_at - a.created_at || (a.name < b.name ? 1 : -1);

/** Returns the day, `YYYY-MM-DD`, of a moment in milliseconds UTC. @param timeZone IANA */
export const calendarDay = (timeZone: string): ((at: number) => string) => {
  const clock = wallClock(timeZone);
  return (at) => dateOf(clock(at).day);
};

/** The Monday of the day's ISO week. */
const mondayOf = (day: string): string => {
  const number = dayNumber(day);
  return dateOf(number + 1 - weekdayOfDay(number));
};

/** The first item for each of the first `limit` keys. */
const firstOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string, limit: number): Item[] => {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()].slice(0, limit);
};
