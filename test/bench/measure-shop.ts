import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessToken } from '../helpers/client.ts';
import { endServices } from '../helpers/service.ts';
import { CONNECTIONS, type Figures, type Loads, SCENARIO_NAMES, type ScenarioName } from './figures.ts';
import { PASSWORD } from './make-shop.ts';
import { type Ask, type Client, type Load, openClient, press, type Round, together } from './measure.ts';
import {
  again,
  measureBackup,
  measureExport,
  measureFirstMinute,
  measureImport,
  measureIncomeBook,
  measureMonth,
  measurePreview,
  measureSync,
} from './measure-work.ts';
import { cpuOf, memoryOf, type Running, startBank, startFloor, startService } from './processes.ts';
import { scenarios } from './scenarios.ts';
import { copyOf, makeDataFolder, scratchFolder, shopOf, sizeOf } from './shops.ts';

/**
 * At one connection more rounds: in three the median of a sale came out a third higher or lower (measured, on a machine
 * whose speed changes by half within a minute).
 */
const ROUNDS = { one: 8, many: 3 };
const ROUND_MS = 500;
/**
 * Until the engine has compiled the code: this many times, or for this long. V8 compiles a function after 400 calls, 500
 * after its types changed last (`node --v8-options`, invocation-count-for-maglev); some of a request's run once in it.
 */
const WARM_UP = { ms: 300, requests: 1000, atMostMs: 5000 };
/** Slow work is measured by fewer requests. */
const LONG_MS = 8000;
const STARTS = 5;
const SETTLE_MS = 4000;

const sum = (rounds: readonly Round[]) => rounds.reduce((all, { ms }) => all + ms, 0);

/** The service, and the client that calls it. */
export interface Side {
  running: Running;
  /** With as many connections as the load has. */
  client: Client;
}

export type Say = (text: string) => void;

const checked = async (client: Client, request: Ask, status: number): Promise<number> => {
  const answer = await client.ask(request);
  if (answer.status !== status)
    throw new Error(`${request.method} ${request.path} was answered with ${answer.status}.`);
  return answer.bytes;
};

/** From the start of the process until it has answered a request for an invoice. */
const startAndAsk = async (folder: string, bank: Running, token: string) => {
  const startedAt = performance.now();
  const running = await startService(folder, bank.baseUrl);
  const client = openClient(running.baseUrl, token);
  await checked(client, { method: 'GET', path: 'invoices/1/' }, 200);
  client.close();
  return { running, ms: performance.now() - startedAt };
};

const start = async (folder: string, bank: Running) => {
  // The first start writes what a shop gets once (its installation's id), and signs in for the others.
  const first = await startService(folder, bank.baseUrl);
  const token = await accessToken(first.baseUrl, PASSWORD);
  await first.stop();
  const starts: number[] = [];
  let last: Running | undefined;
  while (starts.length < STARTS) {
    await last?.stop();
    const { running, ms } = await startAndAsk(folder, bank, token);
    starts.push(ms);
    last = running;
  }
  if (!last) throw new Error('The service was not started.');
  return { running: last, token, starts };
};

const warmUp = async (pressed: (ms: number) => Promise<Round>): Promise<void> => {
  let requests = 0;
  for (let ms = 0; ms < WARM_UP.atMostMs && requests < WARM_UP.requests; ) {
    const round = await pressed(WARM_UP.ms);
    requests += round.samples.length;
    ms += round.ms;
  }
};

const measureScenario = async (
  { running, client }: Side,
  { ask: request, status }: ReturnType<typeof scenarios>[ScenarioName],
): Promise<Loads> => {
  let at = 1;
  const pressed = async (connections: number, ms: number, atLeast: number): Promise<Round> => {
    const work = (next: number) => checked(client, request(next), status);
    const round = await press(work, connections, { ms, atLeast }, at, () => cpuOf(running.pid));
    at += round.samples.length;
    return round;
  };
  const measured = async (connections: number, times: number): Promise<Load> => {
    const rounds: Round[] = [];
    while (rounds.length < times && sum(rounds) <= LONG_MS)
      rounds.push(await pressed(connections, ROUND_MS, connections === 1 ? 5 : 1));
    return together(rounds);
  };
  await warmUp((ms) => pressed(1, ms, 2));
  return { one: await measured(1, ROUNDS.one), many: await measured(CONNECTIONS, ROUNDS.many) };
};

