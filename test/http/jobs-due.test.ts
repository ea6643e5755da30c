import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { insertJobRun } from '../../main/store/job-runs.ts';
import type { System } from '../../shared/api/system.ts';
import type { Refusal } from '../helpers/client.ts';
import { jobOf, runJob } from '../helpers/jobs.ts';
import { attempts, createUnder, lostCreation, requested, untilRequested } from '../helpers/keyed.ts';
import { JOB_NAMES, openSlowShop } from '../helpers/slow-shop.ts';
import { rowsOf } from '../helpers/trace.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

// The jobs at their times: which are due, and what is kept of their runs.

const slow = await openSlowShop();
const { shop } = slow;
afterAll(() => shop.close());
beforeEach(() => shop.bank.clearFaults());

describe('the records of runs', () => {
  test('prune forgets runs after 30 days, events after 90, kept answers after a day', async () => {
    const { db } = shop.console;
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    const now = slow.now();
    const account = Number(rowsOf(shop, 'accounts')[0]?.id);
    const age = (days: number, ms = 0) => now - days * DAY * 1000 - ms;
    const runsAt = [age(400), age(30, 1), age(30), age(1)];
    const eventsAt = [age(400), age(90, 1), age(90), age(1)];
    // By the bank's clock, which goes on while the PC's stands.
    const answersAt = [age(10), age(1, 60_000), age(1, -60_000), age(0)];
    db.transaction(() => {
      for (const at of runsAt) {
        const { id } = insertJobRun(db, 'prune', 'schedule', at);
        db.run(build.updateTable('job_runs').set({ status: 'done', finished_at: at }).where('id', '=', id));
      }
      for (const created_at of eventsAt)
        db.run(
          build
            .insertInto('events')
            .values({
              type: 'backup.restored',
              invoice_id: null,
              terminal_id: null,
              data: '{"name":"x"}',
              created_at,
            }),
        );
      for (const [index, created_at] of answersAt.entries())
        db.run(
          build
            .insertInto('idempotency_keys')
            .values({
              account_id: account,
              key: `k${index}`,
              fingerprint: '',
              attempt_id: null,
              answer: '{}',
              created_at: 0,
              bank_created_at: created_at,
            }),
        );
    });
    const run = await runJob(shop, 'prune');
    const times = (table: string, field: string) => rowsOf(shop, table).map((row) => row[field]);
    expect(times('job_runs', 'started_at')).toEqual([...runsAt.slice(2), now]);
    expect(times('events', 'created_at')).toEqual(eventsAt.slice(2));
    expect(times('idempotency_keys', 'bank_created_at')).toEqual(answersAt.slice(2));
    expect(run).toMatchObject({ status: 'done', found: 6, changed: 6 });
  });

  test('a run that the end of the service cut off is `cut_off`, and the next is done', async () => {
    const { id } = insertJobRun(shop.console.db, 'sync-statements', 'schedule', slow.now());
    expect((await jobOf(shop, 'sync-statements')).runs[0]).toMatchObject({ id, status: 'running' });
    await shop.restart();
    expect((await jobOf(shop, 'sync-statements')).runs[0]).toEqual({
      id,
      job: 'sync-statements',
      cause: 'schedule',
      status: 'cut_off',
      found: 0,
      changed: 0,
      error: '',
      started_at: slow.iso(),
      finished_at: null,
    });
    expect(await slow.runAtItsTime('sync-statements')).toMatchObject({ status: 'done' });
  });

  test('an orderly stop waits for the run under way, and no run starts any more', async () => {
    await slow.forward(DAY);
    const before = requested(shop, 'statement').length;
    shop.bank.fault({ kind: 'delay', ms: 500, path: 'statement' });
    const run = slow.fire('sync-statements');
    await untilRequested(shop, 'statement', before + 1);
    expect((await jobOf(shop, 'sync-statements')).is_running).toBe(true);
    const restarted = shop.restart();
    const late = await shop.owner.post<Refusal>('jobs/prune/run/');
    expect([late.status, late.body]).toEqual([
      503,
      { detail: 'The service is stopping; the job was not run.' },
    ]);
    await Promise.all([restarted, run]);
    expect((await jobOf(shop, 'sync-statements')).runs[0]).toMatchObject({
      cause: 'schedule',
      status: 'done',
      finished_at: slow.iso(),
    });
    // All of it was imported: it is not due again.
    expect(await slow.runAtItsTime('sync-statements')).toBeUndefined();
  });
});

