import type { Bank } from '../../bank/client.ts';
import { BankError, UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice } from '../../bank/wire.ts';
import type { Log } from '../../platform/log.ts';
import { NotFoundError } from '../../shop/errors.ts';
import type { OpenToken } from '../../shop/terminals/open-token.ts';
import { isOfOneRecord } from '../../shop/unreadable.ts';
import { type ClockContext, type Db, isDatabaseFailure, isWriteFailure } from '../../store/db/connection.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { findTerminal } from '../../store/terminals.ts';
import { knownById } from '../journal/invoice-money.ts';
import { applyBank, postponeInvoice } from './apply-bank.ts';

export interface InvoiceContext extends ClockContext {
  bank: Bank;
  openToken: OpenToken;
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

/** The result of a request about an invoice. */
export interface BankLook {
  token: string;
  bankInvoice: BankInvoice;
  /** Kramar's invoice, updated. */
  invoice: InvoiceRow;
  /** Something may be kept about a hold of it. */
  hasHold: boolean;
}

interface LookOptions<Next> {
  /** Longest delay of the write, to share a transaction. */
  maxDelayMs?: number | undefined;
  /** Already opened; without one, that of the invoice's terminal is. */
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
    // Read again: another request may have changed it meanwhile.
    const current = knownById(db, id);
    const {
      contradiction,
      invoice,
      bankInvoice = reported,
    } = applyBank(context, current, { state: reported, requestedAt });
    const hasHold = current.hasHold || bankInvoice.status === 'hold';
    const look = { token, invoice, bankInvoice, hasHold };
    if (contradiction) return { look, error: contradiction };
    return { look, ...(next && attempted(() => db.transaction(() => next(look)))) };
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
 * @throws NotFoundError, BankError
 */
export const refreshInvoice = async (
  context: InvoiceContext,
  id: number,
  options?: LookOptions<undefined>,
): Promise<InvoiceRow> => (await lookAtBank(context, id, options)).invoice;

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
  options?: LookOptions<undefined>,
): Promise<unknown> => {
  try {
    await refreshInvoice(context, invoice.id, options);
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
