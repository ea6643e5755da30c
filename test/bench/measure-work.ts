import { setTimeout as sleep } from 'node:timers/promises';
import type { Work } from './figures.ts';
import type { Ask } from './measure.ts';
import { openClient } from './measure.ts';
import type { Side } from './measure-shop.ts';
import { forgetPeak, peakOf, probed, type Running } from './processes.ts';
import { SYNCS_AT } from './scenarios.ts';

/** What takes long, and what another client notices of it. */

const LINES = 10_000;
const PRODUCTS = 20_000;
const IDLE_MS = 2000;
/** What the service does by itself is in each of them; what the machine does, hardly. */
const TIMES = { sync: 3, csv: 2, backup: 3 };

/** @param amount of what was moved, from the size of the answer */
const measuredOnce = async (
  { running, client }: Side,
  ask: Ask,
  amount: (bytes: number) => number,
): Promise<Work> => {
  const { longest: idleStop } = await probed(running.baseUrl, () => sleep(IDLE_MS));
  forgetPeak(running.pid);
  const { result, longest } = await probed(running.baseUrl, async () => {
    const startedAt = performance.now();
    const { status, bytes } = await client.ask(ask);
    if (status !== 200) throw new Error(`${ask.method} ${ask.path} was answered with ${status}.`);
    return { ms: performance.now() - startedAt, amount: amount(bytes) };
  });
  return { ...result, longestStop: longest, idleStop, peak: peakOf(running.pid) };
};

/** Of several runs the one with the shortest stop. */
const measured = async (times: number, run: () => Promise<Work>): Promise<Work> => {
  const first = await run();
  if (times === 1) return first;
  const best = await measured(times - 1, run);
  return best.longestStop < first.longestStop ? best : first;
};

export const measureSync = (side: Side, bank: Running): Promise<Work> =>
  measured(TIMES.sync, async () => {
    const atBank = openClient(bank.baseUrl, undefined);
    await atBank.ask({ method: 'POST', path: `/bench/statement?lines=${LINES}` });
    atBank.close();
    const ask: Ask = { method: 'POST', path: `terminals/${SYNCS_AT}/sync_invoices/` };
    return measuredOnce(side, ask, () => LINES);
  });

export const measureExport = (side: Side): Promise<Work> =>
  measured(TIMES.csv, () =>
    measuredOnce(side, { method: 'GET', path: 'invoices/export/?format=csv' }, (bytes) => bytes),
  );

export const measureBackup = (side: Side): Promise<Work> =>
  measured(TIMES.backup, () => measuredOnce(side, { method: 'POST', path: 'jobs/back-up/run/' }, () => 1));

/** Half of them with an article, some prices with a decimal comma, as a till exports them. */
const productTable = (): string =>
  [
    'Назва;Ціна;Артикул;Категорія;Одиниця',
    ...Array.from({ length: PRODUCTS }, (_, at) => {
      const article = at % 2 === 0 ? `IM-${at}` : '';
      return `Новий товар ${at};${(at % 900) + 1},${at % 10}0;${article};Категорія ${at % 30};шт`;
    }),
  ].join('\r\n');

export const measureImport = (side: Side): Promise<Work> =>
  measuredOnce(
    side,
    { method: 'POST', path: 'catalog/products/import/', body: productTable() },
    () => PRODUCTS,
  );
