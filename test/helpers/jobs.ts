import { expect, vi } from 'vitest';
import type { Schedule } from '../../main/jobs/schedule.ts';
import type { Job, JobRun } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Shop } from './shop.ts';

export const jobsOf = async (shop: Shop): Promise<Job[]> => {
  const answer = await shop.owner.get<Page<Job>>('jobs/');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results;
};

export const jobOf = async (shop: Shop, name: string): Promise<Job> => {
  const job = (await jobsOf(shop)).find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  return job;
};

/** POST jobs/{name}/run/ by the owner. */
export const runJob = async (shop: Shop, name: string): Promise<JobRun> => {
  const answer = await shop.owner.post<JobRun>(`jobs/${name}/run/`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** Runs a job until it is done: after a fault the service pauses its calls to the bank for some seconds. */
export const runUntilDone = (shop: Shop, name: string): Promise<void> =>
  vi.waitFor(async () => expect(await runJob(shop, name)).toMatchObject({ status: 'done' }), {
    interval: 100,
  });

/** Runs all of them: as long as the clock stands, nothing is due any more. */
export const runEveryJob = async (shop: Shop): Promise<void> => {
  for (const { name } of await jobsOf(shop)) await runUntilDone(shop, name);
};

/** A schedule that the test controls: a job's time comes when the test says so. */
export const heldSchedule = () => {
  const held = new Map<string, () => Promise<unknown>>();
  const schedule: Schedule = (expression, _, run) => {
    held.set(expression, run);
    return { nextRun: () => null, stop: () => held.delete(expression) };
  };
  return {
    schedule,
    /** The job's time has come; resolves when its work is done. */
    fire: async (shop: Shop, name: string): Promise<void> => {
      const run = held.get((await jobOf(shop, name)).schedule);
      if (!run) throw new Error(`${name} is not scheduled.`);
      await run();
    },
  };
};
