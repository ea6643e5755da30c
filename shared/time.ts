/** Durations in milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds UTC → ISO 8601, the format of times in every answer. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

/** Day number since 1 January 1970 → its date: `2026-11-21`. */
export const dateOf = (day: number): string => isoTime(day * DAY_MS).slice(0, 10);

/** `2026-11-21`, or `2026-11`, as people write it: 21.11.2026. @param separator of day, month and year */
export const writtenDate = (date: string, separator = '.'): string =>
  date.split('-').toReversed().join(separator);

/** NaN for an invalid date; 30 February is 2 March (`parseDay` refuses it). */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** undefined: not a date of the calendar. */
export const parseDay = (date: string): number | undefined => {
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? dayNumber(date) : Number.NaN;
  return Number.isInteger(day) && dateOf(day) === date ? day : undefined;
};

/** ISO: Monday is 1. The first of January 1970 was a Thursday. */
export const weekdayOfDay = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
