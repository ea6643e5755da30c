import { addDays, dayOf, startOfDay } from './zone.ts';

/** Formats moments in the shop's time zone, independent of the computer's. */

const LOCALES = { uk: 'uk-UA', en: 'en-GB' };
type Language = keyof typeof LOCALES;

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (language: Language, timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options });
    formats.set(key, made);
  }
  return made;
};

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** Whether two moments are on one day. The last "today" is cached, because every row of a list compares with it. */
const createSameDay = (timeZone: string) => {
  let day = { from: 0, until: 0 };
  const isWithin = (moment: number): boolean => moment >= day.from && moment < day.until;
  return (moment: number, now: number): boolean => {
    if (!isWithin(now)) {
      const name = dayOf(now, timeZone);
      day = { from: startOfDay(name, timeZone), until: startOfDay(addDays(name, 1), timeZone) };
    }
    return isWithin(moment);
  };
};

/** Formatters for one language and time zone. All take milliseconds UTC. */
export const createDates = (language: Language, timeZone: string) => {
  const times = format(language, timeZone, TIME);
  const days = format(language, timeZone, DAY);
  const dayMonths = format(language, timeZone, { day: '2-digit', month: '2-digit' });
  const isSameDay = createSameDay(timeZone);
  const time = (moment: number): string => times.format(moment);
  const day = (moment: number): string => days.format(moment);
  return {
    timeZone,
    /** `14:32` */
    time,
    /** `21.11.2026` */
    day,
    /** `21.11.2026, 14:32` */
    moment: (moment: number): string => `${day(moment)}, ${time(moment)}`,
    /** `21.11.2026, 14:32:05` */
    exact: (moment: number): string =>
      `${day(moment)}, ${format(language, timeZone, { ...TIME, second: '2-digit' }).format(moment)}`,
    /** `14:32:05` */
    seconds: (moment: number): string =>
      format(language, timeZone, { ...TIME, second: '2-digit' }).format(moment),
    /** `14:32` today, else `21.11.2026, 14:32` */
    short: (moment: number, now = Date.now()): string =>
      isSameDay(moment, now) ? time(moment) : `${day(moment)}, ${time(moment)}`,
    /** `14:32` today, `21.11, 14:32` in this year, else `21.11.2025, 14:32`: for a narrow column. */
    brief: (moment: number, now = Date.now()): string => {
      if (isSameDay(moment, now)) return time(moment);
      const isThisYear = dayOf(moment, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
      return `${isThisYear ? dayMonths.format(moment) : day(moment)}, ${time(moment)}`;
    },
    /** `субота, 21 листопада` */
    longDay: (moment: number): string =>
      format(language, timeZone, { weekday: 'long', day: 'numeric', month: 'long' }).format(moment),
    /** `20 листопада, 14:05` in this year, else `20 листопада 2025 р., 14:05` */
    spoken: (moment: number, now = Date.now()): string => {
      const isThisYear = dayOf(moment, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
      const parts = {
        day: 'numeric',
        month: 'long',
        ...(isThisYear ? {} : { year: 'numeric' as const }),
      } as const;
      return `${format(language, timeZone, parts).format(moment)}, ${time(moment)}`;
    },
    /** `сб, 21.11.2026` */
    namedDay: (moment: number): string =>
      format(language, timeZone, { weekday: 'short', ...DAY }).format(moment),
    /** `сб, 21.11`: where the year goes without saying */
    namedShortDay: (moment: number): string =>
      format(language, timeZone, { weekday: 'short', day: '2-digit', month: '2-digit' }).format(moment),
    /** `21.11`: for an axis, where there is no room for the year. */
    shortDay: (moment: number): string => dayMonths.format(moment),
    /** `1–21 листопада 2026 р.` */
    range: (from: number, to: number): string =>
      format(language, timeZone, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(from, to),
    /** `понеділок`. @param weekday ISO: Monday is 1 */
    weekdayName: (weekday: number): string =>
      // The first of January 2024 was a Monday.
      format(language, 'UTC', { weekday: 'long' }).format(Date.UTC(2024, 0, weekday)),
    /** `листопад 2026 р.` */
    month: (moment: number): string =>
      format(language, timeZone, { month: 'long', year: 'numeric' }).format(moment),
    weekday: (moment: number): string => format(language, timeZone, { weekday: 'long' }).format(moment),
  };
};
export type Dates = ReturnType<typeof createDates>;

/** `9` → `09:00–10:00`; the last hour of a day ends with the day. */
export const hourRange = (hour: number): string => {
  const clock = (at: number): string => `${String(at).padStart(2, '0')}:00`;
  return `${clock(hour)}–${clock(hour + 1)}`;
};
