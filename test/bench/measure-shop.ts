import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { endServices } from '../helpers/service.ts';
import {
  CONNECTIONS,
  type Compared,
  type Figures,
  type Loads,
  SCENARIO_NAMES,
  type ScenarioName,
} from './figures.ts';
import { type Ask, type Client, type Load, openClient, press, type Round, together } from './measure.ts';
import { measureFirstMinute } from './measure-start.ts';
import {
  again,
  measureBackup,
  measureExport,
  measureImport,
  measureIncomeBook,
  measureMonth,
  measurePreview,
  measureSync,
} from './measure-work.ts';
import { cpuOf, memoryOf, type Running, startBank, startFloor, startService } from './processes.ts';
import { scenarios } from './scenarios.ts';
import { copyOf, makeDataFolder, scratchFolder, shopsOf, sizeOf } from './shops.ts';
import { signIn } from './sign-in.ts';

/**
 * Alternating, so that other work of the machine affects both alike. At one connection more of them: in three rounds the
 * ratio of a sale came out as 2.1 to 2.8 (measured, on a machine whose speed changes by half within a minute).
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

/** The service or the floor, and the client that calls it. */
export interface Side {
  running: Running;
  /** With as many connections as the load has. */
  client: Client;
}

const SIDES = ['service', 'floor'] as const;
type SideName = (typeof SIDES)[number];
type Sides = Record<SideName, Side>;
export type Say = (text: string) => void;

const openSide = (running: Running, token: string): Side => ({
  running,
  client: openClient(running.baseUrl, token, Math.max(...CONNECTIONS)),
});

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
  const token = await signIn(first.baseUrl);
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

const ADDRESSED = new Set(['next', 'previous']);
const withoutAddress = (text: string) =>
  JSON.parse(text, (key, value: unknown) => (ADDRESSED.has(key) ? typeof value : value)) as object;

/** A floor with another answer would be no baseline. */
const compareAnswers = async (
  { service, floor }: Sides,
  asks: ReturnType<typeof scenarios>,
): Promise<void> => {
  for (const name of SCENARIO_NAMES) {
    const request = asks[name].ask(1);
    if (request.method !== 'GET') continue;
    const [ours, theirs] = [await service.client.ask(request, true), await floor.client.ask(request, true)];
    if (ours.status !== 200 || !isDeepStrictEqual(withoutAddress(ours.text), withoutAddress(theirs.text)))
      throw new Error(
        `The floor answers ${request.path} otherwise:\n${ours.text.slice(0, 1500)}\n${theirs.text.slice(0, 1500)}`,
      );
  }
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
  sides: Sides,
  { ask: request, status }: ReturnType<typeof scenarios>[ScenarioName],
) => {
  let at = 1;
  const pressed = async (side: Side, connections: number, ms: number, atLeast: number): Promise<Round> => {
    const work = (next: number) => checked(side.client, request(next), status);
    const round = await press(work, connections, { ms, atLeast }, at, () => cpuOf(side.running.pid));
    at += round.samples.length;
    return round;
  };
  const measured = async (connections: number, times: number): Promise<Record<SideName, Load>> => {
    const rounds: Record<SideName, Round[]> = { service: [], floor: [] };
    const isEnough = () => sum(rounds.service) + sum(rounds.floor) > LONG_MS;
    for (let round = 0; round < times && !isEnough(); round += 1)
      for (const name of SIDES)
        rounds[name].push(await pressed(sides[name], connections, ROUND_MS, connections === 1 ? 5 : 1));
    return { service: together(rounds.service), floor: together(rounds.floor) };
  };
  for (const name of SIDES) await warmUp((ms) => pressed(sides[name], 1, ms, 2));
  const one = await measured(1, ROUNDS.one);
  const many = await measured(16, ROUNDS.many);
  const loads = (name: SideName): Loads => ({ one: one[name], many: many[name] });
  const compared: Compared = {
    service: loads('service'),
    floor: loads('floor'),
    bytes: await checked(sides.service.client, request(0), status),
  };
  return compared;
};

