import { ground } from './001-ground.ts';
import { eventsAndJobs } from './002-events-jobs.ts';
import { refunds } from './003-refunds.ts';
import { fiscalChecks } from './004-fiscal-checks.ts';

/** In order; the database's `user_version` is how many of them it has. Frozen once released. */
export const migrations: readonly string[] = [ground, eventsAndJobs, refunds, fiscalChecks];
