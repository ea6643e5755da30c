import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { changeSetting } from '../../main/shop/settings.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import { setSetting } from '../../main/store/settings.ts';
import type { Settings } from '../../shared/api/settings.ts';
import type { System } from '../../shared/api/system.ts';
import { version } from '../../shared/version.ts';
import type { Client } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { runUntilDone } from '../helpers/jobs.ts';
import { lostCreation } from '../helpers/keyed.ts';
import { ok } from '../helpers/ok.ts';
import { openShop } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { usualHeaders } from '../helpers/usual.ts';

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const iso = (secondsLater = 0) => new Date(clock.now() + secondsLater * 1000).toISOString();
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });

const read = (client: Client = shop.owner): Promise<System> => ok(client.get<System>('system/'), 200);
const theTerminal = async (id = shop.terminal.id) =>
  (await read()).terminals.find((terminal) => terminal.id === id);

test('of a shop in which nothing has happened yet', async () => {
  const space = { free: expect.any(Number), is_low: expect.any(Boolean) };
  const answer = await shop.owner.get<System>('system/');
  usualHeaders(answer);
  expect(answer.body).toEqual({
    version,
    is_practice: false,
    keys_off: 0,
    console: `npm run admin -- --data-dir ${shop.config.dataDir}`,
    has_window: false,
    shop_name: '',
    seller_iban: '',
    return_text: '',
    facts: {
      people: false,
      locations: false,
      stands: false,
      cash: false,
      holds: false,
      receipts: false,
      programs: false,
    },
    time_zone: 'Europe/Kyiv',
    bank: { state: 'unknown', since: null, err_code: null, next_try_at: null, last_answer_at: null },
    attempts_in_doubt: 0,
    paid_twice: [],
    unreadable_count: 0,
    unreadable: [],
    backup: { last_at: null, is_overdue: false, problem: '', fault: null },
    copies: { is_on: false, last_at: null, is_overdue: false, problem: '', fault: null },
    moved_away: null,
    moved_here: null,
    disk: { data: space, backups: space, is_same: true },
    terminals: [{ id: shop.terminal.id, token: 'usable', synced_at: null, paused_until: null }],
  });
});

test('hides from employees the path of the data folder', async () => {
  const member = await shop.employee('member');
  expect(await read(member)).toEqual({ ...(await read()), console: '' });
});

describe('the bank', () => {
  const refresh = async (id: number) => (await shop.owner.post(`invoices/${id}/refresh/`)).status;

  test('reachable, unreachable, and reachable again', async () => {
    // Paid: only this test queries it.
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.pay(invoice_id);
    expect(await refresh(id)).toBe(200);
    const answered = iso();
    const reachable = {
      state: 'reachable',
      since: null,
      err_code: null,
      next_try_at: null,
      last_answer_at: answered,
    };
    expect((await read()).bank).toEqual(reachable);

    clock.forward(10);
    shop.bank.fault({ kind: 'unavailable', times: 10_000 });
    expect(await refresh(id)).toBe(502);
    // One call without an answer proves little.
    expect((await read()).bank).toEqual(reachable);
    const since = iso();
    clock.forward(10);
    expect(await refresh(id)).toBe(502);
    expect(await refresh(id)).toBe(502);
    const gone = (await read()).bank;
    expect(gone).toEqual({
      state: 'unreachable',
      since,
      err_code: 'BAD_GATEWAY',
      next_try_at: expect.any(String),
      last_answer_at: answered,
    });
    expect(Date.parse(gone.next_try_at ?? '')).toBeGreaterThanOrEqual(clock.now());

    // The failure of the last call.
    shop.bank.clearFaults();
    shop.bank.fault({ kind: 'reset', times: 10_000 });
    expect(await refresh(id)).toBe(502);
    expect((await read()).bank).toMatchObject({ since, err_code: 'UNREACHABLE' });

    // A client that starts in between learns it at once, though nothing was queried yet.
    await shop.restart();
    expect((await read()).bank).toMatchObject({ state: 'unreachable', last_answer_at: null });

    clock.forward(10);
    shop.bank.clearFaults();
    expect(await refresh(id)).toBe(200);
    expect((await read()).bank).toEqual({ ...reachable, last_answer_at: iso() });
  });

  test('is found to be back without a request, and without anything to query', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.pay(invoice_id);
    expect(await refresh(id)).toBe(200);
    shop.bank.fault({ kind: 'unavailable', times: 10_000 });
    for (let times = 0; times < 3; times += 1) expect(await refresh(id)).toBe(502);
    shop.bank.clearFaults();
    await vi.waitFor(async () => expect((await read()).bank.state).toBe('reachable'));
  });

  test('what it refuses is an answer', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.pay(invoice_id);
    expect(await refresh(id)).toBe(200);
    // Nothing else asks the bank, and takes one of the five.
    onTestFinished((await shop.hold()).release);
    shop.bank.fault({ kind: 'too-many-requests', times: 5 });
    for (let times = 0; times < 5; times += 1) expect(await refresh(id)).toBe(502);
    expect((await read()).bank).toMatchObject({ state: 'reachable', last_answer_at: iso() });
  });
});

