import { BankError, isFirewallBlock, isUnanswered, PAUSED } from '../../bank/errors.ts';
import { type AttemptRow, findAttempt } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  creationOf,
  findSaleInvoice,
  mayHaveSiblings,
  type SaleInvoiceRow,
  saleInvoicesOf,
  scheduleRegisterCheck,
  updateSaleInvoice,
} from '../../store/invoices/sale-invoices.ts';
import { openInquiry } from '../bank-state/inquiry.ts';
import { checkInterval } from '../bank-state/poll-interval.ts';
import { type InvoiceContext, invoiceById, refreshInvoice, tokenOf } from '../bank-state/refresh.ts';
import { isUnpaid } from '../bank-state/status.ts';
import { permitLeftover } from '../guard/guard.ts';
import { planOf } from './record.ts';
import { findSaleByBankId, isOnRegisterOf, takeSibling } from './sale-invoices.ts';

/** Requests the states of the siblings of sales, and invalidates those that must not be paid any more. */

/** A bank invoice that was created late ends this long after its validity, counted from the last request. */
const DOUBT_MARGIN_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Checks one open sibling: applies its payment; if unpaid, invalidates it once the sale is paid or over. Reads the
 * status first, so that every step can be repeated after a crash or a lost answer.
 * @param isEnding somebody who may do so ends the unpaid sale
 * @throws BankError; the sibling then waits longer for its next turn
 */
export const checkSibling = (context: InvoiceContext, row: SaleInvoiceRow, isEnding = false): Promise<void> =>
  takeOverSibling(context, row, isEnding).catch((error: unknown) => {
    if (error instanceof BankError && error.code !== PAUSED) postpone(context, row);
    throw error;
  });

const takeOverSibling = async (
  context: InvoiceContext,
  row: SaleInvoiceRow,
  isEnding: boolean,
): Promise<void> => {
  const { db, bank, now } = context;
  const before = invoiceById(db, row.invoice_id);
  const token = await tokenOf(context, before.terminal_id, before.terminal_name);
  const bankInvoice = await bank.invoiceStatus(token, row.bank_invoice_id, before);
  const sale = db.transaction(() => {
    const current = findSaleInvoice(db, row.bank_invoice_id);
    // Meanwhile the invoice may name it, or its payment may be an invoice of its own.
    if (current?.state !== 'open') return undefined;
    const known = invoiceById(db, current.invoice_id);
    if (bankInvoice.status === 'expired') updateSaleInvoice(db, current.id, OVER);
    else takeSibling(context, known, { state: bankInvoice });
    return invoiceById(db, current.invoice_id);
  });
  const open = findSaleInvoice(db, row.bank_invoice_id);
  if (!sale || open?.state !== 'open') return;
  const { status } = bankInvoice;
  // While the sale can still be paid its siblings may stay: the buyer may have any of them on screen.
  if ((status === 'created' || status === 'failure') && (isEnding || !isUnpaid(sale.status))) {
    await bank
      .removeInvoice(token, row.bank_invoice_id, permitLeftover(sale, isEnding))
      .catch(async (refusal: unknown) => {
        // The bank invalidates no failed payment that cannot be tried again.
        if (status !== 'failure' || !isAboutPayment(refusal)) throw refusal;
        const present = await bank.invoiceStatus(token, row.bank_invoice_id, before);
        if (present.status !== 'failure') throw refusal;
      });
    // A payment that arrives nevertheless is recognised by its id.
    db.transaction(() => updateSaleInvoice(db, open.id, OVER));
    return;
  }
  const next_try_at = now() + checkInterval(now() - open.created_at);
  db.transaction(() => updateSaleInvoice(db, open.id, { tries: 0, next_try_at }));
};

const OVER = { state: 'over', next_try_at: null } as const;

/** Waits ever longer, from two seconds on. */
const postpone = ({ db, now }: InvoiceContext, { bank_invoice_id }: SaleInvoiceRow): void =>
  db.transaction(() => {
    const row = findSaleInvoice(db, bank_invoice_id);
    if (row?.state !== 'open') return;
    const tries = row.tries + 1;
    const next_try_at = now() + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(tries, 20));
    updateSaleInvoice(db, row.id, { tries, next_try_at });
  });

