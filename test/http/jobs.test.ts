import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cronSchedule } from '../../main/jobs/schedule.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { Job, JobRun } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { jobOf, jobsOf, runJob, runUntilDone } from '../helpers/jobs.ts';
import { attempts, lostCreation, requested, untilRequested } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { JOB_NAMES } from '../helpers/slow-shop.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { usualHeaders } from '../helpers/usual.ts';
import { setAddress } from '../helpers/webhooks.ts';

describe('the list, and a run by hand', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ now: stoppedClock().now });
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.bank.clearFaults());

  test('has every job, in the envelope of every list', async () => {
    const answer = await shop.owner.get<Page<Job>>('jobs/');
    expect(answer.status).toBe(200);
    usualHeaders(answer);
    const { results, ...envelope } = answer.body;
    expect(envelope).toEqual({ count: JOB_NAMES.length, next: null, previous: null });
    expect(results).toEqual(
      JOB_NAMES.map((name) => ({
        name,
        description: expect.stringMatching(/^[A-Z].*\.$/),
        schedule: expect.stringMatching(/^\S+( \S+){4}$/),
        time_zone: 'Europe/Kyiv',
        next_run_at: null,
        is_running: false,
        runs: [],
      })),
    );
  });

  // In the order in which they depend on each other: a backup is tried after it was made.
  test.each(JOB_NAMES)('%s', async (name) => {
    const answer = await shop.owner.post<JobRun>(`jobs/${name}/run/`);
    expect(answer.status, answer.text).toBe(200);
    usualHeaders(answer);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      job: name,
      cause: 'hand',
      status: 'done',
      found: expect.any(Number),
      changed: expect.any(Number),
      error: '',
      started_at: time,
      finished_at: time,
    });
    expect((await jobOf(shop, name)).runs).toEqual([answer.body]);
  });

  test('reports how much it found, and changed', async () => {
    await shop.createInvoice();
    for (const amount of [100, 200]) shop.bank.payOutsideKramar(shop.merchant.token, { amount });
    expect(await runJob(shop, 'sync-statements')).toMatchObject({ found: 2, changed: 2 });
    expect(await runJob(shop, 'sync-statements')).toMatchObject({ found: 2, changed: 0 });
    const registers = shop.merchant.registers.length;
    expect(await runJob(shop, 'sync-registers')).toMatchObject({ found: registers });
  });

  test('that fails is a 200 all the same: the failure is reported for each terminal', async () => {
    const second = await addTerminal(shop.console, {
      name: 'Друга',
      token: shop.bank.merchants[1]?.token ?? '',
    });
    shop.bank.fault({ kind: 'internal-error', path: 'statement', token: shop.merchant.token });
    shop.bank.payOutsideKramar(shop.bank.merchants[1]?.token ?? '', { amount: 300 });
    const run = await runJob(shop, 'sync-statements');
    // A failure of one terminal does not affect the other.
    expect(run).toMatchObject({ status: 'failed', found: 1, changed: 1 });
    expect(run.error).toMatch(/^Каса: .+\.$|^Каса: .+/);
    expect(run.error.split('\n')).toHaveLength(1);
    expect(run.error).not.toContain(shop.merchant.token);
    expect((await jobOf(shop, 'sync-statements')).runs[0]).toEqual(run);
    expect((await shop.owner.send('DELETE', `terminals/${second.id}/`)).status).toBe(204);
  });

  test('waits for the run under way when the bank reports an invoice that is not here', async () => {
    setAddress(shop);
    const lost = await lostCreation(shop, 'told by the bank', { amount: 100 });
    await runUntilDone(shop, 'sync-statements');
    const before = requested(shop, 'statement').length;
    shop.bank.fault({ kind: 'delay', ms: 400, path: 'statement', acts: true });
    const first = runJob(shop, 'sync-statements');
    await untilRequested(shop, 'statement', before + 1);
    // The run has read the statement already.
    shop.bank.pay(lost);
    const { id } = await first;
    await vi.waitFor(async () => {
      const [latest] = (await jobOf(shop, 'sync-statements')).runs;
      expect(latest).toMatchObject({ cause: 'webhook', status: 'done' });
      expect(latest?.id).toBeGreaterThan(id);
    });
    expect(requested(shop, 'statement')).toHaveLength(before + 2);
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'done' });
    setAddress(shop, '');
  });

  test('of a job that there is not: 404', async () => {
    for (const name of ['nothing', 'Prune', 'prune%20', '1', '__proto__']) {
      const answer = await withoutTrace(shop, () => shop.owner.post<Refusal>(`jobs/${name}/run/`));
      expect([name, answer.status, answer.body]).toEqual([name, 404, { detail: 'Not found.' }]);
    }
  });

  test('shows the latest twenty runs of each, newest first', async () => {
    const before = (await jobOf(shop, 'sync-registers')).runs.length;
    const ids: number[] = [];
    for (let times = 0; times < 22; times += 1) ids.push((await runJob(shop, 'prune')).id);
    await runJob(shop, 'sync-registers');
    const { runs } = await jobOf(shop, 'prune');
    expect(runs.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 20));
    expect((await jobOf(shop, 'sync-registers')).runs).toHaveLength(before + 1);
  });
});

test('next_run_at is the next time of the schedule', async () => {
  const shop = await openShop({ schedule: cronSchedule });
  try {
    for (const { name, schedule, next_run_at } of await jobsOf(shop)) {
      const next = new Date(next_run_at ?? Number.NaN);
      expect(next.getTime(), name).toBeGreaterThan(Date.now() - 1000);
      expect(next.getTime(), name).toBeLessThan(Date.now() + 61 * 60_000);
      const [minutes = ''] = schedule.split(' ');
      if (/^\d+$/.test(minutes)) expect([name, next.getUTCMinutes()]).toEqual([name, Number(minutes)]);
      expect([name, next.getUTCSeconds()]).toEqual([name, 0]);
    }
  } finally {
    await shop.close();
  }
});
