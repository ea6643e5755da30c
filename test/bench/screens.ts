import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '../helpers/chromium.ts';
import { accessToken } from '../helpers/client.ts';
import { endServices } from '../helpers/service.ts';
import { PASSWORD, WANTED } from './make-shop.ts';
import { openClient } from './measure.ts';
import { type Running, startBank, startService } from './processes.ts';
import { scenarios } from './scenarios.ts';
import { measureFirstLoad } from './screens-load.ts';
import {
  countRequests,
  cpuOfPage,
  IN_PAGE,
  inPage,
  ms,
  openAt,
  type Stops,
  say,
  tellTimes,
} from './screens-look.ts';
import { makeDataFolder, scratchFolder, shopOf } from './shops.ts';

/**
 * `node test/bench/screens.ts [--invoices N] [--shop FILE]`: how long a person waits at the screens of the built
 * program, in Chromium, with N invoices (a million). --shop: a database of such a shop.
 */

const PAGE_SIZE = 25;
const NEXT = 'Наступна сторінка';
const PREVIOUS = 'Попередня сторінка';

const signIn = async (page: Page, baseUrl: string): Promise<void> => {
  await page.goto(new URL('/invoices', baseUrl).href);
  await page.getByLabel('Ім’я користувача').fill('owner');
  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  await inPage(page, 'settled');
};

/** @param pauseMs between two of them: at reading speed, or as fast as there is something to click */
const turnPages = async (page: Page, label: string, times: number, pauseMs: number): Promise<number[]> => {
  const found: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    await sleep(pauseMs);
    found.push(await inPage<number>(page, 'turn', label));
  }
  return found;
};

const measurePages = async (page: Page, invoices: number, pauseMs: number): Promise<void> => {
  const last = Math.ceil(invoices / PAGE_SIZE);
  const found: number[] = [];
  let cpu = 0;
  const legs = [
    { path: '/invoices', label: NEXT, times: 10 },
    { path: `/invoices?page=${Math.ceil(last / 2)}`, label: NEXT, times: 7 },
    { path: `/invoices?page=${last - 4}`, label: NEXT, times: 4 },
    { path: `/invoices?page=${Math.ceil(last * 0.8)}`, label: PREVIOUS, times: 3 },
    { path: '/invoices?status=success&terminal=1', label: NEXT, times: 6 },
  ];
  await inPage(page, 'forget');
  const requests = countRequests(page);
  for (const { path, label, times } of legs) {
    await openAt(page, path);
    const before = await cpuOfPage(page);
    found.push(...(await turnPages(page, label, times, pauseMs)));
    cpu += (await cpuOfPage(page)) - before;
  }
  const { sent } = requests();
  const lists = sent.filter((path) => path.startsWith('invoices/?')).length;
  tellTimes(`${found.length} pages turned, ${pauseMs} ms between`, found);
  say(
    `    the list was asked for ${lists} times (${legs.length} of them by opening it); the page's CPU for each: ${ms(cpu / found.length)}`,
  );
};

/** @param perKeyMs between two letters */
const measureTyping = async (page: Page, text: string, perKeyMs: number): Promise<void> => {
  await openAt(page, '/invoices');
  const field = page.locator('main [data-list-search]');
  await field.focus();
  await inPage(page, 'forget');
  const requests = countRequests(page);
  await page.keyboard.type(text, { delay: perKeyMs });
  const typedAt = performance.now();
  await page.waitForURL((url) => url.searchParams.get('search') === text);
  await inPage(page, 'settled');
  const waited = performance.now() - typedAt;
  const { sent, cancelled } = requests();
  const { task, input, toPaint } = await inPage<Stops>(page, 'stops');
  say(
    `  ${text.length} letters typed, one in ${perKeyMs} ms: found ${ms(waited)} after the last; ${sent.length} requests, ${cancelled} of them cancelled; longest task ${task === 0 ? 'under 50 ms' : ms(task)}, longest at an input ${ms(input)}, to the paint after it ${ms(toPaint)}`,
  );
};

const measureOpening = async (page: Page): Promise<void> => {
  await openAt(page, '/invoices');
  const opened: number[] = [];
  const back: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    opened.push(await inPage<number>(page, 'open'));
    await sleep(300);
    back.push(await inPage<number>(page, 'back'));
    await sleep(300);
  }
  tellTimes('an invoice opened', opened);
  tellTimes('back to the list', back);
};