/** @param database a copy of the shop, which the floor writes into */
const measureFloor = async (database: string, bank: Running, invoices: number): Promise<Loads> => {
  const running = await startFloor(database, bank.baseUrl);
  const client = openClient(running.baseUrl, '', CONNECTIONS);
  try {
    return await measureScenario({ running, client }, scenarios(invoices).create);
  } finally {
    client.close();
    await running.stop();
  }
};

/** One client searches without a pause, another requests one invoice after another. */
const whileSearching = async ({ client }: Side, invoices: number): Promise<Load> => {
  const { searchWord: search, byId } = scenarios(invoices);
  let isOver = false;
  const searching = (async () => {
    while (!isOver) await checked(client, search.ask(0), search.status);
  })();
  const round = await press((at) => checked(client, byId.ask(at), byId.status), 1, { ms: 3000, atLeast: 20 });
  isOver = true;
  await searching;
  return together([round]);
};

const measureAll = async (side: Side, bank: Running, floorDatabase: string, invoices: number, say: Say) => {
  const backup = await measureBackup(side);
  say(`  backup: ${Math.round(backup.ms)} ms`);
  const all = scenarios(invoices);
  const found = {} as Record<ScenarioName, Loads>;
  for (const name of SCENARIO_NAMES) {
    found[name] = await measureScenario(side, all[name]);
    say(`  ${name}: ${found[name].one.p50.toFixed(2)} ms`);
  }
  const floor = await measureFloor(floorDatabase, bank, invoices);
  say(`  the floor of a sale: ${floor.one.p50.toFixed(2)} ms`);
  const beside = await whileSearching(side, invoices);
  const sync = await measureSync(side, bank);
  return { scenarios: found, floor, whileSearching: beside, sync, csv: await measureExport(side), backup };
};

type Found = Awaited<ReturnType<typeof measureAll>>;

const measureOnceMore = async (side: Side, bank: Running, { sync, csv, backup }: Found) => ({
  sync: await again(sync, () => measureSync(side, bank)),
  csv: await again(csv, () => measureExport(side)),
  backup: await again(backup, () => measureBackup(side)),
  incomeBook: await measureIncomeBook(side),
  month: await measureMonth(side),
  previewed: await measurePreview(side),
  imported: await measureImport(side),
});

/** Everything about a shop of so many invoices. */
export const measureShop = async (invoices: number, say: Say): Promise<Figures> => {
  say(`${invoices} invoices: the shop is made, or read from the cache.`);
  const shop = shopOf(invoices);
  const scratch = scratchFolder();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const folder = join(scratch.path, 'shop');
    await makeDataFolder(folder, shop);
    const bank = await startBank();
    stops.push(bank.stop);
    const firstMinute = await measureFirstMinute(scratch.path, shop, bank);
    say(`  first minute: longest stop ${Math.round(firstMinute.longestStop)} ms`);
    const { running, token, starts } = await start(folder, bank);
    stops.push(running.stop);
    await sleep(SETTLE_MS);
    const rest = memoryOf(running.pid);
    const client = openClient(running.baseUrl, token, CONNECTIONS);
    const side = { running, client };
    const floorDatabase = join(scratch.path, 'floor.db');
    copyOf(shop, floorDatabase);
    const found = await measureAll(side, bank, floorDatabase, invoices, say);
    await sleep(SETTLE_MS);
    const memory = { rest, loaded: memoryOf(running.pid) };
    // After the memory was measured: that is the memory of one of each.
    const onceMore = await measureOnceMore(side, bank, found);
    say(`  import: ${Math.round(onceMore.imported.ms)} ms`);
    client.close();
    return { invoices, ...found, ...onceMore, firstMinute, starts, memory, size: sizeOf(shop) };
  } finally {
    for (const stop of stops.toReversed()) await stop();
    // Left behind by a failure in the middle of a start.
    endServices();
    scratch.remove();
  }
};