test('calls to the bank whose outcome is unknown', async () => {
  // The faults of the tests before have slowed the pace, which a start resets.
  await shop.restart();
  // The bank's time is known from its first answer on, and two of them make up for the jump below.
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const before = (await read()).attempts_in_doubt;
  const body = { amount: 100, validity: 60 };
  for (const key of ['one', 'two']) await lostCreation(shop, key, body, false);
  expect((await read()).attempts_in_doubt).toBe(before + 2);
  clock.forward(3000);
  for (const _ of [1, 2]) await runUntilDone(shop, 'settle-attempts');
  expect((await read()).attempts_in_doubt).toBe(before);
});

describe('a terminal', () => {
  test('that the bank has asked to slow down', async () => {
    const { id } = await shop.createInvoice();
    shop.bank.fault({ kind: 'too-many-requests', retryAfterSeconds: 600 });
    await shop.owner.post(`invoices/${id}/refresh/`);
    const until = Date.parse((await theTerminal())?.paused_until ?? '');
    expect(until).toBeGreaterThan(clock.now() + 500_000);
    expect(until).toBeLessThanOrEqual(clock.now() + 600_000);
  });

  test('whose statement was imported', async () => {
    expect((await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`)).status).toBe(200);
    const synced = iso();
    clock.forward(60);
    expect((await theTerminal())?.synced_at).toBe(synced);
  });

  test('whose token cannot be opened, or was never entered; one that was deleted', async () => {
    const [, merchant] = shop.bank.merchants;
    const { id } = await addTerminal(shop.console, { name: 'Друга', token: merchant?.token ?? '' });
    expect(await theTerminal(id)).toEqual({ id, token: 'usable', synced_at: null, paused_until: null });
    for (const sealed_token of [new Uint8Array([1, 2, 3]), null]) {
      shop.console.db.run(build.updateTable('terminals').set({ sealed_token }).where('id', '=', id));
      expect(await theTerminal(id)).toMatchObject({ token: 'missing', paused_until: null });
    }
    expect(await theTerminal()).toMatchObject({ token: 'usable' });
    expect((await shop.owner.send('DELETE', `terminals/${id}/`)).status).toBe(204);
    expect(await theTerminal(id)).toBeUndefined();
  });
});

test('a shop is late with its first backup two days after its owner was made, not before', async () => {
  const time = stoppedClock();
  const fresh = await openShop({ now: time.now });
  // A sign-in of its own: an earlier one has run out.
  const isLate = async () => {
    const owner = fresh.stranger.as(await fresh.signIn('owner'));
    return (await owner.get<System>('system/')).body.backup.is_overdue;
  };
  expect(await isLate()).toBe(false);
  time.forward(47 * 3600);
  expect(await isLate()).toBe(false);
  time.forward(2 * 3600);
  expect(await isLate()).toBe(true);
  await fresh.close();
});

test('what the shop has besides one person, one bank connection and its QR', async () => {
  const other = await openShop();
  const facts = async () => (await other.owner.get<System>('system/')).body.facts;
  const alone = await facts();
  expect(Object.values(alone)).toEqual(Object.values(alone).map(() => false));
  // The owner says so before the first shift.
  setSetting(other.console.db, 'takes_cash', 'yes');
  expect(await facts()).toEqual({ ...alone, cash: true });
  setSetting(other.console.db, 'takes_cash', 'no');
  expect(await facts()).toEqual(alone);
  await other.employee('olena');
  await other.owner.post('shifts/', { opening_cash: 0 });
  expect(await facts()).toEqual({ ...alone, people: true, cash: true });
  await other.owner.post(`terminals/${other.terminal.id}/sync_registers/`);
  expect(await facts()).toMatchObject({ stands: true, locations: false });
  await other.close();
});

test('the owner reads each setting with the value in force', async () => {
  changeSetting(shop.console.db, shop.config.dataDir, 'shop_name', 'Зерно', Date.now());
  const { status, body } = await shop.owner.get<Settings>('settings/');
  expect(status).toBe(200);
  expect(body.settings.find(({ name }) => name === 'shop_name')).toMatchObject({
    value: 'Зерно',
    is_default: false,
    default: '',
  });
  expect(body.settings.find(({ name }) => name === 'time_zone')).toMatchObject({
    value: 'Europe/Kyiv',
    is_default: true,
  });
});