const PLACES = [
  '/today',
  '/charge',
  '/invoices',
  '/catalog/products',
  '/catalog/categories',
  '/catalog/units',
  '/terminals',
  '/reports/sales',
  '/reports/day',
  '/reports/reconciliation',
  '/employees',
  '/settings',
];

const measurePlaces = async (page: Page): Promise<void> => {
  const requests = countRequests(page);
  const startedAt = performance.now();
  await openAt(page, '/today');
  const waited = performance.now() - startedAt;
  const today = requests();
  say(`  Today, loaded anew: ${ms(waited)}, ${today.sent.length} requests`);
  const all = countRequests(page);
  const most = { path: '', task: 0 };
  for (const path of PLACES) {
    await inPage(page, 'forget');
    await inPage(page, 'go', path);
    await inPage(page, 'settled');
    await sleep(500);
    const { task } = await inPage<Stops>(page, 'stops');
    if (task > most.task) Object.assign(most, { path, task });
  }
  const { sent } = all();
  say(
    `  through ${PLACES.length} places once: ${sent.length} requests; longest task ${ms(most.task)} (${most.path})`,
  );
};

/** A till sells ten invoices a second while a screen is open. */
const measureEvents = async (
  page: Page,
  { baseUrl }: Running,
  token: string,
  path: string,
): Promise<void> => {
  const till = openClient(baseUrl, token, 4);
  const { create } = scenarios(1);
  await openAt(page, path);
  await inPage(page, 'forget');
  const requests = countRequests(page);
  const before = await cpuOfPage(page);
  const SECONDS = 10;
  const made: Promise<unknown>[] = [];
  for (let at = 0; at < SECONDS * 10; at += 1) {
    made.push(till.ask(create.ask(at)));
    await sleep(100);
  }
  await Promise.all(made);
  await sleep(1500);
  const { sent, cancelled } = requests();
  const cpu = (await cpuOfPage(page)) - before;
  const { task } = await inPage<Stops>(page, 'stops');
  till.close();
  say(
    `  ${path} while ${made.length} invoices are made in ${SECONDS} s: ${sent.length} requests (${cancelled} cancelled); the page's CPU ${ms(cpu)}; longest task ${task === 0 ? 'under 50 ms' : ms(task)}`,
  );
};

const measure = async (browser: Browser, service: Running, invoices: number): Promise<void> => {
  await measureFirstLoad(browser, service.baseUrl);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript({ content: IN_PAGE });
  await signIn(page, service.baseUrl);
  await measurePages(page, invoices, 500);
  await measurePages(page, invoices, 0);
  await measureTyping(page, `${WANTED.word} з м`, 80);
  await measureTyping(page, WANTED.rrn.slice(-10), 80);
  await measureTyping(page, `${WANTED.word} з м`, 350);
  await measureOpening(page);
  await measurePlaces(page);
  const token = await accessToken(service.baseUrl, PASSWORD);
  await measureEvents(page, service, token, '/today');
  await measureEvents(page, service, token, '/invoices');
};

const { values } = parseArgs({
  options: { invoices: { type: 'string', default: '1000000' }, shop: { type: 'string' } },
});
const invoices = Number(values.invoices);
if (!Number.isInteger(invoices) || invoices < 1000)
  throw new Error(`--invoices ${values.invoices}: a number from 1000 on.`);
if (CHROMIUM === undefined) throw new Error('This needs Chromium: apt-get install chromium-headless-shell.');
const scratch = scratchFolder();
const stops: (() => Promise<unknown>)[] = [];
try {
  const folder = join(scratch.path, 'shop');
  await makeDataFolder(folder, values.shop ?? shopOf(invoices));
  const bank = await startBank();
  stops.push(bank.stop);
  const service = await startService(folder, bank.baseUrl);
  stops.push(service.stop);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  stops.push(() => browser.close());
  say(`${invoices} invoices; load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  await measure(browser, service, invoices);
  say(`load ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  for (const stop of stops.toReversed()) await stop();
  endServices();
  scratch.remove();
}
