import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstMinute, Work } from './figures.ts';
import type { Ask } from './measure.ts';
import { openClient } from './measure.ts';
import type { Side } from './measure-shop.ts';
import { forgetPeak, memoryOf, peakOf, probed, type Running, startService } from './processes.ts';
import { SYNCS_AT } from './scenarios.ts';
import { makeDataFolder, makeJobsDue } from './shops.ts';

/** Long work, and its effect on another client. */

const LINES = 10_000;
const PRODUCTS = 20_000;
const IDLE_MS = 2000;

/** @param amount of the data moved, from the size of the answer */
const measured = async (
  { running, client }: Side,
  request: Ask,
  amount: (bytes: number) => number,
): Promise<Work> => {
  const { longest: idleStop } = await probed(running.baseUrl, () => sleep(IDLE_MS));
  forgetPeak(running.pid);
  const { result, longest } = await probed(running.baseUrl, async () => {
    const startedAt = performance.now();
    const { status, bytes } = await client.ask(request);
    if (status !== 200) throw new Error(`${request.method} ${request.path} was answered with ${status}.`);
    return { ms: performance.now() - startedAt, amount: amount(bytes) };
  });
  return { ...result, longestStop: longest, idleStop, peak: peakOf(running.pid) };
};

/**
 * Runs the work twice: a stop that the service causes occurs in both, one that the machine causes hardly. Returns the
 * run with the shorter stop.
 */
export const again = async (first: Work, run: () => Promise<Work>): Promise<Work> => {
  const second = await run();
  return second.longestStop < first.longestStop ? second : first;
};

export const measureSync = async (side: Side, bank: Running): Promise<Work> => {
  const atBank = openClient(bank.baseUrl, undefined);
  await atBank.ask({ method: 'POST', path: `/bench/statement?lines=${LINES}` });
  atBank.close();
  return measured(side, { method: 'POST', path: `terminals/${SYNCS_AT}/sync_invoices/` }, () => LINES);
};

export const measureExport = (side: Side): Promise<Work> =>
  measured(side, { method: 'GET', path: 'invoices/export/?format=csv' }, (bytes) => bytes);

/** Of the last whole month before BENCH_NOW. */
export const measureMonth = (side: Side): Promise<Work> =>
  measured(side, { method: 'GET', path: 'stats/month/export/?month=2026-10' }, (bytes) => bytes);

/** Of the year of BENCH_NOW. */
export const measureIncomeBook = (side: Side): Promise<Work> =>
  measured(side, { method: 'GET', path: 'income-book/?year=2026' }, () => 1);

export const measureBackup = (side: Side): Promise<Work> =>
  measured(side, { method: 'POST', path: 'jobs/back-up/run/' }, () => 1);

/** Half of them with an article, some prices with a decimal comma, as a till exports them. */
const productTable = (): string =>
  [
    'Назва;Ціна;Артикул;Категорія;Одиниця',
    ...Array.from({ length: PRODUCTS }, (_, at) => {
      const article = at % 2 === 0 ? `IM-${at}` : '';
      return `Новий товар ${at};${(at % 900) + 1},${at % 10}0;${article};Категорія ${at % 30};шт`;
    }),
  ].join('\r\n');

const IMPORT = 'catalog/products/import/';

export const measureImport = (side: Side): Promise<Work> =>
  measured(side, { method: 'POST', path: IMPORT, body: productTable() }, () => PRODUCTS);

export const measurePreview = (side: Side): Promise<Work> =>
  measured(side, { method: 'POST', path: `${IMPORT}?dry_run=true`, body: productTable() }, () => PRODUCTS);

/** The jobs that are due at the start run a minute after it; then the statement, the backup, the sweep are under way. */
const WATCHED_MS = 90_000;
const REST_MS = 5000;

/** The stops of a service that has been off for days: from its first answer on, over the jobs of its start. */
export const measureFirstMinute = async (
  scratch: string,
  shop: string,
  bank: Running,
): Promise<FirstMinute> => {
  const folder = join(scratch, 'first-minute');
  await makeDataFolder(folder, shop);
  makeJobsDue(folder);
  const running = await startService(folder, bank.baseUrl);
  try {
    const { longest: longestStop } = await probed(running.baseUrl, () => sleep(WATCHED_MS));
    const memory = memoryOf(running.pid);
    const { longest: idleStop } = await probed(running.baseUrl, () => sleep(REST_MS));
    return { longestStop, idleStop, memory };
  } finally {
    await running.stop();
  }
};
