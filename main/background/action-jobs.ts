import { DAY_MS } from '../../shared/time.ts';
import { checkActions, forgetActions, needsSeal, sealActions } from '../domain/actions/verify.ts';
import type { Vault } from '../platform/vault.ts';
import { oldestAction, readCheck } from '../store/actions.ts';
import type { Db } from '../store/db/connection.ts';
import type { Job } from './job-runner.ts';

const YEAR_MS = 365.25 * DAY_MS;
/** Owners look back at most this long, and so do tax inspections. */
const KEEP_ACTIONS_MS = 3 * YEAR_MS;
/** The log is shortened once a month rather than every day: each time leaves an action of its own. */
const PRUNE_EVERY_MS = 30 * DAY_MS;
const CHECK_EVERY_MS = DAY_MS;

interface ActionJobContext {
  db: Db;
  vault: Vault;
  /** Milliseconds UTC. */
  now: () => number;
}

const DONE = { found: 1, changed: 1, problems: [] };

/** The jobs of the log of actions. */
export const actionJobs = ({ db, vault, now }: ActionJobContext): Job[] => [
  {
    name: 'seal-actions',
    description: 'Seals the log of actions by a key of the keychain, so that a cut at its end is found.',
    schedule: '*/1 * * * *',
    isDue: () => vault.problem() === undefined && needsSeal(db),
    run: async () => {
      await vault.unlock();
      return sealActions(db, now(), vault.macOfActions) ? DONE : { ...DONE, changed: 0 };
    },
  },
  {
    name: 'check-actions',
    description: 'Checks the log of actions once a day: that no action was changed or removed.',
    schedule: '30 * * * *',
    isDue: () => {
      const last = readCheck(db)?.at;
      return last === undefined || last > now() || last <= now() - CHECK_EVERY_MS;
    },
    run: async (isStopping) => {
      await vault.unlock();
      const checked = await checkActions(db, now, vault.macOfActions, isStopping);
      return { found: checked?.rows ?? 0, changed: 0, problems: [] };
    },
  },
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
