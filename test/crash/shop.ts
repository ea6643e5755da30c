import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../main/demo/random.ts';
import { readConfig } from '../../main/platform/config.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { createLog } from '../../main/platform/log.ts';
import { PRACTICE_MERCHANTS } from '../../main/practice-bank/merchants.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import type { SeededInvoice } from '../../main/practice-bank/seed.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { openInstallation } from '../../main/safekeeping/installation.ts';
import { addEmployee, createOwner } from '../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page } from '../../shared/api/pages.ts';
import { type Answer, Client } from '../helpers/client.ts';
import { freePort } from '../helpers/free-port.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { replenish, THROWAWAY_MERCHANTS, type Throwaway } from './fair.ts';
import { beginLife, type Death, type Life } from './life.ts';
import type { Aim, Occasion } from './points.ts';

/** Kramar and the bank do not agree, or Kramar contradicts an earlier answer. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/** The service could not be started at all. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

/** The service ended during the request: its outcome is not known. */
export class Gone extends Error {
  override readonly name = 'Gone';
}

export const textOf = (error: unknown): string => {
  if (!(error instanceof Difference))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  return error.cause ? `${error.message} (${String(error.cause)})` : error.message;
};

/**
 * Who waits in vain is found; nothing here is about how fast it is. A job asks the bank about hundreds of invoices, 50 ms
 * apart: 16 s on a quick machine, measured; a statement took over 20 s at a load of 20.
 */
const ANSWER_WITHIN_MS = 120_000;
/** The connection breaks a moment before the process is known to have ended. */
const END_NOTICED_MS = 20_000;

export const ACCOUNTS = ['owner', 'till-1', 'till-2'] as const;
export type Account = (typeof ACCOUNTS)[number];

export interface Terminal {
  id: number;
  token: string;
  registers: { id: number; shortQrId: string }[];
}

