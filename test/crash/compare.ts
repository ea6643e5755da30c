import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Stats } from '../../shared/api/series.ts';
import { type Books, readBooks } from './books.ts';
import { captureDifferences } from './captures.ts';
import type { CashKind } from './cash.ts';
import { cashDifferences, lookAtCash, withoutParts } from './cash-books.ts';
import { eventDifferences } from './chronicle.ts';
import { backupDifferences, errorsInLog } from './files.ts';
import { compareHastily, compareLedgers, type Found } from './ledger.ts';
import type { Parties } from './parties.ts';
import { brokenPromises, doubledKeys, isSameSale, openAttempts, tagsById } from './promises.ts';
import { refundDifferences, refundedTwice } from './refund-books.ts';
import { payableTwice, unreportedDoubles } from './sale-books.ts';
import { type CrashShop, Gone } from './shop.ts';
import { deletionDifferences } from './throwaways.ts';

/** Compares the bank's ledger with ours. */

/** How far the clock was put ahead since the sales were made. */
export type Passed = 'nothing' | 'the validity' | 'a day';

/** A busy machine may take long; a result that never comes is noticed all the same. A broken program fails sooner. */
const settledWithinMs = ({ broken }: CrashShop): number => (broken === undefined ? 120_000 : 20_000);

/** Returns whether it came true in time. @param giveUpAt by the monotonic clock, ms */
const comesTrue = async (
  shop: CrashShop,
  isTrue: () => Promise<boolean>,
  giveUpAt = performance.now() + settledWithinMs(shop),
): Promise<boolean> => {
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) return false;
    await sleep(200);
  }
  return true;
};

/** Holds right after a start, whatever was cut off. */
export const lookHastily = ({ shop, sales, refunds, poisoner, cash }: Parties): Omit<Found, 'lost'> => {
  const books = readBooks(shop.databaseFile, shop.bank.invoices());
  const drawer = lookAtCash(books, cash);
  return {
    doubled: [...doubledKeys(books, sales.sales, poisoner.wasPoisoned), ...drawer.doubled],
    refundedTwice: [...refundedTwice(withoutParts(books), refunds.intents), ...drawer.refundedTwice],
    other: [
      ...drawer.other,
      ...compareHastily(books),
      ...brokenPromises(books, sales.sales, true),
      ...deletionDifferences(shop),
    ],
  };
};

/**
 * Lets the service catch up with a healthy bank, and compares everything. No client may call it meanwhile.
 * @throws Gone
 */
export const compareAll = async (parties: Parties, passed: Passed): Promise<Found> => {
  const unsettled = [
    ...(passed === 'nothing' ? await heldUpPayments(parties) : []),
    ...(await settle(parties, passed)),
  ];
  let found = await compareOnce(parties, passed);
  // The service's own work may come in between: an invoice ends, the bank sends a webhook.
  for (let tries = 0; found.isStale && tries < 5; tries += 1) found = await compareOnce(parties, passed);
  found.other.push(...unsettled);
  return found;
};

