import { beforeEach, describe, expect, test, vi } from 'vitest';
import { BankError } from '../../main/bank/errors.ts';
import { createJobRunner, type Job, type JobResult } from '../../main/jobs/job-runner.ts';
import { createLog, type Log } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { build, type Db } from '../../main/store/db/connection.ts';
import { cutOffJobRuns } from '../../main/store/job-runs.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';

let db: Db;
let log: Log;
const clock = stoppedClock();
beforeEach(() => {
  ({ db } = emptyDatabase());
  log = { ...createLog({ level: 'error' }), warn: vi.fn(), error: vi.fn() };
});

const NOTHING: JobResult = { found: 0, changed: 0, problems: [] };

/** A job that ends when the test says so, with the result the test gives. */
const job = (name: string, changes: Partial<Job> = {}) => {
  const begun: {
    isStopping: () => boolean;
    end: (found: JobResult) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const run: Job['run'] = (isStopping) =>
    new Promise<JobResult>((resolve, reject) => begun.push({ isStopping, end: resolve, fail: reject }));
  const made: Job = { name, description: '', schedule: '* * * * *', isDue: () => true, run, ...changes };
  return { job: made, begun };
};
const runnerOf = (...jobs: Job[]) => createJobRunner({ db, now: clock.now, log }, jobs);
const kept = () => db.all(build.selectFrom('job_runs').select(['job', 'cause', 'status']).orderBy('id'));

describe('one run at a time', () => {
  test('a second caller joins the run under way and gets the same result', async () => {
    const slow = job('slow');
    const runner = runnerOf(slow.job);
    const runs = [
      runner.run(slow.job, 'schedule'),
      runner.run(slow.job, 'hand'),
      runner.run(slow.job, 'wake'),
    ];
    expect(slow.begun).toHaveLength(1);
    expect(runner.isRunning(slow.job)).toBe(true);
    expect(kept()).toMatchObject([{ status: 'running' }]);
    clock.forward(5);
    slow.begun[0]?.end({ found: 7, changed: 2, problems: [] });
    const [first, ...others] = await Promise.all(runs);
    expect(first).toMatchObject({ status: 'done', cause: 'schedule', found: 7, changed: 2, error: '' });
    expect((first?.finished_at ?? 0) - (first?.started_at ?? 0)).toBe(5000);
    expect(others).toEqual([first, first]);
    expect(runner.runs(slow.job, 10)).toEqual([first]);
    expect(runner.isRunning(slow.job)).toBe(false);
    void runner.run(slow.job, 'schedule');
    expect(slow.begun).toHaveLength(2);
    slow.begun[1]?.end(NOTHING);
  });

  test('two jobs do not wait for each other', async () => {
    const [one, other] = [job('one'), job('other')];
    const runner = runnerOf(one.job, other.job);
    void runner.run(one.job, 'hand');
    const second = runner.run(other.job, 'hand');
    other.begun[0]?.end(NOTHING);
    expect(await second).toMatchObject({ job: 'other', status: 'done' });
    expect(runner.isRunning(one.job)).toBe(true);
    one.begun[0]?.end(NOTHING);
  });
});

describe('a job that is not due does not run and leaves no trace', () => {
  test.each(['schedule', 'start', 'wake'] as const)('%s', async (cause) => {
    const idle = job('idle', { isDue: () => false });
    const runner = runnerOf(idle.job);
    expect(await runner.run(idle.job, cause)).toBeUndefined();
    expect([idle.begun, kept()]).toEqual([[], []]);
  });
  test.each(['hand', 'webhook'] as const)('but %s requests it', async (cause) => {
    const idle = job('idle', { isDue: () => false });
    const run = runnerOf(idle.job).run(idle.job, cause);
    idle.begun[0]?.end(NOTHING);
    expect(await run).toMatchObject({ status: 'done', cause });
  });
});

describe('a failure is recorded, and the next run still starts', () => {
  const UNKNOWN = 'A fault that Kramar does not know. The details are in the log.';
  test.each<[string, unknown, string]>([
    ['the bank', new BankError('TIMEOUT', 'No answer in time.', { inDoubt: true }), 'No answer in time.'],
    ['the disk', new OwnerError('BACKUP_STOPPED', 'The disk is full.'), 'The disk is full.'],
    ['a fault of our own', new TypeError('token 12345 is undefined'), UNKNOWN],
    ['something thrown', 'token 12345', UNKNOWN],
  ])('%s', async (_name, error, reported) => {
    const shaky = job('shaky');
    const runner = runnerOf(shaky.job);
    const run = runner.run(shaky.job, 'schedule');
    shaky.begun[0]?.fail(error);
    expect(await run).toMatchObject({ status: 'failed', error: reported, found: 0, changed: 0 });
    expect(log.error).toHaveBeenCalledTimes(1);
    const next = runner.run(shaky.job, 'schedule');
    shaky.begun[1]?.end(NOTHING);
    expect(await next).toMatchObject({ status: 'done' });
    expect(kept().map(({ status }) => status)).toEqual(['failed', 'done']);
  });

  test('what a stop breaks off is no error: it is tried again after the next start', async () => {
    const cut = job('cut');
    const runner = runnerOf(cut.job);
    const run = runner.run(cut.job, 'schedule');
    const stopped = runner.stop();
    cut.begun[0]?.fail(new OwnerError('BACKUP_STOPPED', 'The backup was broken off.'));
    await stopped;
    expect(await run).toMatchObject({ status: 'failed', error: 'The backup was broken off.' });
    expect(log.error).not.toHaveBeenCalled();
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  test('a job that throws before it has started', async () => {
    const broken = job('broken', {
      run: () => {
        throw new Error('at once');
      },
    });
    expect(await runnerOf(broken.job).run(broken.job, 'hand')).toMatchObject({ status: 'failed' });
  });

  test('problems on the way: what was done counts, and each problem is a line', async () => {
    const partly = job('partly');
    const run = runnerOf(partly.job).run(partly.job, 'schedule');
    partly.begun[0]?.end({ found: 3, changed: 1, problems: ['Каса: no answer', 'Бар: no token'] });
    expect(await run).toMatchObject({
      status: 'failed',
      found: 3,
      changed: 1,
      error: 'Каса: no answer\nБар: no token',
    });
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  test('the same problem every minute is one log line until a run succeeds; every run is recorded', async () => {
    const shaky = job('shaky');
    const runner = runnerOf(shaky.job);
    const runs = async (times: number, end: (n: number) => void) => {
      for (let n = 0; n < times; n++) {
        const run = runner.run(shaky.job, 'schedule');
        end(shaky.begun.length - 1);
        await run;
      }
    };
    const problem = (text: string) => (n: number) => shaky.begun[n]?.end({ ...NOTHING, problems: [text] });
    await runs(5, problem('Каса: no token'));
    expect(log.warn).toHaveBeenCalledTimes(1);
    await runs(5, problem('Каса: no answer'));
    expect(log.warn).toHaveBeenCalledTimes(2);
    await runs(1, (n) => shaky.begun[n]?.end(NOTHING));
    await runs(5, problem('Каса: no answer'));
    expect(log.warn).toHaveBeenCalledTimes(3);
    await runs(5, (n) => shaky.begun[n]?.fail(new Error('boom')));
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(kept()).toHaveLength(21);
  });

  test('the database cannot say whether a job is due: that job fails, the others run, and no exception escapes', async () => {
    const broken = job('broken', {
      isDue: () => {
        throw new Error('disk I/O error');
      },
    });
    const sound = job('sound');
    const runner = runnerOf(broken.job, sound.job);
    await expect(runner.run(broken.job, 'schedule')).rejects.toThrow('disk I/O error');
    const due = runner.runDue('wake');
    await vi.waitFor(() => expect(sound.begun).toHaveLength(1));
    sound.begun[0]?.end(NOTHING);
    await due;
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(kept()).toMatchObject([{ job: 'sound', status: 'done' }]);
  });

  test('the result cannot be written: the run is over all the same, and the next run writes it', async () => {
    const lost = job('lost');
    const runner = runnerOf(lost.job);
    const run = runner.run(lost.job, 'schedule');
    const { run: write } = db;
    db.run = () => {
      throw new Error('database or disk is full');
    };
    lost.begun[0]?.end(NOTHING);
    await expect(run).rejects.toThrow('full');
    expect(runner.isRunning(lost.job)).toBe(false);
    db.run = write;
    const next = runner.run(lost.job, 'schedule');
    lost.begun[1]?.end(NOTHING);
    await next;
    expect(kept().map(({ status }) => status)).toEqual(['done', 'done']);
  });
});

test('due jobs run one after another in their order, whatever fails', async () => {
  const [one, two, three] = [job('one'), job('two', { isDue: () => false }), job('three')];
  const runner = runnerOf(one.job, two.job, three.job);
  const all = runner.runDue('start');
  await vi.waitFor(() => expect(one.begun).toHaveLength(1));
  expect(three.begun).toHaveLength(0);
  one.begun[0]?.fail(new Error('boom'));
  await vi.waitFor(() => expect(three.begun).toHaveLength(1));
  three.begun[0]?.end(NOTHING);
  await all;
  expect(kept()).toMatchObject([
    { job: 'one', cause: 'start', status: 'failed' },
    { job: 'three', cause: 'start', status: 'done' },
  ]);
});

describe('stop', () => {
  test('waits for the runs under way, which are aborted; no run starts any more', async () => {
    const [slow, other] = [job('slow'), job('other')];
    const runner = runnerOf(slow.job, other.job);
    const run = runner.run(slow.job, 'schedule');
    expect(slow.begun[0]?.isStopping()).toBe(false);
    let stopped = false;
    const stopping = runner.stop().then(() => {
      stopped = true;
    });
    expect(slow.begun[0]?.isStopping()).toBe(true);
    expect(await runner.run(other.job, 'hand')).toBeUndefined();
    const due = runner.runDue('wake');
    expect([stopped, other.begun]).toEqual([false, []]);
    slow.begun[0]?.end(NOTHING);
    await stopping;
    await due;
    expect(other.begun).toEqual([]);
    expect(await run).toMatchObject({ status: 'done' });
    expect(kept()).toHaveLength(1);
  });

  test('a run that fails meanwhile does not delay the stop', async () => {
    const slow = job('slow');
    const runner = runnerOf(slow.job);
    void runner.run(slow.job, 'schedule');
    const stopping = runner.stop();
    slow.begun[0]?.fail(new Error('boom'));
    await stopping;
    expect(kept()).toMatchObject([{ status: 'failed' }]);
  });

  test('a run that was under way when the service was killed is marked as cut off at the next start', async () => {
    const slow = job('slow');
    void runnerOf(slow.job).run(slow.job, 'schedule');
    expect(cutOffJobRuns(db)).toBe(1);
    expect(kept()).toMatchObject([{ status: 'cut_off' }]);
    slow.begun[0]?.end(NOTHING);
  });
});
