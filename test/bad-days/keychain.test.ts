import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Config, readConfig } from '../../main/platform/config.ts';
import { osKeychain } from '../../main/platform/keychain.ts';
import { createLog, type Log } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { type Installation, openInstallation } from '../../main/safekeeping/installation.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { type App, createApp } from '../../main/start/app.ts';
import { build } from '../../main/store/db/connection.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import { Client, type Refusal } from '../helpers/client.ts';
import { addPerson } from '../helpers/people.ts';
import { PASSWORD, temporaryFolder } from '../helpers/shop.ts';
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
let folder: ReturnType<typeof temporaryFolder>;
let bank: PracticeBank;
let config: Config;
let app: App;
let baseUrl: string;
let reported: string[];
let console: Installation;
let terminal: number;
const cron = handCron();

const listening = (): Log => {
  const quiet = createLog({ level: 'error' });
  const keep = (message: string) => void reported.push(message);
  const log: Log = { ...quiet, warn: keep, error: keep, child: () => log };
  return log;
};
const start = async (): Promise<void> => {
  const ports = {
    log: listening(),
    now: time.now,
    schedule: cron.schedule,
    keychain: osKeychain('shop', 20),
  };
  app = createApp(config, ports);
  ({ baseUrl } = await app.start());
};
const restart = async (): Promise<void> => {
  await app.stop();
  await start();
};
const signIn = async (): Promise<string> => {
  const credentials = { username: 'owner', password: PASSWORD };
  return (await new Client(baseUrl).post<TokenPair>('auth/token/', credentials)).body.access;
};
const owner = async (): Promise<Client> => new Client(baseUrl, await signIn());
const rows = (table: 'invoices' | 'attempts' | 'events' | 'counters' | 'job_runs') =>
  console.db.all(build.selectFrom(table).selectAll());
const written = () => (['invoices', 'attempts', 'events', 'counters'] as const).map((table) => rows(table));
const statusOf = async (id: number) => (await (await owner()).get<Invoice>(`invoices/${id}/`)).body.status;

beforeEach(async () => {
  time = watchersTime();
  reported = [];
  ring.forget();
  ring.open();
  folder = temporaryFolder();
  bank = await startPracticeBank({ now: time.bankNow });
  config = {
    ...readConfig({ dataDir: join(folder.path, 'data'), port: '0', bankUrl: bank.url, keychain: 'os' }, {}),
    rateLimitUser: 100_000,
    rateLimitAnonymous: 100_000,
  };
  console = await openInstallation(config, {
    log: createLog({ level: 'error' }),
    now: time.now,
    keychain: osKeychain('shop', 20),
  });
  addPerson(console.db, console.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  const [merchant] = bank.merchants;
  ({ id: terminal } = await addTerminal(console, { name: 'Каса', token: merchant?.token ?? '' }));
  await start();
});
afterEach(async () => {
  ring.open();
  await app.stop();
  console.close();
  await bank.stop();
  folder.remove();
  time.restore();
});

/** What is open when the keychain fails: an unpaid invoice, a paid one, a sale in doubt. */
const openBusiness = async () => {
  const client = await owner();
  const create = (key: string) =>
    client.post<Invoice>(
      'invoices/',
      { terminal, amount: 5000, validity: 86_400 },
      { headers: { 'Idempotency-Key': key } },
    );
  const unpaid = (await create('unpaid')).body;
  const paid = (await create('paid')).body;
  bank.pay(paid.invoice_id);
  await client.post(`invoices/${paid.id}/refresh/`);
  bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
  expect((await create('lost')).status).toBe(502);
  const lost = bank.invoices().at(-1)?.invoiceId ?? '';
  return { unpaid, paid, lost };
};

const TOKEN_MISSING = { detail: expect.stringContaining('"Каса"'), err_code: 'TOKEN_MISSING' };

/** All that needs the bank is refused in the same words, with nothing written and nothing requested; the rest works. */
const nothingButReading = async ({ unpaid, paid }: { unpaid: Invoice; paid: Invoice }): Promise<void> => {
  const client = await owner();
  bank.clearRequests();
  const before = written();
  const needsBank: [path: string, body?: object][] = [
    ['invoices/', { terminal, amount: 100 }],
    [`invoices/${unpaid.id}/refresh/`],
    [`invoices/${unpaid.id}/cancel/`],
    [`invoices/${paid.id}/cancel/`, { amount: 1000 }],
    [`terminals/${terminal}/sync_invoices/`],
    [`terminals/${terminal}/sync_registers/`],
  ];
  for (const [path, body] of needsBank) {
    const answer = await client.post<Refusal>(path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 502, TOKEN_MISSING]);
  }
  expect(written()).toEqual(before);
  expect(bank.requests).toEqual([]);
  for (const path of ['invoices/', `invoices/${paid.id}/`, 'terminals/', 'stats/', 'events/', 'jobs/'])
    expect([path, (await client.get(path)).status]).toEqual([path, 200]);
  expect((await client.post('catalog/categories/', { name: 'Кава' })).status).toBe(201);
  const { body } = await client.get<System>('system/');
  expect(body).toMatchObject({ attempts_in_doubt: 1, terminals: [{ id: terminal, token: 'missing' }] });
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
    reported = [];
    await restart();
    await nothingButReading(business);
    expect(reported.filter((line) => says.test(line))).toHaveLength(1);

    bank.pay(business.unpaid.invoice_id);
    bank.pay(business.lost);
    reported = [];
    ring.reads = 0;
    await minutes(mood === 'locked' ? 60 : 20);
    expect(bank.requests).toEqual([]);
    expect(await statusOf(business.unpaid.id)).toBe('created');
    expect(rows('attempts').filter(({ status }) => status === 'in_doubt')).toHaveLength(1);
    // The watcher and each job that needs the bank have reported it once.
    expect(new Set(reported).size).toBe(reported.length);
    expect(reported.length).toBeLessThanOrEqual(4);
    // A password window that opens again and again is worse than none.
    expect(ring.reads).toBeLessThan(3 * 60 * 3);

    ring.open();
    await time.pass(2 * MINUTE);
    await cron.strike();
    expect(await statusOf(business.unpaid.id)).toBe('success');
    const settled = rows('invoices').filter(({ invoice_id }) => invoice_id === business.lost);
    expect(settled).toMatchObject([{ status: 'success', created_locally: 1 }]);
    const client = await owner();
    expect((await client.get<System>('system/')).body).toMatchObject({
      attempts_in_doubt: 0,
      terminals: [{ token: 'usable' }],
    });
    expect((await client.post('invoices/', { terminal, amount: 100 })).status).toBe(201);
  });
});