describe('whether there is anything to do', () => {
  beforeAll(() => slow.runDue());
  const ran = async (name: string) => (await slow.runAtItsTime(name)) !== undefined;

  test('no job is due when all is done', async () => {
    for (const name of JOB_NAMES) expect([name, await ran(name)]).toEqual([name, false]);
  });

  test.each([
    ['sync-registers', DAY],
    ['prune', DAY],
    ['back-up', DAY],
    ['drill-backup', 7 * DAY],
  ])('%s: when its time has passed', async (name, every) => {
    await runJob(shop, name);
    await slow.forward(every - 60);
    // The days of backups are the calendar's.
    if (name !== 'back-up') expect(await ran(name)).toBe(false);
    await slow.forward(60);
    expect(await ran(name)).toBe(true);
    expect(await ran(name)).toBe(false);
  });

  test('settle-attempts: every minute while a doubt is fresh, then every ten', async () => {
    await slow.runDue();
    const lost = await lostCreation(shop, 'sale', { amount: 100, validity: 30 * DAY });
    await slow.forward(60);
    // The bank was silent: the job waits for its answer.
    await vi.waitFor(async () => expect((await slow.runAtItsTime('settle-attempts'))?.status).toBe('done'));
    expect(await ran('settle-attempts')).toBe(true);
    await slow.forward(10 * MINUTE);
    expect(await ran('settle-attempts')).toBe(true);
    await slow.forward(9 * MINUTE);
    expect(await ran('settle-attempts')).toBe(false);
    await slow.forward(MINUTE);
    expect(await ran('settle-attempts')).toBe(true);
    shop.bank.pay(lost);
    await slow.forward(10 * MINUTE);
    expect(await slow.runAtItsTime('settle-attempts')).toMatchObject({ found: 1, changed: 1 });
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'done' });
    await slow.forward(10 * MINUTE);
    expect(await ran('settle-attempts')).toBe(false);
    expect((await createUnder(shop, 'sale', { amount: 100, validity: 30 * DAY })).status).toBe(201);
  });

  test('at the start the attempts in doubt are settled, and nothing else is done', async () => {
    await slow.runDue();
    await lostCreation(shop, 'before the end', { amount: 101, validity: 60 }, false);
    await slow.forward(DAY);
    const runs = () => rowsOf(shop, 'job_runs').map(({ job, cause }) => [job, cause]);
    const before = runs().length;
    await shop.restart();
    await vi.waitFor(() => expect(attempts(shop).at(-1)).toMatchObject({ status: 'dropped' }));
    expect(runs().slice(before)).toEqual([['settle-attempts', 'start']]);
  });

  describe('on waking up', () => {
    const waken = async () => {
      const before = Number(rowsOf(shop, 'job_runs').at(-1)?.id);
      shop.wake();
      const woken = () => rowsOf(shop, 'job_runs').filter(({ id }) => Number(id) > before);
      // One after another: the last of them is prune.
      await vi.waitFor(() => expect(woken().at(-1)).toMatchObject({ job: 'prune', status: 'done' }));
      return woken().map(({ job, cause, status }) => [job, cause, status]);
    };
    test('due jobs run', async () => {
      await slow.runDue();
      await slow.forward(DAY);
      const due = ['sync-statements', 'sync-registers', 'close-days', 'back-up', 'prune'];
      expect(await waken()).toEqual(due.map((job) => [job, 'wake', 'done']));
    });
    test('and nothing else', async () => {
      await slow.runDue();
      const before = rowsOf(shop, 'job_runs');
      shop.wake();
      shop.wake();
      // After the jobs they started, if there were any.
      await runJob(shop, 'prune');
      const after = rowsOf(shop, 'job_runs');
      expect(after.slice(before.length).map(({ job, cause }) => [job, cause])).toEqual([['prune', 'hand']]);
    });
  });

  test('while the bank is unreachable, the jobs that need it do not run; when it is back, all of them do', async () => {
    await slow.runDue();
    const { id } = await shop.createInvoice();
    const refresh = () => shop.owner.post(`invoices/${id}/refresh/`);
    shop.bank.fault({ kind: 'unavailable', times: 10_000 });
    for (let times = 0; times < 3; times += 1) expect((await refresh()).status).toBe(502);
    expect((await shop.owner.get<System>('system/')).body.bank.state).toBe('unreachable');
    await slow.forward(DAY);
    for (const name of ['sync-statements', 'sync-registers', 'settle-attempts'])
      expect([name, await ran(name)]).toEqual([name, false]);
    const before = rowsOf(shop, 'job_runs').length;
    const made = () => rowsOf(shop, 'job_runs').slice(before);
    shop.bank.clearFaults();
    await vi.waitFor(() => expect(made().at(-1)).toMatchObject({ job: 'prune', status: 'done' }));
    expect(made().map(({ job, cause }) => [job, cause])).toEqual(
      ['sync-statements', 'sync-registers', 'close-days', 'back-up', 'prune'].map((job) => [job, 'wake']),
    );
  });
});
