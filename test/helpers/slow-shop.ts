import type { JobRun } from '../../shared/api/jobs.ts';
import { stoppedClock } from './clock.ts';
import { heldSchedule, jobOf } from './jobs.ts';
import { openShop } from './shop.ts';

/** The jobs in their order. */
export const JOB_NAMES = [
  ...'settle-attempts sync-statements sync-registers fiscal-checks sweep-payments close-days prune-actions'.split(
    ' ',
  ),
  ...'back-up drill-backup copy-backup file-months prune read-earlier-payments'.split(' '),
];

/** A shop whose clock, the bank's included, and schedule are controlled by the test. */
export const openSlowShop = async () => {
  const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
  const held = heldSchedule();
  const shop = await openShop({ now: clock.now, bank: { now: clock.now }, schedule: held.schedule });
  const iso = (ms = clock.now()) => new Date(ms).toISOString();
  return {
    shop,
    now: clock.now,
    iso,
    /** Its token lives an hour: the owner signs in again. */
    forward: async (seconds: number) => {
      clock.forward(seconds);
      await shop.signInAgain();
    },
    fire: (name: string) => held.fire(shop, name),
    /** After it nothing is due any more. */
    runDue: async () => {
      for (const name of JOB_NAMES) await held.fire(shop, name);
    },
    /** The time of a job comes: returns its recorded run, if it ran. */
    runAtItsTime: async (name: string): Promise<JobRun | undefined> => {
      const before = (await jobOf(shop, name)).runs[0]?.id ?? 0;
      await held.fire(shop, name);
      const [latest] = (await jobOf(shop, name)).runs;
      return latest && latest.id > before ? latest : undefined;
    },
  };
};