/** How many bank invoices may carry the tag of an attempt besides the known ones. */
const unknownInvoices = ({ db }: InvoiceContext, attempt: AttemptRow): number =>
  attempt.invoice_id === null
    ? 0
    : attempt.possible_invoices - 1 - saleInvoicesOf(db, attempt.invoice_id).length;

/**
 * Reads the register of a creation that was requested more than once: an invoice created late is on the register now,
 * and is the one that the buyer pays. Continues until every request is accounted for, or the latest invoice must have
 * expired.
 * @throws BankError; it is read again nevertheless
 */
export const checkRegister = async (context: InvoiceContext, attempt: AttemptRow): Promise<void> => {
  const { db, now } = context;
  const plan = () => {
    const current = findAttempt(db, attempt.id);
    // Another request for it is running, or it was settled otherwise.
    if (current?.status !== 'done') return;
    const isOver = isOverAtBank(context, current) || unknownInvoices(context, current) <= 0;
    const next = isOver ? null : now() + checkInterval(now() - current.created_at);
    db.transaction(() => scheduleRegisterCheck(db, current.id, next));
  };
  try {
    if (unknownInvoices(context, attempt) > 0) await recordHanging(context, attempt);
  } finally {
    plan();
  }
};

/** Whether the latest bank invoice must have expired; by the bank's clock, since the PC's may have jumped. */
const isOverAtBank = ({ bankNow }: InvoiceContext, attempt: AttemptRow): boolean => {
  const { bank_created_at: begunAt } = attempt;
  const at = bankNow();
  if (at === undefined || begunAt === null) return false;
  return at > begunAt + planOf(attempt).input.validity * 1000 + DOUBT_MARGIN_MS;
};

const recordHanging = async (context: InvoiceContext, attempt: AttemptRow): Promise<void> => {
  const { db } = context;
  const { qrId } = planOf(attempt).request;
  const { invoice_id } = attempt;
  if (qrId === undefined || invoice_id === null) return;
  const token = await tokenOf(context, attempt.terminal_id);
  const inquiry = openInquiry(context, token, [attempt]);
  const hanging = await inquiry.onRegister(qrId);
  if (hanging === null || findSaleByBankId(db, hanging)) return;
  const bankInvoice = await inquiry.invoice(hanging);
  db.transaction(() => {
    // Its own answer may have arrived meanwhile.
    if (findSaleByBankId(db, hanging) || !isOnRegisterOf(db, attempt, bankInvoice)) return;
    takeSibling(context, invoiceById(db, invoice_id), { state: bankInvoice });
  });
};

/**
 * Checks every sibling of a sale; those of a sale that is paid, over or ending are invalidated.
 * @returns whether one can still be paid
 * @throws BankError
 */
export const checkSiblings = async (
  context: InvoiceContext,
  invoiceId: number,
  isEnding = false,
): Promise<boolean> => {
  const { db } = context;
  if (!mayHaveSiblings(db, invoiceId)) return false;
  const attempt = creationOf(db, invoiceId);
  if (attempt && attempt.register_check_at !== null) await checkRegister(context, attempt);
  for (const row of saleInvoicesOf(db, invoiceId))
    if (row.state === 'open') await checkSibling(context, row, isEnding);
  return saleInvoicesOf(db, invoiceId).some(({ state }) => state === 'open');
};

/**
 * As `refreshInvoice`, including payments of siblings.
 * @throws BankError
 */
export const refreshSale = async (context: InvoiceContext, invoiceId: number): Promise<InvoiceRow> => {
  const invoice = await refreshInvoice(context, invoiceId);
  if (invoice.created_locally === 0) return invoice;
  // The invoice's own state is applied already; the siblings are checked again later.
  await checkSiblings(context, invoiceId).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
  });
  return invoiceById(context.db, invoiceId);
};

/** A refusal to invalidate that says whether it can be paid: neither in doubt, nor about the terminal, nor a payment under way. */
export const isAboutPayment = (refusal: unknown): refusal is BankError =>
  refusal instanceof BankError &&
  !refusal.inDoubt &&
  refusal.code !== 'ORDER_IN_PROGRESS' &&
  !concernsTerminal(refusal);

/** Whether the terminal's other records have to wait as well. */
export const concernsTerminal = (error: BankError): boolean =>
  error.code === PAUSED ||
  ['TMR', 'FORBIDDEN', 'TOKEN_MISSING', 'MOVED_AWAY'].includes(error.code) ||
  isUnanswered(error) ||
  isFirewallBlock(error);
