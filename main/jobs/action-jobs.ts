import { DAY_MS } from '../../shared/time.ts';
import { forgetActions, KEEP_ACTIONS_MS } from '../shop/actions/keep.ts';
import { oldestAction } from '../store/actions.ts';
import type { Db } from '../store/db/connection.ts';
import type { Job } from './job-runner.ts';

/** The log is shortened once a month rather than every day: each time leaves an action of its own. */
const PRUNE_EVERY_MS = 30 * DAY_MS;

/** @param now milliseconds UTC */
export const actionJobs = ({ db, now }: { db: Db; now: () => number }): Job[] => [
  {
    name: 'prune-actions',
    description: 'Deletes actions older than three years, once a month.',
    schedule: '55 * * * *',
    isDue: () => {
      const oldest = oldestAction(db);
      return oldest !== undefined && oldest < now() - KEEP_ACTIONS_MS - PRUNE_EVERY_MS;
    },
    run: async () => {
      const pruned = await forgetActions(db, now() - KEEP_ACTIONS_MS, now);
      return { found: pruned, changed: pruned, problems: [] };
    },
  },
];