/** One client searches without a pause, another requests one invoice after another. */
const whileSearching = async ({ client }: Side, invoices: number): Promise<Load> => {
  const search = scenarios(invoices).searchWord;
  let isOver = false;
  const searching = (async () => {
    while (!isOver) await checked(client, search.ask(0), search.status);
  })();
  const byId = scenarios(invoices).byId;
  const round = await press((at) => checked(client, byId.ask(at), byId.status), 1, { ms: 3000, atLeast: 20 });
  isOver = true;
  await searching;
  return together([round]);
};

const measureLoads = async (sides: Sides, invoices: number, say: Say) => {
  const all = scenarios(invoices);
  await compareAnswers(sides, all);
  const found = {} as Record<ScenarioName, Compared>;
  for (const name of SCENARIO_NAMES) {
    found[name] = await measureScenario(sides, all[name]);
    const { service, floor } = found[name];
    say(`  ${name}: ${service.one.p50.toFixed(2)} ms, floor ${floor.one.p50.toFixed(2)} ms`);
  }
  return found;
};

const measureAll = async (sides: Sides, bank: Running, invoices: number, say: Say) => {
  const backup = { service: await measureBackup(sides.service) };
  say(`  backup: ${Math.round(backup.service.ms)} ms`);
  const found = await measureLoads(sides, invoices, say);
  const beside = {
    service: await whileSearching(sides.service, invoices),
    floor: await whileSearching(sides.floor, invoices),
  };
  const sync = { service: await measureSync(sides.service, bank) };
  const csv = { service: await measureExport(sides.service) };
  return { scenarios: found, whileSearching: beside, sync, csv, backup };
};

type Found = Awaited<ReturnType<typeof measureAll>>;

const measureOnceMore = async (side: Side, bank: Running, { sync, csv, backup }: Found) => ({
  sync: { service: await again(sync.service, () => measureSync(side, bank)) },
  csv: { service: await again(csv.service, () => measureExport(side)) },
  backup: { service: await again(backup.service, () => measureBackup(side)) },
  incomeBook: { service: await measureIncomeBook(side) },
  month: { service: await measureMonth(side) },
  previewed: { service: await measurePreview(side) },
  imported: { service: await measureImport(side) },
});

/** Everything about a shop of so many invoices. */
export const measureShop = async (invoices: number, say: Say): Promise<Figures> => {
  say(`${invoices} invoices: the shop is made, or read from the cache.`);
  const { plain, service, floor } = shopsOf(invoices);
  const files = { service: sizeOf(service), plain: sizeOf(plain), floor: sizeOf(floor) };
  const scratch = scratchFolder();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const folder = join(scratch.path, 'shop');
    await makeDataFolder(folder, service);
    copyOf(floor, join(scratch.path, 'floor.db'));
    const bank = await startBank();
    stops.push(bank.stop);
    const firstMinute = await measureFirstMinute(scratch.path, service, bank);
    say(`  first minute: longest stop ${Math.round(firstMinute.longestStop)} ms`);
    const { running, token, starts } = await start(folder, bank);
    stops.push(running.stop);
    await sleep(SETTLE_MS);
    const rest = memoryOf(running.pid);
    const floorRunning = await startFloor(join(scratch.path, 'floor.db'), bank.baseUrl);
    stops.push(floorRunning.stop);
    const sides = { service: openSide(running, token), floor: openSide(floorRunning, token) };
    const found = await measureAll(sides, bank, invoices, say);
    await sleep(SETTLE_MS);
    const memory = { rest, loaded: memoryOf(running.pid) };
    // After the memory was measured: that is the memory of one of each.
    const onceMore = await measureOnceMore(sides.service, bank, found);
    say(`  import: ${Math.round(onceMore.imported.service.ms)} ms`);
    for (const { client } of Object.values(sides)) client.close();
    return { invoices, ...found, ...onceMore, firstMinute, starts, memory, files };
  } finally {
    for (const stop of stops.toReversed()) await stop();
    // Left behind by a failure in the middle of a start.
    endServices();
    scratch.remove();
  }
};
