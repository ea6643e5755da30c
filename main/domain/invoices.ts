import type { Bank } from '../bank/client.ts';
import type { BankInvoice } from '../bank/wire.ts';
import type { Db } from '../store/database.ts';
import { findInvoice, type InvoiceRow } from '../store/invoices.ts';
import { findTerminal } from '../store/terminals.ts';
import { together } from '../store/together.ts';
import { NotFoundError } from './errors.ts';
import { changeInvoice } from './invoice-change.ts';
import { applyBankStatus, hasRefundUnderWay } from './invoice-status.ts';
import { refundsInStatus } from './refunds.ts';
import type { OpenToken } from './tokens.ts';
import { nextCheck } from './watching.ts';

export interface InvoiceContext {
  db: Db;
  bank: Bank;
  openToken: OpenToken;
  /** Milliseconds UTC. */
  now: () => number;
}

export const numberDisplay = (number: number): string => String(number).padStart(6, '0');

/** An invoice that must be there. @throws NotFoundError */
export const invoiceById = (db: Db, id: number): InvoiceRow => {
  const invoice = findInvoice(db, id);
  if (!invoice) throw new NotFoundError(`invoice ${id}`);
  return invoice;
};

/** Brings an invoice up to what the bank told, and plans the next look at it. Gives it as it is then. */
export const applyBankInvoice = (
  { db, now }: Pick<InvoiceContext, 'db' | 'now'>,
  id: number,
  bankInvoice: BankInvoice,
): InvoiceRow =>
  db.transaction(() => {
    // Read again: while the bank was asked, somebody else may have asked it too.
    const invoice = invoiceById(db, id);
    const changes = applyBankStatus(invoice, bankInvoice, now());
    const next_check_at = nextCheck({ ...invoice, ...changes }, now(), hasRefundUnderWay(bankInvoice));
    const told = refundsInStatus(bankInvoice, now());
    return changeInvoice(db, invoice, { ...changes, next_check_at }, now(), told);
  });

/**
 * Asks the bank for the invoice's state and takes it over.
 * @param patienceMs what the bank told may wait so long to be written together with something else
 * @throws NotFoundError, BankError
 */
export const refreshInvoice = async (
  context: InvoiceContext,
  id: number,
  patienceMs?: number,
): Promise<InvoiceRow> => {
  const { invoice } = await askBank(context, id, patienceMs);
  return invoice;
};

/** The invoice after the bank's word was taken over, and that word. */
export const askBank = async (context: InvoiceContext, id: number, patienceMs?: number) => {
  const before = invoiceById(context.db, id);
  const token = await tokenOf(context, before.terminal_id, before.terminal_name);
  const known = before.created_locally === 1 ? before : undefined;
  const told = await context.bank.invoiceStatus(token, before.invoice_id, known);
  const invoice = await together(context.db, () => applyBankInvoice(context, id, told), patienceMs);
  return { token, told, invoice };
};

/** A deleted terminal's token is destroyed. @throws BankError TOKEN_MISSING */
export const tokenOf = (
  { db, openToken }: Pick<InvoiceContext, 'db' | 'openToken'>,
  id: number,
  name = '',
): Promise<string> => openToken(findTerminal(db, id) ?? { id, name, sealed_token: null });
