import { HOUR_MS } from '../../shared/time.ts';

/**
 * The bank's time, from the Date header of its answers and advanced by the monotonic clock. The PC's own clock may be
 * set at any moment, so no deadline that concerns money depends on it.
 */
export interface BankClock {
  /** Records the time of an answer. Returns the moment (ms UTC) at which the bank made it, if the headers say. */
  read(headers: Pick<Headers, 'get'>): number | undefined;
  /** Milliseconds UTC; undefined until the first answer since the start. */
  now(): number | undefined;
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** RFC 9110, 5.6.7: the only format that a server may send. */
const IMF_FIXDATE = new RegExp(`^${DAY}, \\d{2} ${MONTH} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`);
/** A date before the bank's interface existed, or in the next century, comes from a broken clock. */
export const EARLIEST = Date.UTC(2017, 0, 1);
export const LATEST = Date.UTC(2100, 0, 1);

/** Milliseconds UTC; undefined without a plausible Date header. */
export const readDate = (date: string | null): number | undefined => {
  if (date === null || !IMF_FIXDATE.test(date)) return undefined;
  const at = Date.parse(date);
  return at >= EARLIEST && at < LATEST ? at : undefined;
};

/** A bank's own servers differ by less; a later date is faulty. */
const DATE_AHEAD_MS = HOUR_MS;

/** @param bankNow ms; without the bank's clock no date can be compared */
export const isCredibleDate = (date: number | null, bankNow: number | undefined): boolean =>
  date === null || bankNow === undefined || date <= bankNow + DATE_AHEAD_MS;

/** Number of answers whose time is kept. */
const KEPT = 2;

/**
 * The clock uses the earlier of the last two answers: a time too late would end what the bank still waits for, one too
 * early only ends it later. So a single answer with a date ahead changes nothing, and two answers correct a delay on
 * the way, a stale answer of a cache, or a sleep in which the monotonic clock stood still.
 * @param monotonic milliseconds that never decrease
 */
export const createBankClock = (monotonic = () => performance.now()): BankClock => {
  /** The bank's time minus the monotonic time. */
  const offsets: number[] = [];
  return {
    read: (headers) => {
      const at = readDate(headers.get('date'));
      if (at === undefined) return undefined;
      // Seconds in a cache on the way (RFC 9111, 5.1).
      const age = headers.get('age') ?? '';
      offsets.push(at + (/^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0) - monotonic());
      if (offsets.length > KEPT) offsets.shift();
      return at;
    },
    now: () => (offsets.length === 0 ? undefined : Math.round(monotonic() + Math.min(...offsets))),
  };
};
