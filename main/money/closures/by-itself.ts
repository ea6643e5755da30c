import { dateOf } from '../../../shared/time.ts';
import { wallClock } from '../../shop/shop-time.ts';
import { latestClosure } from '../../store/closures.ts';
import { allTerminals } from '../../store/terminals.ts';
import { closeDayByItself } from './close.ts';
import { type DayState, dayStateOf, daysStateOf, isMoved, type PeriodContext } from './periods.ts';

/** Nobody sells any more what belongs to the day before. */
const OVER_AT_HOUR = 4;

/** The last day, since 1 January 1970, that is over for good at a moment, ms UTC: until 04:00 that before yesterday. */
export const lastDayOver = (timeZone: string, at: number): number => {
  const { day, hour } = wallClock(timeZone)(at);
  return hour < OVER_AT_HOUR ? day - 2 : day - 1;
};

/** The days of the last month on which money moved and which are still open, in their order. */
export const daysLeftOpen = async (context: PeriodContext, signal: AbortSignal): Promise<DayState[]> => {
  const last = dateOf(lastDayOver(context.timeZone, context.now()));
  const days = await daysStateOf(context, { date_to: last }, signal);
  return days
    .filter(({ date, sums }) => isMoved(sums) && !latestClosure(context.db, 'day', date))
    .toReversed();
};

/**
 * Closes a day by itself if there is nothing to ask and the statement of each active terminal reaches its end.
 * @returns whether it did
 */
export const closeByItself = async (
  context: PeriodContext,
  { date, to }: DayState,
  signal: AbortSignal,
): Promise<boolean> => {
  const isStated = allTerminals(context.db).every(
    ({ is_active, statement_synced_at }) => is_active === 0 || (statement_synced_at ?? 0) > to,
  );
  if (!isStated) return false;
  const { day, state } = await dayStateOf(context, date, signal);
  return closeDayByItself(context, day, state);
};
