import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { StatementItem } from '../../bank/wire.ts';
import { mapYielding, type Yielding } from '../../platform/async.ts';
import { wasPaid } from '../invoices/status.ts';

/** Our book and the bank's, payment by payment. Pure: no database, no clock, no network. Times are ms, sums minor units. */

/** An invoice here. */
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
  /** So much of it so lately that the bank's statement need not know it yet. */
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
  /** It bears the tag of an attempt of ours whose answer never came. */
  isInDoubt: boolean;
}

/** Both ends included. */
export interface Range {
  from: number;
  to: number;
}

export interface Books {
  range: Range;
  /** Terminals whose statement is there, and when it was asked for. */
  requestedAtByTerminal: ReadonlyMap<number, number>;
  /** Paid in the range, or named by the statement. */
  here: readonly HereEntry[];
  /** Each payment once; none that is known at a terminal which is not compared. */
  bank: readonly BankEntry[];
}

/** One payment, in the books that have it. */
export interface Pair {
  here: HereEntry | undefined;
  bank: BankEntry | undefined;
  /** When it was paid. */
  at: number;
  /** When the bank's statement was asked for; undefined: it could not be. */
  requestedAt: number | undefined;
}

const isWithin = ({ from, to }: Range, at: number): boolean => from <= at && at <= to;

export const isPaidHere = (here: HereEntry | undefined): here is HereEntry =>
  here !== undefined && wasPaid(here.status);

/** Money that is only held or on its way has not been paid, and a try that failed never was. */
export const isPaidThere = (bank: BankEntry | undefined): bank is BankEntry => bank?.status === 'success';

/**
 * The payments of the range, each once. Our time decides what is of the range, the statement's where it is not paid
 * here: so no edge of the range comes between the two books.
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
    if (!isPayment || at === undefined || !isWithin(range, at)) return undefined;
    return { here: entry, bank: counterpart, at, requestedAt: requestedAt };
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
 * How long the statement may know nothing of what has just been done: as long as the resolver waits until it holds
 * what is not there for never paid. Too long a time hides a difference for as many minutes; too short a one invents
 * differences.
 */
export const FRESH_MS = 10 * 60_000;

type BankDifference = 'only_bank' | 'in_doubt' | 'only_here' | 'status' | 'amount' | 'refunded';

/** What the bank's book says otherwise; the gravest alone. */
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

/** What is left of it for the shop. */
export const remainingOf = ({ here, bank }: Pair): number => {
  const paid = isPaidHere(here) ? here : bank;
  return paid ? paid.amount - paid.refunded : 0;
};

export const referenceOf = ({ here, bank }: Pick<Pair, 'here' | 'bank'>): string =>
  here?.reference || (bank?.reference ?? '');