const compareOnce = async (parties: Parties, passed: Passed): Promise<Found & { isStale: boolean }> => {
  const { shop, sales, refunds, captures, poisoner, cash, followers } = parties;
  const books = readBooks(shop.databaseFile, shop.bank.invoices());
  const isDayOver = passed === 'a day';
  const found = compareLedgers(books, isDayOver, poisoner.isSuspect);
  const drawer = lookAtCash(books, cash);
  const till = await cashDifferences(shop, books, cash, poisoner.isSuspect);
  found.lost.push(...till.lost);
  found.doubled.push(...doubledKeys(books, sales.sales, poisoner.wasPoisoned), ...drawer.doubled);
  found.refundedTwice.push(...refundedTwice(withoutParts(books), refunds.intents), ...drawer.refundedTwice);
  found.other.push(
    ...drawer.other,
    ...till.other,
    ...books.faults,
    ...brokenPromises(books, sales.sales, isDayOver),
    ...refundDifferences(books, refunds.intents),
    ...captureDifferences(books, captures.intents, poisoner.isSuspect),
    ...unreportedDoubles(books, poisoner.isSuspect),
    ...openAttempts(books, isDayOver),
    ...eventDifferences(books),
    ...runDifferences(shop, books),
    ...deletionDifferences(shop),
    ...(await sumDifferences(shop, books)),
    ...(await readingDifferences(parties, passed === 'nothing' ? 10 : sales.sales.length)),
    ...backupDifferences(shop.dataDir, sales.sales),
    ...errorsInLog(shop.dataDir),
    ...(await followers.differences(books.events)),
  );
  const last = readBooks(shop.databaseFile, []).events.at(-1);
  return { ...found, isStale: last?.id !== books.events.at(-1)?.id };
};

/** Sold right before, so that there is something to pay at most terminals. */
const PROBES = 5;

/**
 * At a terminal one open invoice becomes unreadable, and so does a line of its statement; the other invoices are
 * paid, with no webhook: each payment shows by itself all the same. Returns those that did not.
 * @throws Gone
 */
const heldUpPayments = async ({ shop, sales, poisoner }: Parties): Promise<string[]> => {
  const { bank, random } = shop;
  const paid: string[] = [];
  bank.clearFaults();
  for (let count = 0; count < PROBES; count += 1) await sales.attempt(sales.begin('owner'));
  bank.loseWebhooks(true);
  try {
    for (const { id } of shop.terminals) {
      const [unreadable, ...others] = sales.payable(id).filter((each) => !poisoner.wasPoisoned(each));
      const [inStatement, ...rest] = others.slice(-3);
      if (unreadable === undefined || inStatement === undefined) continue;
      poisoner.put(unreadable, { kind: random.pick(['unknown-status', 'malformed-date', 'null-fields']) });
      for (const each of [inStatement, ...rest]) bank.pay(each);
      poisoner.put(inStatement, { kind: random.pick(['line-null', 'line-text', 'line-empty']) });
      paid.push(...rest);
    }
    const held = () => {
      const rows = new Map(readBooks(shop.databaseFile, []).invoices.map((row) => [row.invoice_id, row]));
      return paid.filter((bankId) => rows.get(bankId)?.status !== 'success');
    };
    await comesTrue(shop, async () => {
      if (!shop.isServing()) throw new Gone();
      return held().length === 0;
    });
    return held().map(
      (bankId) => `The payment of ${bankId} does not show while another record is unreadable`,
    );
  } finally {
    bank.loseWebhooks(false);
  }
};

/** What a till that comes back gets an answer to, whatever the bank's records say; after a day its keys are forgotten. */
const SURE: Record<Exclude<Passed, 'a day'>, readonly CashKind[]> = {
  nothing: ['sale', 'move'],
  'the validity': ['sale', 'parts', 'rest', 'return', 'move'],
};

