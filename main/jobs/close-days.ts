import { closeByItself, daysLeftOpen, lastDayOver } from '../money/closures/by-itself.ts';
import type { PeriodContext } from '../money/closures/periods.ts';
import type { Log } from '../platform/log.ts';
import { isDatabaseFailure } from '../store/db/connection.ts';
import { lastDoneRun } from '../store/job-runs.ts';
import { type Job, problemOf } from './job-runner.ts';

const NAME = 'close-days';

/**
 * Closes at 04:00 the days that are still open, each by itself: a day about which a question is open stays open, and
 * is looked at again every hour, for the bank's statement may come later.
 */
export const closeDays = (context: PeriodContext & { log?: Log | undefined }): Job => ({
  name: NAME,
  description:
    'Closes at 04:00 the days that are still open, where nothing is in doubt, the statement is there, no fiscal receipt is ' +
    'missing, and the counted cash was right.',
  schedule: '0 * * * *',
  isDue: () => {
    const { db, now, timeZone } = context;
    const last = lastDoneRun(db, NAME);
    if (!last || last.started_at > now() || last.found > last.changed) return true;
    return lastDayOver(timeZone, now()) > lastDayOver(timeZone, last.started_at);
  },
  run: async (isStopping) => {
    // The reader drops what runs when the service stops.
    const { signal } = new AbortController();
    const days = await daysLeftOpen(context, signal);
    const problems: string[] = [];
    let changed = 0;
    for (const day of days) {
      if (isStopping()) break;
      try {
        if (await closeByItself(context, day, signal)) changed += 1;
      } catch (error) {
        if (isDatabaseFailure(error)) throw error;
        context.log?.error('A day could not be closed; the others go on.', { day: day.date, error });
        problems.push(`${day.date}: ${problemOf(error)}`);
      }
    }
    return { found: days.length, changed, problems };
  },
});