export interface CrashShopOptions {
  seed: string;
  broken?: string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
/** More than two slices of a statement. */
const PAYMENTS = 450;

/** Payments of the last weeks, made before Kramar was installed. @param now milliseconds UTC */
const history = (token: string, random: Random, now: number): SeededInvoice[] =>
  Array.from({ length: PAYMENTS }, (_, at) => {
    const createdAt = now - 25 * DAY_MS + Math.floor((at / PAYMENTS) * 24 * DAY_MS);
    const amount = random.integer(10, 900) * 100;
    const outcome = random.chance(0.05) ? 'failure' : 'success';
    const back = random.weighted([
      [0, 20],
      [amount, 1],
      [amount / 2, 1],
    ]);
    const refunds = outcome === 'success' && back > 0 ? [{ amount: back, at: createdAt + 120_000 }] : [];
    return { token, amount, createdAt, outcome, refunds, merchantPaymInfo: { reference: `old ${at}` } };
  });

/** Begins with a history at the bank that Kramar has not seen: its first statement is a long one. */
export const openCrashShop = async ({ seed, broken }: CrashShopOptions) => {
  const random: Random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'kramar-crash-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const bank: PracticeBank = await startPracticeBank({
    now,
    merchants: [...PRACTICE_MERCHANTS, ...THROWAWAY_MERCHANTS],
  });
  const terminals: Terminal[] = [];
  const throwaways: Throwaway[] = [];
  const tokens = new Map<Account, TokenPair>();

  // Always the same port: the bank sends its webhooks there.
  const port = await freePort();
  const config = readConfig({ dataDir, port: '0', bankUrl: bank.url, keychain: 'file' }, {});
  const console = await openInstallation(config, { log: createLog({ level: 'error' }) });
  await createOwner(console, { username: 'owner', password: PASSWORD });
  for (const username of ACCOUNTS.slice(1)) {
    const permissions = ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const;
    const fields = { username, full_name: '', email: '', position: '', permissions };
    await addEmployee(console, fields, PASSWORD);
  }
  // The second has a fiscal register, which adds up the lines of every sale and refund.
  const [first, , , fiscal] = bank.merchants;
  for (const { token, merchantName } of [first, fiscal].filter((merchant) => merchant !== undefined)) {
    const { id } = await addTerminal(console, { name: merchantName, token });
    terminals.push({ id, token, registers: [] });
  }
  changeSetting(console.db, dataDir, 'webhook_address', `http://127.0.0.1:${port}`);
  console.close();
  bank.seed(terminals.flatMap(({ token }) => history(token, createRandom(`${seed} ${token}`), now())));

  let life: Life | undefined;
  let baseUrl = '';
  let isOpen = false;
  let occasion: Occasion = 'sale';

  const isServing = (): boolean => baseUrl !== '' && life?.isOver() === false;

  /** Calls the service as it is now. @throws Gone */
  const ask = async <Body = never>(
    account: Account | undefined,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    request: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> => {
    const requested = life;
    if (!requested || requested.isOver() || baseUrl === '') throw new Gone();
    const client = new Client(baseUrl, account && tokens.get(account)?.access);
    const late = new AbortController();
    try {
      return await Promise.race([
        client.send<Body>(method, path, request),
        sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal, ref: false }).then(() => {
          throw new Difference(`${method} ${path} was not answered within ${ANSWER_WITHIN_MS} ms.`);
        }),
      ]);
    } catch (error) {
      if (error instanceof Difference) throw error;
      const over = await Promise.race([requested.ended, sleep(END_NOTICED_MS, undefined, { ref: false })]);
      if (over) throw new Gone();
      throw new Difference(`${method} ${path}: the connection broke, and the service lives.`, {
        cause: error,
      });
    } finally {
      late.abort();
    }
  };

  /** As `ask`, for a request that must be answered with 200. */
  const ask200 = async <Body>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Body> => {
    const answer = await ask<Body>('owner', method, path, { body });
    if (answer.status !== 200)
      throw new Difference(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return answer.body;
  };

  const signIn = async (account: Account): Promise<void> => {
    const known = tokens.get(account);
    const answer = known
      ? await ask<TokenPair>(undefined, 'POST', 'auth/token/refresh/', { body: { refresh: known.refresh } })
      : await ask<TokenPair>(undefined, 'POST', 'auth/token/', {
          body: { username: account, password: PASSWORD },
        });
    if (answer.status !== 200) throw new Difference(`Signing in as ${account}: ${answer.text}`);
    tokens.set(account, { ...known, ...answer.body });
  };

  const findRegisters = async (): Promise<void> => {
    for (const terminal of terminals) {
      await ask200('POST', `terminals/${terminal.id}/sync_registers/`);
      const { results } = await ask200<Page<CashRegister>>('GET', `cash-registers/?terminal=${terminal.id}`);
      const merchant = bank.merchants.find(({ token }) => token === terminal.token);
      const settable = merchant?.registers.filter(({ amountType }) => amountType === 'merchant') ?? [];
      terminal.registers = results
        .filter(({ short_qr_id }) => settable.some(({ shortQrId }) => shortQrId === short_qr_id))
        .map(({ id, short_qr_id }) => ({ id, shortQrId: short_qr_id }));
    }
  };

  const shop = {
    seed,
    random,
    folder,
    dataDir,
    databaseFile: databaseFile(dataDir),
    bank,
    terminals,
    throwaways,
    /** While no service runs. */
    replenish: () => replenish(config, bank, throwaways),
    /** Of a deleted terminal nobody learns what happens at the bank outside Kramar. */
    isThrowaway: ({ merchantId }: { merchantId: string }): boolean =>
      throwaways.some((each) => each.merchantId === merchantId),
    /** Its deletion was requested: it may have been carried out. */
    mayBeGone: (terminal: number): boolean =>
      throwaways.some(({ id, wasAsked }) => id === terminal && wasAsked),
    broken,
    now,
    ask,
    ask200,
    get life() {
      return life;
    },
    /** What the clients mostly do. */
    get occasion() {
      return occasion;
    },
    /** Starts a process; returns whether it came to serve before it ended. */
    start: async (aim?: Aim): Promise<boolean> => {
      baseUrl = '';
      life = beginLife({ folder, dataDir, bankUrl: bank.url, port, ahead, aim, broken });
      const url = await life.ready();
      if (url === undefined) return false;
      baseUrl = url;
      return true;
    },
    /** For the first time, and whenever the clock was put ahead: an access token is valid for an hour. */
    signIn: async (): Promise<void> => {
      for (const account of ACCOUNTS) await signIn(account);
    },
    findRegisters,
    /** The clients start, and mostly do one thing. */
    open: (at: Occasion): void => {
      occasion = at;
      isOpen = true;
    },
    /** No client begins anything new. */
    close: (): void => {
      isOpen = false;
    },
    isOpen: (): boolean => isOpen && isServing(),
    isServing,
    /** When the process was started, by its own clock; milliseconds UTC. */
    servingSince: (): number => (life?.begunAt ?? 0) + ahead,
    /** Events as they happen. @throws when there is no service, and when it ends */
    openStream: async (after: number): Promise<AsyncIterable<string>> => {
      const { body } = await fetch(new URL('events/', baseUrl), {
        headers: {
          Accept: 'text/event-stream',
          Authorization: `Bearer ${tokens.get('owner')?.access}`,
          'Last-Event-ID': String(after),
        },
      });
      if (!body) throw new Gone();
      return body.pipeThrough(new TextDecoderStream());
    },
    putClockAhead: (ms: number): void => {
      ahead += ms;
    },
    kill: async (): Promise<Death | undefined> => life?.kill(),
    /** As the owner stops it. */
    stop: async (): Promise<Death | undefined> => life?.stop(),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
  return shop;
};

export type CrashShop = Awaited<ReturnType<typeof openCrashShop>>;