/** Returns what did not come to its end. */
const settle = async (parties: Parties, passed: Passed): Promise<string[]> => {
  const { shop, office, sales, poisoner, cash } = parties;
  shop.bank.clearFaults();
  // The statement imports it before anything looks for it.
  if (shop.random.chance(0.7)) sales.payLost();
  const problems: string[] = [];
  const giveUpAt = performance.now() + settledWithinMs(shop);
  const until = async (what: string, done: () => Promise<boolean>) => {
    if (!(await comesTrue(shop, done, giveUpAt)))
      problems.push(`Not done in ${settledWithinMs(shop)} ms: ${what}`);
  };
  await until('what the bank does late', async () => shop.bank.pendingCalls() === 0);
  office.settleRefunds();
  office.settleCaptures();
  const open = [...shop.terminals, ...shop.throwaways.filter(({ isGone }) => !isGone)];
  for (const { id } of open) await until('sync_invoices', () => office.syncInvoices(id));
  for (const job of ['settle-attempts', 'sync-statements'])
    await until(job, async () => (await office.runJob(job)).status === 'done');
  // A key is kept for 24 hours: repeated after that, it is a new request.
  if (passed !== 'a day') await cash.comeBack(SURE[passed]);
  let payable: string[] = [];
  await until('the invalidation of what must not be paid any more', async () => {
    const books = readBooks(shop.databaseFile, shop.bank.invoices());
    payable = payableTwice(books, sales.sales, poisoner.isSuspect);
    return payable.length === 0;
  });
  problems.push(...payable);
  // The watcher of open invoices looks once more at those that failed or ended, and at a hold that the statement says is over.
  const askedAt = shop.now();
  await until('a look at what has ended', async () =>
    passed === 'nothing' ? isWatched(shop, askedAt, ['processing']) : isWatched(shop, shop.now()),
  );
  return problems;
};

/** Everything that expired by the bank's clock has expired here: nothing, or nothing of these, is due since then. */
const isWatched = (shop: CrashShop, since: number, of?: readonly string[]): boolean => {
  const { invoices, deletedTerminals } = readBooks(shop.databaseFile, []);
  return invoices.every(
    ({ next_check_at, terminal_id, status }) =>
      next_check_at === null ||
      next_check_at > since ||
      (of && !of.includes(status)) ||
      deletedTerminals.has(terminal_id),
  );
};

/** Begun by a process that no longer exists. */
const runDifferences = (shop: CrashShop, { jobRuns }: Books): string[] =>
  jobRuns
    .filter(({ status, started_at }) => status === 'running' && started_at < shop.servingSince())
    .map(({ id, job }) => `Run ${id} of the job ${job} is still marked as running`);

/** What lists and statistics add up to, against the rows themselves. */
const sumDifferences = async (shop: CrashShop, { invoices }: Books): Promise<string[]> => {
  const paid = invoices.filter(({ status }) => status === 'success');
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const total_amount = sum(invoices.map(({ amount }) => amount));
  const success_amount = sum(paid.map(({ amount, final_amount }) => final_amount ?? amount));
  const unpaid_amount = total_amount - sum(paid.map(({ amount }) => amount));
  const counted = (wanted: string) => invoices.filter(({ status }) => status === wanted).length;
  const page = await shop.ask200<InvoicePage>('GET', 'invoices/?page_size=1');
  const stats = await shop.ask200<Stats>('GET', 'stats/');
  const expected = {
    list: { count: invoices.length, totals: { total_amount, success_amount } },
    stats: {
      total_count: invoices.length,
      success_count: paid.length,
      created_count: counted('created'),
      expired_count: counted('expired'),
      failure_count: counted('failure'),
      total_amount,
      success_amount,
      unpaid_amount,
    },
  };
  const reported = { list: { count: page.count, totals: page.totals }, stats };
  const [left, right] = [JSON.stringify(reported), JSON.stringify(expected)];
  return left === right ? [] : [`Sums reported: ${left}; by the rows: ${right}`];
};

/** Read through the interface: some of the invoices that clients know, or all of them. */
const readingDifferences = async ({ shop, sales }: Parties, most: number): Promise<string[]> => {
  const tags = tagsById(shop.bank.invoices());
  const answered = sales.sales.filter(({ answers }) => answers.length > 0).slice(-most);
  const differences = [];
  for (const { key, account, answers } of answered) {
    const { id = 0, invoice_id } = answers[0]?.invoice ?? {};
    const { status, body, text } = await shop.ask<{ invoice_id: string }>(account, 'GET', `invoices/${id}/`);
    if (status !== 200 || !isSameSale(tags, body.invoice_id, invoice_id ?? ''))
      differences.push(`The key "${key}" was answered with invoice ${id}; it reads ${status} ${text}`);
  }
  return differences;
};
