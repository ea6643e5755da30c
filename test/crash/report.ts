import type { Books } from './books.ts';
import type { CashIntent, CashKind } from './cash.ts';
import type { Throwaway } from './fair.ts';
import { countSoundBackups, leftovers } from './files.ts';
import { type Found, isPayment } from './ledger.ts';
import { ANY_TIME, POINTS } from './points.ts';
import type { RefundIntent } from './refunds.ts';
import { paidTwice } from './sale-books.ts';
import type { Sale } from './sales.ts';
import { Difference } from './shop.ts';

/** What is counted, in the order of the report. */
const COUNTED = {
  starts: 'starts of the service',
  comparisons: 'comparisons of the whole ledgers',
  bankInvoices: 'invoices at the bank',
  payments: 'of them paid, or being paid',
  invoices: 'invoices here',
  refunds: 'refunds at the bank',
  wanted: 'refunds that people wanted',
  repressed: 'of them pressed more than once',
  poisoned: 'bank invoices that could not be read for a while',
  unreadable: 'events about what could not be read',
  paidTwice: 'sales paid twice by their buyers',
  cashSales: 'sales for cash',
  partSales: 'sales in parts',
  rests: 'rests of them taken in cash, or cash given back',
  returns: 'returns of both',
  moves: 'cash put in, or taken out',
  cashResent: 'of all these sent more than once',
  cashAnswered: 'of all these done',
  deleted: 'terminals deleted',
  undeleted: 'deletions refused: money was on its way',
  keys: 'keys of sales',
  retried: 'of them sent more than once',
  answered: 'of them answered with 201',
  inDoubt: 'attempts that came in doubt',
  adopted: 'invoices adopted',
  dropped: 'attempts dropped',
  found: 'payments made past Kramar, found',
  events: 'events',
  backups: 'sound backups',
  leftovers: 'temporary files left lying',
} as const;

/** What a comparison may find, the rest aside. */
const FOUND = {
  lost: 'payments lost',
  doubled: 'payments or invoices doubled',
  refundedTwice: 'refunded twice',
} as const;

type Counted = keyof typeof COUNTED;

/** What was tried, and with what result. */
export interface Tally extends Record<Counted | keyof typeof FOUND, number> {
  /** Kills by point. */
  kills: Map<string, number>;
}

export const emptyTally = (): Tally => ({
  kills: new Map(),
  ...(Object.fromEntries(Object.keys({ ...COUNTED, ...FOUND }).map((name) => [name, 0])) as Omit<
    Tally,
    'kills'
  >),
});

export const countKill = (tally: Tally, point: string): void => {
  tally.kills.set(point, (tally.kills.get(point) ?? 0) + 1);
};

export const killsIn = (tally: Tally): number =>
  [...tally.kills.values()].reduce((sum, kills) => sum + kills, 0);

/** What people wanted from the shop, and the shop's folder. */
interface Wishes {
  sales: readonly Sale[];
  refunds: readonly RefundIntent[];
  cash: readonly CashIntent[];
  poisoned: number;
  deleted: readonly Throwaway[];
  dataDir: string;
}

/** The content of the books at the end. */
export const countBooks = (tally: Tally, books: Books, shop: Wishes): void => {
  const { sales, refunds, cash, poisoned, deleted, dataDir } = shop;
  const { bank, invoices, attempts, events } = books;
  const reported = (type: string) => events.filter((event) => (event.type as string) === type).length;
  const ofKind = (wanted: CashKind) => cash.filter(({ kind }) => kind === wanted).length;
  const counted: Omit<Record<Counted, number>, 'starts' | 'comparisons'> = {
    bankInvoices: bank.length,
    payments: bank.filter(isPayment).length,
    invoices: invoices.length,
    refunds: bank.reduce((sum, { refunds }) => sum + refunds.length, 0),
    wanted: refunds.length,
    repressed: refunds.filter(({ presses }) => presses > 1).length,
    poisoned,
    unreadable: reported('bank.unreadable'),
    paidTwice: paidTwice(bank).length,
    cashSales: ofKind('sale'),
    partSales: ofKind('parts'),
    rests: ofKind('rest'),
    returns: ofKind('return'),
    moves: ofKind('move'),
    cashResent: cash.filter(({ presses }) => presses > 1).length,
    cashAnswered: cash.filter(({ answer }) => answer).length,
    deleted: deleted.filter(({ isGone }) => isGone).length,
    undeleted: deleted.reduce((sum, { refused }) => sum + refused, 0),
    keys: sales.filter(({ isKeyed }) => isKeyed).length,
    retried: sales.filter(({ tries }) => tries > 1).length,
    answered: sales.filter(({ answers }) => answers.length > 0).length,
    adopted: reported('invoice.adopted'),
    found: reported('invoice.found'),
    inDoubt: reported('attempt.in_doubt'),
    dropped: attempts.filter(({ status }) => status === 'dropped').length,
    events: events.length,
    backups: countSoundBackups(dataDir),
    leftovers: leftovers(dataDir).length,
  };
  Object.assign(tally, counted);
};

export const addUp = (tallies: readonly Tally[]): Tally => {
  const sum = emptyTally();
  for (const { kills, ...numbers } of tallies) {
    for (const [point, count] of kills) sum.kills.set(point, (sum.kills.get(point) ?? 0) + count);
    for (const [name, value] of Object.entries(numbers) as [keyof typeof numbers, number][])
      sum[name] += value;
  }
  return sum;
};

export const neverReached = (tally: Tally): string[] =>
  POINTS.map(({ name }) => name).filter((name) => !tally.kills.has(name));

const line = (label: string, value: number | string) => `  ${label.padEnd(62)}${String(value).padStart(8)}`;

const linesOf = (labels: Partial<Record<keyof Omit<Tally, 'kills'>, string>>, tally: Tally): string[] =>
  Object.entries(labels).map(([name, label]) => line(label, tally[name as Counted]));

export const reportOf = (tally: Tally, seed: string, wallMs: number): string => {
  const points = [...POINTS.map(({ name }) => name), ANY_TIME];
  return [
    `Crash test, seed ${seed}`,
    '',
    'Killed (SIGKILL)',
    ...points.map((name) => line(name, tally.kills.get(name) ?? 0)),
    line('in all', killsIn(tally)),
    '',
    'What went on',
    ...linesOf(COUNTED, tally),
    '',
    'What came of it',
    ...linesOf(FOUND, tally),
    line('seconds', Math.round(wallMs / 1000)),
    '',
  ].join('\n');
};

/** The maximum number of differences to print. */
const MOST_SHOWN = 12;

/** @throws Difference that lists them, if there are any */
export const refuse = (differences: readonly string[]): void => {
  if (differences.length === 0) return;
  const more = differences.length - MOST_SHOWN;
  const shown = [...differences.slice(0, MOST_SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])];
  throw new Difference(shown.join('\n'));
};

/** What a comparison found; right after a start nothing can be called lost. */
export type Reported = Partial<Found> & Omit<Found, 'lost'>;

/** Counts what was found. @throws Difference if that was anything */
export const reportFound = (tally: Tally, { lost = [], doubled, refundedTwice, other }: Reported): void => {
  tally.lost += lost.length;
  tally.doubled += doubled.length;
  tally.refundedTwice += refundedTwice.length;
  const named = { lost, doubled, 'refunded twice': refundedTwice };
  const reported = Object.entries(named).flatMap(([name, each]) => each.map((text) => `${name}: ${text}`));
  refuse([...reported, ...other]);
};
