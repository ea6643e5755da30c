import type { Bank } from '../../bank/client.ts';
import { BankError, UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice } from '../../bank/wire.ts';
import type { Log } from '../../platform/log.ts';
import { NotFoundError } from '../../shop/errors.ts';
import type { OpenToken } from '../../shop/terminals/open-token.ts';
import { invoiceThing, isOfOneRecord, noteFailure, noteReadable } from '../../shop/unreadable.ts';
import { type Db, isDatabaseFailure, isWriteFailure } from '../../store/db/connection.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import { attemptsOfInvoice, openMoneyOf } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import { findInvoice, type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { findTerminal } from '../../store/terminals.ts';
import { lateCapture, withCapturedAmount } from '../hold/captured-amount.ts';
import { changesOfHold, noteHold } from '../hold/hold-status.ts';
import { knownById } from '../journal/invoice-money.ts';
import { settleOpenMoney } from '../journal/open-money.ts';
import { refundsInStatus } from '../refund/refunds.ts';
import { changeInvoice } from './change.ts';
import { checkInterval, nextCheck, nextSweep } from './poll-interval.ts';
import { applyBankStatus, bankRefundSince, contradictionIn, withCredibleDates } from './status.ts';

export interface InvoiceContext {
  db: Db;
  bank: Bank;
  openToken: OpenToken;
  /** Milliseconds UTC, by the PC's clock. */
  now: () => number;
  /** By the bank's clock; undefined as long as it is not known. */
  bankNow: () => number | undefined;
  /** Batch work logs the failure of a single record here. */
  log?: Log;
}

/**
 * An existing invoice.
 * @throws NotFoundError
 */
export const invoiceById = (db: Db, id: number): InvoiceRow => {
  const invoice = findInvoice(db, id);
  if (!invoice) throw new NotFoundError('invoice', id);
  return invoice;
};

type Clocks = Pick<InvoiceContext, 'db' | 'now' | 'bankNow'>;

interface Applied {
  invoice: InvoiceRow;
  /** With our own capture's amount where the bank gives none. */
  bankInvoice: BankInvoice;
  /** What the answer says cannot be true beside what is stored; noted, and nothing of the answer was applied. */
  contradiction?: UnreadableAnswer;
}

/**
 * Applies the bank's state of an invoice, settles its open refund, capture or release by it, and plans the next request.
 * @param requestedAt when the state was requested (ms); absent: a webhook, which may be old
 */
export const applyBankInvoice = (
  { db, now, bankNow }: Clocks,
  id: number,
  reported: BankInvoice,
  requestedAt?: number,
): Applied =>
  db.transaction(() => {
    // Read again: another request may have changed it meanwhile.
    const { invoice, hasHold, hasOpenMoney, isUnreadable } = knownById(db, id);
    // During the request the invoice may have come to name another bank invoice of its sale.
    if (reported.invoiceId !== invoice.invoice_id) return { invoice, bankInvoice: reported };
    const times = { now: now(), bankNow: bankNow(), requestedAt };
    const hold = hasHold ? findHold(db, id) : undefined;
    const money = { invoice, hold, attempts: hold ? attemptsOfInvoice(db, id) : [] };
    const bankInvoice = withCapturedAmount(money, reported, times);
    const contradiction =
      contradictionIn(invoice, bankInvoice) ?? (hold && lateCapture(money, bankInvoice, times));
    if (contradiction instanceof UnreadableAnswer)
      return { invoice: postponeInvoice({ db, now }, invoice, contradiction), bankInvoice, contradiction };
    if (contradiction) {
      const next = now() + checkInterval(now() - contradiction.since);
      return { invoice: checkAgain(db, invoice, next), bankInvoice };
    }
    if (isUnreadable) noteReadable(db, invoiceThing(invoice), now());
    const bankTime = bankInvoice.at ?? bankNow();
    const applied = applyBankStatus(invoice, bankInvoice, now(), bankTime);
    const changes = hold ? changesOfHold(invoice, bankInvoice, applied) : applied;
    const changed = { ...invoice, ...changes };
    const open = hasOpenMoney ? openMoneyOf(db, id) : undefined;
    const settlement = settleOpenMoney(db, open, bankInvoice, times);
    const openSince = settlement.openSince ?? bankRefundSince(bankInvoice, now());
    const plans = {
      next_check_at: nextCheck(changed, now(), openSince, bankTime),
      sweep_at: nextSweep(changed, bankTime ?? now()),
    };
    const refunds = refundsInStatus(withCredibleDates(bankInvoice, bankTime), now());
    const taken = changeInvoice(db, invoice, { ...changes, ...plans }, now(), refunds);
    noteHold({ db, now: now(), bankNow: bankTime }, hold, taken, bankInvoice);
    // After the money, so that a reader of the events knows the result of the settled request.
    settlement.write();
    return { invoice: taken, bankInvoice };
  });

