import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import { percentile } from './measure.ts';

/** What the bench of the screens reads from a page. */

export const IN_PAGE = readFileSync(fileURLToPath(new URL('./screens-page.js', import.meta.url)), 'utf8');

export interface Stops {
  task: number;
  input: number;
  toPaint: number;
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** Calls the functions that screens-page.js has added to the page. */
export const inPage = <Result>(page: Page, name: string, argument = ''): Promise<Result> =>
  page.evaluate<Result>(`bench.${name}(${argument === '' ? '' : JSON.stringify(argument)})`);

/** The page's requests to the interface from now on. */
export const countRequests = (page: Page) => {
  const sent: string[] = [];
  let cancelled = 0;
  const path = (request: Request): string | undefined => request.url().split('/api/v1/')[1];
  const onSent = (request: Request): void => {
    const requested = path(request);
    if (requested !== undefined && !requested.startsWith('events/')) sent.push(requested);
  };
  const onFailed = (request: Request): void => {
    if (path(request) !== undefined) cancelled += 1;
  };
  page.on('request', onSent).on('requestfailed', onFailed);
  return () => {
    page.off('request', onSent).off('requestfailed', onFailed);
    return { sent, cancelled };
  };
};

export const openAt = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
  await inPage(page, 'settled');
};

export const tellTimes = (what: string, times: readonly number[]): void => {
  const sorted = times.toSorted((one, other) => one - other);
  say(
    `  ${what}: p50 ${ms(percentile(sorted, 0.5))}, p95 ${ms(percentile(sorted, 0.95))}, most ${ms(sorted.at(-1) ?? 0)}`,
  );
};

/** The time that the page's own process has spent until now, ms: hardly affected by other work of the machine. */
export const cpuOfPage = async (page: Page): Promise<number> => {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const reported = await session?.send('SystemInfo.getProcessInfo');
  await session?.detach();
  const own = reported?.processInfo.filter(({ type }) => type === 'renderer') ?? [];
  return own.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
};
