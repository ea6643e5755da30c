import type { Books } from './books.ts';
import type { CashIntent, CashKind } from './cash.ts';
import type { Throwaway } from './fair.ts';
import { countSoundBackups, leftovers } from './files.ts';
import { isPayment } from './ledger.ts';
import { ANY_TIME, POINTS } from './points.ts';
import type { RefundIntent } from './refunds.ts';
import { paidTwice } from './sale-books.ts';
import type { Sale } from './sales.ts';

/** What was tried, and with what result. */
export interface Tally {
  /** Kills by point. */
  kills: Map<string, number>;
  starts: number;
  comparisons: number;
  bankInvoices: number;
  payments: number;
  invoices: number;
  refunds: number;
  /** Refunds that people wanted, and those that were pressed more than once. */
  wanted: number;
  repressed: number;
  poisoned: number;
  unreadable: number;
  paidTwice: number;
  /** What tills wanted done for cash, by kind. */
  cashSales: number;
  partSales: number;
  rests: number;
  returns: number;
  moves: number;
  /** Of them sent more than once, and answered. */
  cashResent: number;
  cashAnswered: number;
  /** Terminals, and refusals to delete one. */
  deleted: number;
  undeleted: number;
  keys: number;
  /** Keys that came more than once. */
  retried: number;
  answered: number;
  adopted: number;
  found: number;
  inDoubt: number;
  dropped: number;
  events: number;
  backups: number;
  leftovers: number;
  lost: number;
  doubled: number;
  refundedTwice: number;
}

export const emptyTally = (): Tally => ({
  kills: new Map(),
  starts: 0,
  comparisons: 0,
  bankInvoices: 0,
  payments: 0,
  invoices: 0,
  refunds: 0,
  wanted: 0,
  repressed: 0,
  poisoned: 0,
  unreadable: 0,
  paidTwice: 0,
  cashSales: 0,
  partSales: 0,
  rests: 0,
  returns: 0,
  moves: 0,
  cashResent: 0,
  cashAnswered: 0,
  deleted: 0,
  undeleted: 0,
  keys: 0,
  retried: 0,
  answered: 0,
  adopted: 0,
  found: 0,
  inDoubt: 0,
  dropped: 0,
  events: 0,
  backups: 0,
  leftovers: 0,
  lost: 0,
  doubled: 0,
  refundedTwice: 0,
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
  tally.bankInvoices = bank.length;
  tally.payments = bank.filter(isPayment).length;
  tally.invoices = invoices.length;
  tally.refunds = bank.reduce((sum, { refunds }) => sum + refunds.length, 0);
  tally.wanted = refunds.length;
  tally.repressed = refunds.filter(({ presses }) => presses > 1).length;
  tally.poisoned = poisoned;
  tally.unreadable = reported('bank.unreadable');
  tally.paidTwice = paidTwice(bank).length;
  const ofKind = (wanted: CashKind) => cash.filter(({ kind }) => kind === wanted).length;
  tally.cashSales = ofKind('sale');
  tally.partSales = ofKind('parts');
  tally.rests = ofKind('rest');
  tally.returns = ofKind('return');
  tally.moves = ofKind('move');
  tally.cashResent = cash.filter(({ presses }) => presses > 1).length;
  tally.cashAnswered = cash.filter(({ answer }) => answer).length;
  tally.deleted = deleted.filter(({ isGone }) => isGone).length;
  tally.undeleted = deleted.reduce((sum, { refused }) => sum + refused, 0);
  tally.keys = sales.filter(({ isKeyed }) => isKeyed).length;
  tally.retried = sales.filter(({ tries }) => tries > 1).length;
  tally.answered = sales.filter(({ answers }) => answers.length > 0).length;
  tally.adopted = reported('invoice.adopted');
  tally.found = reported('invoice.found');
  tally.inDoubt = reported('attempt.in_doubt');
  tally.dropped = attempts.filter(({ status }) => status === 'dropped').length;
  tally.events = events.length;
  tally.backups = countSoundBackups(dataDir);
  tally.leftovers = leftovers(dataDir).length;
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
    line('starts of the service', tally.starts),
    line('comparisons of the whole ledgers', tally.comparisons),
    line('invoices at the bank', tally.bankInvoices),
    line('of them paid, or being paid', tally.payments),
    line('invoices here', tally.invoices),
    line('refunds at the bank', tally.refunds),
    line('refunds that people wanted', tally.wanted),
    line('of them pressed more than once', tally.repressed),
    line('bank invoices that could not be read for a while', tally.poisoned),
    line('events about what could not be read', tally.unreadable),
    line('sales paid twice by their buyers', tally.paidTwice),
    line('sales for cash', tally.cashSales),
    line('sales in parts', tally.partSales),
    line('rests of them taken in cash, or cash given back', tally.rests),
    line('returns of both', tally.returns),
    line('cash put in, or taken out', tally.moves),
    line('of all these sent more than once', tally.cashResent),
    line('of all these done', tally.cashAnswered),
    line('terminals deleted', tally.deleted),
    line('deletions refused: money was on its way', tally.undeleted),
    line('keys of sales', tally.keys),
    line('of them sent more than once', tally.retried),
    line('of them answered with 201', tally.answered),
    line('attempts that came in doubt', tally.inDoubt),
    line('invoices adopted', tally.adopted),
    line('attempts dropped', tally.dropped),
    line('payments made past Kramar, found', tally.found),
    line('events', tally.events),
    line('sound backups', tally.backups),
    line('temporary files left lying', tally.leftovers),
    '',
    'What came of it',
    line('payments lost', tally.lost),
    line('payments or invoices doubled', tally.doubled),
    line('refunded twice', tally.refundedTwice),
    line('seconds', Math.round(wallMs / 1000)),
    '',
  ].join('\n');
};