/** The invoice stays unchanged, and is requested ever more seldom until its state can be applied. */
const postponeInvoice = (
  { db, now, log }: Pick<InvoiceContext, 'db' | 'now' | 'log'>,
  invoice: InvoiceRow,
  error: unknown,
): InvoiceRow =>
  db.transaction(() => {
    const noted = noteFailure({ db, now, log }, invoiceThing(invoice), error);
    return noted ? checkAgain(db, invoice, noted.nextTryAt) : invoice;
  });

const checkAgain = (db: Db, invoice: InvoiceRow, next_check_at: number): InvoiceRow => {
  scheduleCheck(db, invoice.id, next_check_at);
  return { ...invoice, next_check_at };
};

/** The result of a request about an invoice. */
export interface BankLook {
  token: string;
  bankInvoice: BankInvoice;
  /** Kramar's invoice, updated. */
  invoice: InvoiceRow;
}

interface LookOptions<Next> {
  /** Longest delay of the write, to share a transaction. */
  maxDelayMs?: number | undefined;
  /** Of an earlier look of the same request. */
  token?: string;
  /** Just read. */
  known?: InvoiceRow;
  /** Continues in the transaction that applies the state. What it throws undoes its own writes alone, and is thrown. */
  next?: (look: BankLook) => Next;
}

/**
 * Requests an invoice's state and applies it.
 * @throws NotFoundError, BankError; UnreadableAnswer if the state cannot be read or contradicts the stored one; what `next` throws
 */
export const lookAtBank = async <Next = undefined>(
  context: InvoiceContext,
  id: number,
  { maxDelayMs, token: opened, known, next }: LookOptions<Next> = {},
): Promise<BankLook & { next: Next | undefined }> => {
  const { db } = context;
  const before = known ?? invoiceById(db, id);
  const token = opened ?? (await tokenOf(context, before.terminal_id, before.terminal_name));
  const requestedAt = context.now();
  const reported = await context.bank
    .invoiceStatus(token, before.invoice_id, before)
    .catch((error: unknown) => reportUnreadable(context, before, error));
  const take = () => {
    const { contradiction, ...applied } = applyBankInvoice(context, id, reported, requestedAt);
    const look = { token, ...applied };
    const continued = next && !contradiction ? attempted(() => db.transaction(() => next(look))) : {};
    return { look, error: contradiction, ...continued };
  };
  const taken: { look: BankLook; error?: unknown; result?: Next } = await groupCommit(db, take, maxDelayMs);
  if (taken.error !== undefined) throw taken.error;
  return { ...taken.look, next: taken.result };
};

/** Catches what concerns `work` alone: a failure of the database ends the whole transaction. */
const attempted = <Result>(work: () => Result): { result: Result } | { error: unknown } => {
  try {
    return { result: work() };
  } catch (error) {
    if (isDatabaseFailure(error)) throw error;
    return { error };
  }
};

/**
 * Requests the invoice's state from the bank and applies it.
 * @param maxDelayMs longest delay of the write, to share a transaction
 * @throws NotFoundError, BankError
 */
export const refreshInvoice = async (
  context: InvoiceContext,
  id: number,
  maxDelayMs?: number,
): Promise<InvoiceRow> => (await lookAtBank(context, id, { maxDelayMs })).invoice;

/** A full disk must not hide the bank's answer. */
const reportUnreadable = (context: InvoiceContext, invoice: InvoiceRow, error: unknown): never => {
  try {
    if (error instanceof UnreadableAnswer) postponeInvoice(context, invoice, error);
  } catch (failure) {
    if (!isWriteFailure(failure)) throw failure;
  }
  throw error;
};

/**
 * Updates one of many invoices. Returns an error that concerns this invoice alone, already noted, so that the others
 * can go on.
 * @throws errors that concern the others as well
 */
export const refreshOneOfMany = async (
  context: InvoiceContext,
  invoice: InvoiceRow,
  maxDelayMs?: number,
): Promise<unknown> => {
  try {
    await refreshInvoice(context, invoice.id, maxDelayMs);
    return undefined;
  } catch (error) {
    if (!isOfOneRecord(error)) throw error;
    if (!(error instanceof BankError)) postponeInvoice(context, invoice, error);
    return error;
  }
};

/**
 * The token of a deleted terminal is destroyed.
 * @throws BankError TOKEN_MISSING
 */
export const tokenOf = (
  { db, openToken }: Pick<InvoiceContext, 'db' | 'openToken'>,
  id: number,
  name = '',
): Promise<string> => openToken(findTerminal(db, id) ?? { id, name, sealed_token: null });
