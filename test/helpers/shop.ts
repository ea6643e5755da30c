import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InBackground } from '../../main/jobs/loop.ts';
import type { Schedule } from '../../main/jobs/schedule.ts';
import { type Config, readConfig } from '../../main/platform/config.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import type { Keychain } from '../../main/platform/keychain.ts';
import { createLog, type Log } from '../../main/platform/log.ts';
import type { PracticeBankOptions } from '../../main/practice-bank/parts.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { type Installation, openInstallation } from '../../main/safekeeping/installation.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { createHost } from '../../main/start/host.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Permission } from '../../shared/permissions.ts';
import { dateAnswers } from './bank-date.ts';
import { accessToken, Client, dropConnections } from './client.ts';
import { addPerson } from './people.ts';

export const PASSWORD = 'correct horse';

interface ShopOptions {
  config?: Partial<Config>;
  bank?: PracticeBankOptions;
  /** Milliseconds UTC, for the service. */
  now?: () => number;
  /** Starts the jobs; by default none runs, for jobs would call the bank in the middle of a test. */
  schedule?: Schedule;
  /** In place of the key file. */
  keychain?: Keychain;
  /** In place of the file in the shop's folder. */
  log?: Log;
}

/**
 * Work that no request awaits, which a test can hold up: what it compares before and after a request is then what the
 * request did, however slow the machine.
 */
const createStillness = () => {
  const underWay = new Set<Promise<unknown>>();
  let stillness: Promise<unknown> = Promise.resolve();
  const releases = new Set<() => void>();
  const inBackground: InBackground = async (work) => {
    let seen: Promise<unknown> | undefined;
    while (seen !== stillness) {
      seen = stillness;
      await seen;
    }
    const running = work();
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  };
  /** Resolves once nothing runs in the background; nothing begins there until `release`. */
  const hold = async (): Promise<{ release: () => void }> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    releases.add(resolve);
    stillness = Promise.all([stillness, promise]);
    await Promise.allSettled(underWay);
    return { release: resolve };
  };
  /** Vitest calls afterEach before onTestFinished: a service that stops would wait for work that is still held. */
  const releaseAll = () => {
    for (const release of releases) release();
  };
  return { inBackground, hold, releaseAll };
};

/** The jobs that are due at the start would come into the middle of a slow test. */
const NEVER_MS = 2 ** 31 - 1;
const never: Schedule = () => ({ nextRun: () => null, stop: () => undefined });

/** A temporary folder, removed by `remove`. */
export const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'kramar-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** A database without a row: to copy it takes a twentieth of what it takes to make it. */
let emptyDatabase: Buffer | undefined;
const layDatabase = (dataDir: string): void => {
  if (!emptyDatabase) {
    const scratch = temporaryFolder();
    openDatabase(databaseFile(scratch.path)).close();
    emptyDatabase = readFileSync(databaseFile(scratch.path));
    scratch.remove();
  }
  writeFileSync(databaseFile(dataDir), emptyDatabase, { mode: 0o600 });
};

/** An answer of the bank is lost when a test says so, and never because the machine is busy. */
export const PATIENCE_MS = 60_000;
/** Of a shop whose log is read: with a line for each request. As they are written, a request takes a sixth longer. */
export const TALKATIVE = { logLevel: 'debug' } as const;
/** Of a shop whose bank hangs: the wait is that long. */
export const IMPATIENT = { bankTimeoutMs: 2000 };

/**
 * An open shop: the real service in a temporary folder, the practice bank, an owner, one terminal whose token is the
 * first practice merchant's.
 */
export const openShop = async (options: ShopOptions = {}) => {
  const { config: overrides, bank: bankOptions, now, schedule = never, keychain } = options;
  const folder = temporaryFolder();
  layDatabase(folder.path);
  const bank: PracticeBank = await startPracticeBank(bankOptions);
  const undate = bankOptions?.now ? dateAnswers(bank.url, bankOptions.now) : () => undefined;
  const config: Config = {
    ...readConfig({ dataDir: folder.path, port: '0', bankUrl: bank.url, keychain: 'file' }, {}),
    bankTimeoutMs: PATIENCE_MS,
    rateLimitUser: 100_000,
    rateLimitAnonymous: 100_000,
    ...overrides,
  };
  const { hold, inBackground, releaseAll } = createStillness();
  const ports = {
    log: options.log ?? createLog({ level: config.logLevel, dir: join(folder.path, 'logs') }),
    schedule,
    inBackground,
    startDelayMs: NEVER_MS,
    ...(now === undefined ? {} : { now }),
    ...(keychain === undefined ? {} : { keychain }),
  };
  // The owner's console: it works beside the service, as the command line does.
  const console: Installation = await openInstallation(config, ports);
  addPerson(console.db, console.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  const [merchant] = bank.merchants;
  if (!merchant) throw new Error('The practice bank has no merchant.');
  const terminal = await addTerminal(console, { name: 'Каса', token: merchant.token });

  const host = createHost({
    configOf: (practice) => (practice ? { ...config, dataDir: join(folder.path, 'practice') } : config),
    isPractice: false,
    ports,
    printMessage: () => undefined,
  });
  let { running } = await host.start();
  host.onStarted((started) => {
    running = started.running;
  });

  const signIn = (username: string, password = PASSWORD): Promise<string> =>
    accessToken(running.baseUrl, password, username);
  let ownerToken = await signIn('owner');

  const shop = {
    hold,
    bank,
    merchant,
    config,
    console,
    host,
    log: ports.log,
    folder: folder.path,
    terminal,
    signIn,
    /** After an hour of the service's clock the owner's token has expired. */
    signInAgain: async () => {
      ownerToken = await signIn('owner');
    },
    get baseUrl() {
      return running.baseUrl;
    },
    /** Without a token. */
    get stranger() {
      return new Client(running.baseUrl);
    },
    get owner() {
      return new Client(running.baseUrl, ownerToken);
    },
    /** An employee with just these rights. @param more `own_sales_only`: sees only their own sales */
    employee: async (
      username: string,
      permissions: readonly Permission[] = [],
      more: { own_sales_only?: 1 } = {},
    ) => {
      const person = { role: 'employee', username, password: PASSWORD, ...more } as const;
      addPerson(console.db, console.now(), person, permissions);
      return new Client(running.baseUrl, await signIn(username));
    },
    createInvoice: async (body: object = { amount: 34_000 }): Promise<Invoice> => {
      const answer = await shop.owner.post<Invoice>('invoices/', { terminal: terminal.id, ...body });
      if (answer.status !== 201) throw new Error(`Creating an invoice: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    readInvoice: async (id: number): Promise<Invoice> =>
      (await shop.owner.get<Invoice>(`invoices/${id}/`)).body,
    /** What the bank says of an invoice now. */
    refresh: async (id: number): Promise<Invoice> =>
      (await shop.owner.post<Invoice>(`invoices/${id}/refresh/`)).body,
    /** An invoice that was paid at the bank, and looked up since. */
    paid: async (body?: object): Promise<Invoice> => {
      const { id, invoice_id } = await shop.createInvoice(body);
      bank.pay(invoice_id);
      return shop.refresh(id);
    },
    /** The PC wakes up. */
    wake: () => host.wake(),
    /** Stops the service; `restart` brings it back. */
    stop: () => host.stop(),
    /** Stops the service and starts it again on the same folder. */
    restart: () => host.whileStopped(async () => dropConnections()),
    close: async () => {
      releaseAll();
      await host.stop();
      console.close();
      await bank.stop();
      undate();
      await ports.log.close();
      folder.remove();
    },
  };
  return shop;
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