test('it fails later: the key is in memory, and nothing changes until the next start', async () => {
  const { unpaid } = await openBusiness();
  ring.mood = 'locked';
  ring.reads = 0;
  reported = [];
  bank.pay(unpaid.invoice_id);
  await time.pass(MINUTE);
  expect(await statusOf(unpaid.id)).toBe('success');
  expect((await (await owner()).post('invoices/', { terminal, amount: 100 })).status).toBe(201);
  expect(ring.reads).toBe(0);
  expect(reported).toEqual([]);
});

describe('it holds another key', () => {
  const another = () => {
    const taken = ring.taken();
    ring.put(new Map([...taken.keys()].map((name) => [name, Array.from({ length: 32 }, (_, n) => n)])));
    return () => ring.put(taken);
  };

  test('the service starts and says which token must be entered again; nothing is overwritten; with the right key back, all works', async () => {
    const business = await openBusiness();
    const sealed = () => console.db.all(build.selectFrom('terminals').select('sealed_token'));
    const before = sealed();
    const putBack = another();
    reported = [];
    await restart();
    expect(reported.filter((line) => /token of terminal 1 "Каса" cannot be opened/.test(line))).toHaveLength(
      1,
    );
    await nothingButReading(business);
    reported = [];
    await minutes(20);
    expect(new Set(reported).size).toBe(reported.length);
    expect(reported.length).toBeLessThanOrEqual(4);
    expect(bank.requests).toEqual([]);
    expect(sealed()).toEqual(before);

    putBack();
    bank.pay(business.unpaid.invoice_id);
    await restart();
    await time.pass(2 * MINUTE);
    expect(await statusOf(business.unpaid.id)).toBe('success');
  });

  test('it holds no key: a new one is made, and the tokens must be entered again', async () => {
    const business = await openBusiness();
    ring.forget();
    reported = [];
    await restart();
    expect(
      reported.filter((line) => /cannot be opened: the keychain holds another key/.test(line)),
    ).toHaveLength(1);
    await nothingButReading(business);
    expect(ring.taken().size).toBe(1);
  });

  test('a session under one key is not valid under the other', async () => {
    const token = await signIn();
    const status = async () => (await new Client(baseUrl, token).get('terminals/')).status;
    expect(await status()).toBe(200);
    another();
    await restart();
    expect(await status()).toBe(401);
  });
});
