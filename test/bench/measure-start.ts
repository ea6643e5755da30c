import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstMinute } from './figures.ts';
import { memoryOf, probed, type Running, startService } from './processes.ts';
import { makeDataFolder, makeJobsDue } from './shops.ts';

/** The jobs that are due at the start run a minute after it; then the statement, the backup, the sweep are under way. */
const WATCHED_MS = 90_000;
const IDLE_MS = 5000;

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
    const { longest: idleStop } = await probed(running.baseUrl, () => sleep(IDLE_MS));
    return { longestStop, idleStop, memory };
  } finally {
    await running.stop();
  }
};
