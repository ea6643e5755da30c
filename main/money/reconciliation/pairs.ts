import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { StatementItem } from '../../bank/wire.ts';
import { mapYielding, type Yielding } from '../../platform/async.ts';
import type { TimeRange } from '../../store/db/days.ts';
import { wasPaid } from '../bank-state/status.ts';

/** Compares Kramar's payments with the bank's. Pure: no database, clock or network. Times are ms, sums minor units. */

/** An invoice in Kramar. */
export interface HereEntry {
  id: number;
  number: number;
  invoiceId: string;
  terminal: number;
  reference: string;
  rrn: string;
  status: InvoiceStatus;
  amount: number;
  ccy: number;
  refunded: number;
  /** Refunded so recently that the bank's statement need not show it yet. */
  refundedLately: number;
  createdAt: number;
  paidAt: number | null;
}

/** A payment in the bank's statement. */
export interface BankEntry {
  invoiceId: string;
  terminal: number;
  reference: string;
  rrn: string;
  status: StatementItem['status'];
  amount: number;
  ccy: number;
  refunded: number;
  at: number;
  /** It has the tag of an attempt that got no answer. */
  isInDoubt: boolean;
}

export interface Books {
  range: TimeRange;
  /** Request time of the statement, for each terminal that has one. */
  requestedAtByTerminal: ReadonlyMap<number, number>;
  /** Paid in the range, or listed in the statement. */
  here: readonly HereEntry[];
  /** Each payment once, without those known at a terminal that is not compared. */
  bank: readonly BankEntry[];
}

/** One payment, in the books that have it. */
export interface Pair {
  here: HereEntry | undefined;
  bank: BankEntry | undefined;
  /** Time of the payment. */
  at: number;
  /** Request time of the bank's statement; undefined: the request failed. */
  requestedAt: number | undefined;
}

const isWithin = ({ from, to }: TimeRange, at: number): boolean => from <= at && at <= to;

/** A released hold never was. */
export const isPaidHere = (here: HereEntry | undefined): here is HereEntry =>
  here !== undefined && wasPaid(here.status) && here.amount > 0;

/** The hold was given up: what the bank lists of it, if anything, is taken back as well. */
const isReleasedHold = (here: HereEntry, bank: BankEntry | undefined): boolean =>
  wasPaid(here.status) && here.amount === 0 && (bank === undefined || bank.refunded >= bank.amount);

/** Held or pending money is not paid yet, and a failed try never was. */
export const isPaidThere = (bank: BankEntry | undefined): bank is BankEntry => bank?.status === 'success';

/**
 * The payments of the range, each once. Kramar's time decides what belongs to the range, or the statement's if it is
 * not paid here: so no edge of the range separates the two books.
 */
export function* pairUp({ range, requestedAtByTerminal, here, bank }: Books): Yielding<Pair[]> {
  const bankById = new Map(bank.map((entry) => [entry.invoiceId, entry]));
  const known = new Set(here.map(({ invoiceId }) => invoiceId));
  yield;
  const ours = yield* mapYielding(here, (entry): Pair | undefined => {
    const requestedAt = requestedAtByTerminal.get(entry.terminal);
    const counterpart = requestedAt === undefined ? undefined : bankById.get(entry.invoiceId);
    const at = isPaidHere(entry) ? (entry.paidAt ?? entry.createdAt) : counterpart?.at;
    const isPayment = isPaidHere(entry) || isPaidThere(counterpart);
    if (isReleasedHold(entry, counterpart)) return undefined;
    if (!isPayment || at === undefined || !isWithin(range, at)) return undefined;
    return { here: entry, bank: counterpart, at, requestedAt };
  });
  const theirs = yield* mapYielding(bank, (entry): Pair | undefined => {
    const isOnlyThere = isPaidThere(entry) && !known.has(entry.invoiceId) && isWithin(range, entry.at);
    if (!isOnlyThere) return undefined;
    return {
      here: undefined,
      bank: entry,
      at: entry.at,
      requestedAt: requestedAtByTerminal.get(entry.terminal),
    };
  });
  return [...ours, ...theirs].filter((pair) => pair !== undefined);
}

/**
 * How long the statement may lack a new payment or refund: as long as the resolver waits before it treats a missing
 * payment as never made. Too long hides a difference for that time; too short invents differences.
 */
export const FRESH_MS = 10 * 60_000;

type BankDifference = 'only_bank' | 'in_doubt' | 'only_here' | 'status' | 'amount' | 'refunded';

/** The gravest difference from the bank's book. */
export const bankDifference = ({ here, bank, requestedAt }: Pair): BankDifference | null => {
  if (!here) return bank?.isInDoubt ? 'in_doubt' : 'only_bank';
  if (requestedAt === undefined) return null;
  if (!isPaidThere(bank)) {
    if (here.paidAt !== null && here.paidAt > requestedAt - FRESH_MS) return null;
    return bank ? 'status' : 'only_here';
  }
  if (!isPaidHere(here)) return 'status';
  if (here.amount !== bank.amount || here.ccy !== bank.ccy) return 'amount';
  const isSame = bank.refunded <= here.refunded && bank.refunded >= here.refunded - here.refundedLately;
  return isSame ? null : 'refunded';
};

/** The book whose amount and currency count: ours, unless it is unpaid here. */
export const paidEntry = ({ here, bank }: Pick<Pair, 'here' | 'bank'>): HereEntry | BankEntry | undefined =>
  isPaidHere(here) ? here : bank;

/** The amount remaining for the shop. */
export const remainingOf = (pair: Pair): number => {
  const paid = paidEntry(pair);
  return paid ? paid.amount - paid.refunded : 0;
};

export const referenceOf = ({ here, bank }: Pick<Pair, 'here' | 'bank'>): string =>
  here?.reference || (bank?.reference ?? '');
