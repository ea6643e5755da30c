import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cronSchedule } from '../../main/jobs/schedule.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import { insertJobRun } from '../../main/store/job-runs.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Job, JobRun } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { System } from '../../shared/api/system.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf, lastId } from '../helpers/events.ts';
import { heldSchedule, jobOf, jobsOf, runJob, runUntilDone } from '../helpers/jobs.ts';
import { attempts, createUnder, lostCreation, requested, untilRequested } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';
import { usualHeaders } from '../helpers/usual.ts';
import { setAddress } from '../helpers/webhooks.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const NAMES = [
  ...'settle-attempts sync-statements sync-registers fiscal-checks sweep-payments close-days prune-actions'.split(
    ' ',
  ),
  ...'back-up drill-backup copy-backup file-months prune read-earlier-payments'.split(' '),
];

/** A shop whose clock, the bank's included, and schedule are controlled by the test. */
const openSlowShop = async () => {
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
      for (const name of NAMES) await held.fire(shop, name);
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
type SlowShop = Awaited<ReturnType<typeof openSlowShop>>;

/** The parts of the statement that were requested from the bank meanwhile; seconds, as the bank expects. */
const windowsAskedBy = async (shop: Shop, work: () => Promise<unknown>) => {
  const before = requested(shop, 'statement').length;
  await work();
  return requested(shop, 'statement')
    .slice(before)
    .map(({ query: { from, to } }) => ({
      from: Number(from),
      to: to === undefined ? undefined : Number(to),
    }));
};

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
    expect(envelope).toEqual({ count: NAMES.length, next: null, previous: null });
    expect(results).toEqual(
      NAMES.map((name) => ({
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
  test.each(NAMES)('%s', async (name) => {
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

  test('that meets a fault of ours says so, and logs the cause only', async () => {
    const file = new Database(databaseFile(shop.folder));
    file.exec("create trigger full before delete on job_runs begin select raise(abort, 'secret'); end");
    insertJobRun(shop.console.db, 'prune', 'hand', 1);
    shop.console.db.run(build.updateTable('job_runs').set({ status: 'done' }).where('started_at', '=', 1));
    const run = await runJob(shop, 'prune');
    file.exec('drop trigger full');
    file.close();
    expect(run).toMatchObject({
      status: 'failed',
      error: 'A fault that Kramar does not know. The details are in the log.',
    });
    expect(await runJob(shop, 'prune')).toMatchObject({ status: 'done', changed: 1 });
  });

  test('joins the run that is under way', async () => {
    const token = shop.merchant.token;
    await runUntilDone(shop, 'sync-statements');
    const before = requested(shop, 'statement').length;
    shop.bank.fault({ kind: 'delay', ms: 400, path: 'statement', token });
    const first = runJob(shop, 'sync-statements');
    await untilRequested(shop, 'statement', before + 1);
    const { is_running, runs } = await jobOf(shop, 'sync-statements');
    expect(is_running).toBe(true);
    expect(runs[0]).toMatchObject({ status: 'running', finished_at: null });
    expect((await jobOf(shop, 'sync-registers')).is_running).toBe(false);
    const [one, two] = await Promise.all([first, runJob(shop, 'sync-statements')]);
    expect(two).toEqual(one);
    expect(requested(shop, 'statement')).toHaveLength(before + 1);
    expect((await jobOf(shop, 'sync-statements')).is_running).toBe(false);
    expect((await runJob(shop, 'sync-statements')).id).toBeGreaterThan(one.id);
  });

  test('waits for the run under way when the bank reports an invoice that is not here', async () => {
    setAddress(shop);
    const lost = await lostCreation(shop, 'told by the bank', { amount: 100 });
    await runUntilDone(shop, 'sync-statements');
    const before = requested(shop, 'statement').length;
    shop.bank.fault({ kind: 'delay', ms: 400, path: 'statement' });
    const first = runJob(shop, 'sync-statements');
    await untilRequested(shop, 'statement', before + 1);
    // The run may have read the statement already.
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

describe('sync-statements at its time', () => {
  let slow: SlowShop;
  let shop: Shop;
  beforeAll(async () => {
    slow = await openSlowShop();
    shop = slow.shop;
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.bank.clearFaults());

  const seconds = (ms: number) => Math.floor(ms / 1000);
  const sync = () => slow.runAtItsTime('sync-statements');
  const windows = (work: () => Promise<unknown>) => windowsAskedBy(shop, work);
  const invoicesOf = async (...ids: string[]) => {
    const { results } = (await shop.owner.get<InvoicePage>('invoices/?page_size=200')).body;
    return ids.map((id) => results.find(({ invoice_id }) => invoice_id === id));
  };

  test('the first time: the last 30 days', async () => {
    expect(await windows(async () => expect(await sync()).toMatchObject({ cause: 'schedule' }))).toEqual([
      { from: seconds(slow.now()) - 30 * DAY, to: undefined },
    ]);
  });

  test('not again within the quarter of an hour', async () => {
    await slow.forward(13 * MINUTE);
    expect(await windows(async () => expect(await sync()).toBeUndefined())).toEqual([]);
  });

  test('payments made outside Kramar, and refunds, since the last time, with an overlap', async () => {
    const last = seconds(slow.now()) - 13 * MINUTE;
    const own = await shop.paid({ amount: 1000 });
    const foreign = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700 });
    await slow.forward(2 * MINUTE);
    shop.bank.refund(own.invoice_id, 300);
    const reported = lastId(shop);
    expect(await windows(sync)).toEqual([{ from: last - 2 * 60 * MINUTE, to: undefined }]);
    expect(await invoicesOf(foreign, own.invoice_id)).toMatchObject([
      { status: 'success', amount: 700, created_locally: false },
      { status: 'success', amount: 1000, final_amount: 700, created_locally: true },
    ]);
    const types = (await eventsOf(shop.owner, reported)).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['invoice.found', 'invoice.refunded', 'terminal.synced']);
    expect((await jobOf(shop, 'sync-statements')).runs[0]).toMatchObject({ found: 2, changed: 2 });
  });

  test('the run after a failure begins where the failed one would have', async () => {
    const last = seconds(slow.now());
    await slow.forward(60 * MINUTE);
    shop.bank.fault({ kind: 'too-many-requests', path: 'statement', retryAfterSeconds: 0 });
    expect(await sync()).toMatchObject({ status: 'failed', found: 0, changed: 0 });
    await slow.forward(15 * MINUTE);
    const found = await windows(() =>
      // The bank has requested a pause; the job's time comes again.
      vi.waitFor(async () => expect(await sync()).toMatchObject({ status: 'done' }), { interval: 100 }),
    );
    expect(found).toEqual([{ from: last - 2 * 60 * MINUTE, to: undefined }]);
  });

  test('once a day the 30 days as a whole: a refund of an older payment is seen', async () => {
    const old = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 900 });
    const start = seconds(slow.now());
    for (let times = 0; times < 4; times += 1) {
      await slow.forward(5.5 * 60 * MINUTE);
      for (const { from } of await windows(sync)) expect(from).toBeGreaterThan(start - 3 * 60 * MINUTE);
    }
    shop.bank.refund(old, 100);
    await slow.forward(60 * MINUTE);
    expect(await windows(sync)).toEqual([{ from: seconds(slow.now()) - 30 * DAY, to: undefined }]);
    expect(await invoicesOf(old)).toMatchObject([{ amount: 900, final_amount: 800 }]);
    await slow.forward(60 * MINUTE);
    expect(await windows(sync)).toEqual([{ from: seconds(slow.now()) - 3 * 60 * MINUTE, to: undefined }]);
  });

  test('after 40 days off nothing is missing, in parts of at most 31 days', async () => {
    const last = seconds(slow.now());
    const paid: string[] = [];
    for (let days = 0; days < 40; days += 1) {
      const date = (last + days * DAY + 60) * 1000;
      paid.push(shop.bank.payOutsideKramar(shop.merchant.token, { amount: 1000 + days, date }));
    }
    await slow.forward(40 * DAY);
    shop.bank.refund(paid[1] ?? '', 1);
    await shop.restart();
    const parts = await windows(async () =>
      expect(await sync()).toMatchObject({ status: 'done', changed: 40 }),
    );
    expect(parts[0]?.from).toBe(last - 2 * 60 * MINUTE);
    expect(parts.at(-1)?.to).toBeUndefined();
    for (const [at, { from, to = seconds(slow.now()) }] of parts.entries()) {
      expect(to - from).toBeLessThanOrEqual(31 * DAY);
      const next = parts[at + 1];
      if (next) expect(next.from).toBeLessThanOrEqual(to);
    }
    const amounts = (await invoicesOf(...paid)).map((invoice) => invoice?.amount);
    expect(amounts).toEqual(paid.map((_, days) => 1000 + days));
    expect(await invoicesOf(paid[1] ?? '')).toMatchObject([{ final_amount: 1000 }]);
    // And then as usual.
    await slow.forward(15 * MINUTE);
    expect(await windows(sync)).toEqual([
      { from: seconds(slow.now()) - 15 * MINUTE - 2 * 60 * MINUTE, to: undefined },
    ]);
  });

  test('a clock that was set back prevents nothing', async () => {
    await slow.forward(-10 * DAY);
    expect(await windows(sync)).toEqual([{ from: seconds(slow.now()) - 30 * DAY, to: undefined }]);
    await slow.forward(15 * MINUTE);
    expect(await windows(sync)).toHaveLength(1);
  });

  test('an inactive terminal is left out', async () => {
    const [, merchant] = shop.bank.merchants;
    const second = await addTerminal(shop.console, { name: 'Друга', token: merchant?.token ?? '' });
    const requestedTokens = async (name: string) => {
      const before = shop.bank.requests.length;
      await slow.fire(name);
      return new Set(shop.bank.requests.slice(before).map(({ headers }) => headers['x-token']));
    };
    const turn = (is_active: boolean) => shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active });
    await turn(false);
    await slow.forward(DAY);
    for (const name of ['sync-statements', 'sync-registers'])
      expect(await requestedTokens(name)).toEqual(new Set([merchant?.token]));
    // The active one is up to date; the other does not make the job due.
    expect(await sync()).toBeUndefined();
    await turn(true);
    expect(await requestedTokens('sync-statements')).toContain(shop.merchant.token);
    expect((await shop.owner.send('DELETE', `terminals/${second.id}/`)).status).toBe(204);
  });
});

describe('whether there is anything to do', () => {
  let slow: SlowShop;
  let shop: Shop;
  beforeAll(async () => {
    slow = await openSlowShop();
    shop = slow.shop;
    await slow.runDue();
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.bank.clearFaults());
  const ran = async (name: string) => (await slow.runAtItsTime(name)) !== undefined;

  test('no job is due when all is done', async () => {
    for (const name of NAMES) expect([name, await ran(name)]).toEqual([name, false]);
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

describe('the records of runs', () => {
  let slow: SlowShop;
  let shop: Shop;
  beforeAll(async () => {
    slow = await openSlowShop();
    shop = slow.shop;
  });
  afterAll(() => shop.close());

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

test('next_run_at is the next time of the schedule', async () => {
  const shop = await openShop({ schedule: cronSchedule });
  try {
    for (const { name, schedule, next_run_at } of await jobsOf(shop)) {
      const next = new Date(next_run_at ?? Number.NaN);
      expect(next.getTime(), name).toBeGreaterThan(Date.now() - 1000);
      expect(next.getTime(), name).toBeLessThan(Date.now() + 61 * MINUTE * 1000);
      const [minutes = ''] = schedule.split(' ');
      if (/^\d+$/.test(minutes)) expect([name, next.getUTCMinutes()]).toEqual([name, Number(minutes)]);
      expect([name, next.getUTCSeconds()]).toEqual([name, 0]);
    }
  } finally {
    await shop.close();
  }
});
