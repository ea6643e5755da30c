import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { osKeychain } from '../../main/platform/keychain.ts';
import { createLog, type Log } from '../../main/platform/log.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import type { Refusal } from '../helpers/client.ts';
import { createUnder } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf, traceRows } from '../helpers/trace.ts';
import { asking } from './stage.ts';
import { handCron, type WatchersTime, watchersTime } from './time.ts';

const MINUTE = 60;

/** The native module: a keychain in the state that the test sets. The real one has a suite in test/keychain. */
const ring = vi.hoisted(() => {
  let stored = new Map<string, number[]>();
  let waiting: (() => void)[] = [];
  const state = {
    mood: 'open' as 'open' | 'locked' | 'hangs' | 'absent',
    reads: 0,
    forget: () => stored.clear(),
    taken: () => new Map(stored),
    put: (entries: Map<string, number[]>) => {
      stored = new Map(entries);
    },
    /** Answers the callers that were kept waiting. */
    open: () => {
      state.mood = 'open';
      for (const answer of waiting.splice(0)) answer();
      waiting = [];
    },
    call: async <Result>(work: () => Result): Promise<Result> => {
      state.reads += 1;
      if (state.mood === 'locked') throw new Error('Secret Service: unlock prompt was dismissed');
      if (state.mood === 'absent') throw new Error('DBus error: no bus');
      if (state.mood === 'hangs') await new Promise<void>((answer) => waiting.push(answer));
      return work();
    },
    get: (name: string) => stored.get(name) ?? null,
    set: (name: string, secret: Uint8Array) => void stored.set(name, [...secret]),
    remove: (name: string) => stored.delete(name),
  };
  return state;
});
vi.mock('@napi-rs/keyring', () => ({
  AsyncEntry: class {
    readonly #name: string;
    constructor(_service: string, name: string) {
      this.#name = name;
    }
    getSecret = () => ring.call(() => ring.get(this.#name));
    setSecret = (secret: Uint8Array) => ring.call(() => ring.set(this.#name, secret));
    deleteCredential = () => ring.call(() => ring.remove(this.#name));
  },
}));
/** The same for Windows, whose module uses text. */
vi.mock('@github/keytar', () => ({
  default: {
    getPassword: (_service: string, name: string) =>
      ring.call(() => {
        const secret = ring.get(name);
        return secret && Buffer.from(secret).toString('base64');
      }),
    setPassword: (_service: string, name: string, text: string) =>
      ring.call(() => ring.set(name, Buffer.from(text, 'base64'))),
    deletePassword: (_service: string, name: string) => ring.call(() => ring.remove(name)),
  },
}));

let time: WatchersTime;
let shop: Shop;
let reported: string[];
let cron: ReturnType<typeof handCron>;
const listening = (): Log => {
  const quiet = createLog({ level: 'error' });
  const keep = (message: string) => void reported.push(message);
  const log: Log = { ...quiet, warn: keep, error: keep, child: () => log };
  return log;
};
beforeEach(async () => {
  reported = [];
  time = watchersTime();
  cron = handCron();
  ring.forget();
  ring.open();
  shop = await openShop({
    now: time.now,
    bank: { now: time.bankNow },
    config: { keychain: 'os' },
    schedule: cron.schedule,
    keychain: osKeychain('shop', 20),
    log: listening(),
  });
});
afterEach(async () => {
  ring.open();
  await shop.close();
  time.restore();
});

const { owner, statusOf } = asking(() => shop);
const written = () => ['invoices', 'attempts', 'events', 'counters'].map((table) => traceRows(shop, table));
/** Warnings and errors from now on. */
const listen = () => {
  const before = reported.length;
  return () => reported.slice(before);
};

/** What is open when the keychain fails: an unpaid invoice, a paid one, a sale in doubt. */
const openBusiness = async () => {
  const client = await owner();
  const create = (key: string) => createUnder(shop, key, { amount: 5000, validity: 86_400 }, client);
  const unpaid = (await create('unpaid')).body;
  const paid = (await create('paid')).body;
  shop.bank.pay(paid.invoice_id);
  await client.post(`invoices/${paid.id}/refresh/`);
  shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
  expect((await create('lost')).status).toBe(502);
  const lost = shop.bank.invoices().at(-1)?.invoiceId ?? '';
  return { unpaid, paid, lost };
};

const TOKEN_MISSING = { detail: expect.stringContaining('"Каса"'), err_code: 'TOKEN_MISSING' };

/** All that needs the bank is refused in the same words, with nothing written and nothing requested; the rest works. */
const nothingButReading = async ({ unpaid, paid }: { unpaid: Invoice; paid: Invoice }): Promise<void> => {
  const client = await owner();
  shop.bank.clearRequests();
  const before = written();
  const needsBank: [path: string, body?: object][] = [
    ['invoices/', { terminal: shop.terminal.id, amount: 100 }],
    [`invoices/${unpaid.id}/refresh/`],
    [`invoices/${unpaid.id}/cancel/`],
    [`invoices/${paid.id}/cancel/`, { amount: 1000 }],
    [`terminals/${shop.terminal.id}/sync_invoices/`],
    [`terminals/${shop.terminal.id}/sync_registers/`],
  ];
  for (const [path, body] of needsBank) {
    const answer = await client.post<Refusal>(path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 502, TOKEN_MISSING]);
  }
  expect(written()).toEqual(before);
  expect(shop.bank.requests).toEqual([]);
  for (const path of ['invoices/', `invoices/${paid.id}/`, 'terminals/', 'stats/', 'events/', 'jobs/'])
    expect([path, (await client.get(path)).status]).toEqual([path, 200]);
  expect((await client.post('catalog/categories/', { name: 'Кава' })).status).toBe(201);
  const { body } = await client.get<System>('system/');
  expect(body).toMatchObject({
    attempts_in_doubt: 1,
    terminals: [{ id: shop.terminal.id, token: 'missing' }],
  });
};

/** Minutes in which jobs and watcher do what they can. */
const minutes = async (count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute++) {
    await time.pass(MINUTE);
    await cron.strike(minute);
  }
};

describe.each([
  ['is locked', 'locked', /locked or does not answer.*Unlock it/],
  ['hangs', 'hangs', /locked or does not answer.*Unlock it/],
  ['is not there', 'absent', /cannot be reached.*Start a Secret Service/],
] as const)('at the start the keychain %s', (_name, mood, says) => {
  test('the service starts, reads, refuses what needs the bank, does not flood the log, and recovers by itself when the keychain is back', async () => {
    const business = await openBusiness();
    ring.mood = mood;
    const complaints = listen();
    await shop.restart();
    await nothingButReading(business);
    expect(complaints().filter((line) => says.test(line))).toHaveLength(1);

    shop.bank.pay(business.unpaid.invoice_id);
    shop.bank.pay(business.lost);
    const later = listen();
    ring.reads = 0;
    await minutes(20);
    expect(shop.bank.requests).toEqual([]);
    expect(await statusOf(business.unpaid.id)).toBe('created');
    expect(rowsOf(shop, 'attempts').filter(({ status }) => status === 'in_doubt')).toHaveLength(1);
    // The watcher and each job that needs the bank have reported it once.
    expect(new Set(later()).size).toBe(later().length);
    expect(later().length).toBeLessThanOrEqual(4);
    // A password window that opens again and again is worse than none.
    expect(ring.reads).toBeLessThan(3 * 20 * 3);

    ring.open();
    await time.pass(2 * MINUTE);
    await cron.strike();
    expect(await statusOf(business.unpaid.id)).toBe('success');
    const settled = rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === business.lost);
    expect(settled).toMatchObject([{ status: 'success', created_locally: 1 }]);
    const client = await owner();
    expect((await client.get<System>('system/')).body).toMatchObject({
      attempts_in_doubt: 0,
      terminals: [{ token: 'usable' }],
    });
    expect((await client.post('invoices/', { terminal: shop.terminal.id, amount: 100 })).status).toBe(201);
  });
});

test('it fails later: the key is in memory, and nothing changes until the next start', async () => {
  const { unpaid } = await openBusiness();
  ring.mood = 'locked';
  ring.reads = 0;
  const complaints = listen();
  shop.bank.pay(unpaid.invoice_id);
  await time.pass(MINUTE);
  expect(await statusOf(unpaid.id)).toBe('success');
  expect((await (await owner()).post('invoices/', { terminal: shop.terminal.id, amount: 100 })).status).toBe(
    201,
  );
  expect(ring.reads).toBe(0);
  expect(complaints()).toEqual([]);
});

describe('it holds another key', () => {
  const another = () => {
    const taken = ring.taken();
    ring.put(new Map([...taken.keys()].map((name) => [name, Array.from({ length: 32 }, (_, n) => n)])));
    return () => ring.put(taken);
  };

  test('the service starts and says which token must be entered again; nothing is overwritten; with the right key back, all works', async () => {
    const business = await openBusiness();
    const sealed = () => rowsOf(shop, 'terminals').map(({ sealed_token }) => sealed_token);
    const before = sealed();
    const putBack = another();
    const complaints = listen();
    await shop.restart();
    const ofToken = (line: string) => /token of terminal 1 "Каса" cannot be opened/.test(line);
    expect(complaints().filter(ofToken)).toHaveLength(1);
    await nothingButReading(business);
    const later = listen();
    await minutes(20);
    expect(new Set(later()).size).toBe(later().length);
    expect(later().length).toBeLessThanOrEqual(4);
    expect(shop.bank.requests).toEqual([]);
    expect(sealed()).toEqual(before);

    putBack();
    shop.bank.pay(business.unpaid.invoice_id);
    await shop.restart();
    await time.pass(2 * MINUTE);
    expect(await statusOf(business.unpaid.id)).toBe('success');
  });

  test('it holds no key: a new one is made, and the tokens must be entered again', async () => {
    const business = await openBusiness();
    ring.forget();
    const complaints = listen();
    await shop.restart();
    const ofKey = (line: string) => /cannot be opened: the keychain holds another key/.test(line);
    expect(complaints().filter(ofKey)).toHaveLength(1);
    await nothingButReading(business);
    expect(ring.taken().size).toBe(1);
  });

  test('a session under one key is not valid under the other', async () => {
    const token = await shop.signIn('owner');
    const status = async () => (await shop.stranger.as(token).get('terminals/')).status;
    expect(await status()).toBe(200);
    another();
    await shop.restart();
    expect(await status()).toBe(401);
  });
});
