import { BankError, isUnanswered, PAUSED } from '../../bank/errors.ts';
import { type AttemptRow, findAttempt } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  creationOf,
  findSaleInvoice,
  type SaleInvoiceRow,
  saleInvoicesOf,
  scheduleRegisterCheck,
  updateSaleInvoice,
} from '../../store/invoices/sale-invoices.ts';
import { openInquiry } from './inquiry.ts';
import { checkInterval } from './poll-interval.ts';
import { planOf } from './record.ts';
import { type InvoiceContext, invoiceById, refreshInvoice, tokenOf } from './refresh.ts';
import { findSaleByBankId, isOnRegisterOf, takeSiblingStatus } from './sale-invoices.ts';

/** Looks up the further bank invoices of sales at the bank, and invalidates those that must not be paid any more. */

/** A bank invoice whose creation was late is over this much after its validity, counted from the last request. */
const DOUBT_MARGIN_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** The sale can still be paid, so its further bank invoices may stay: the buyer may have either before them. */
const isPayable = ({ status }: InvoiceRow): boolean => status === 'created' || status === 'failure';

/**
 * Looks at one open sibling: a payment of it is taken over; unpaid, it is invalidated once the sale is paid or over.
 * The status comes first, so that every step can be repeated: after a crash or a lost answer the work begins anew.
 * @throws BankError; the sibling then waits longer for its next turn
 */
export const checkSibling = async (context: InvoiceContext, row: SaleInvoiceRow): Promise<void> => {
  try {
    await takeOverSibling(context, row);
  } catch (error) {
    if (error instanceof BankError && error.code !== PAUSED) postpone(context, row);
    throw error;
  }
};

const takeOverSibling = async (context: InvoiceContext, row: SaleInvoiceRow): Promise<void> => {
  const { db, bank, now } = context;
  const before = invoiceById(db, row.invoice_id);
  const token = await tokenOf(context, before.terminal_id, before.terminal_name);
  const bankInvoice = await bank.invoiceStatus(token, row.bank_invoice_id, before);
  const sale = db.transaction(() => {
    const current = findSaleInvoice(db, row.bank_invoice_id);
    // Meanwhile the invoice may have come to name it, or its payment to be one of its own.
    if (current?.state !== 'open') return undefined;
    const known = invoiceById(db, current.invoice_id);
    if (bankInvoice.status === 'expired') updateSaleInvoice(db, current.id, OVER);
    else takeSiblingStatus(context, known, bankInvoice);
    return invoiceById(db, current.invoice_id);
  });
  const open = findSaleInvoice(db, row.bank_invoice_id);
  if (!sale || open?.state !== 'open') return;
  const isUnpaid = bankInvoice.status === 'created' || bankInvoice.status === 'failure';
  if (isUnpaid && !isPayable(sale)) {
    await bank.removeInvoice(token, row.bank_invoice_id);
    // A payment of it that arrives all the same is recognised by its id.
    db.transaction(() => updateSaleInvoice(db, open.id, OVER));
    return;
  }
  const next_try_at = now() + checkInterval(now() - open.created_at);
  db.transaction(() => updateSaleInvoice(db, open.id, { tries: 0, next_try_at }));
};

const OVER = { state: 'over', next_try_at: null } as const;

/** Ever longer, from two seconds on. */
const postpone = ({ db, now }: InvoiceContext, { bank_invoice_id }: SaleInvoiceRow): void =>
  db.transaction(() => {
    const row = findSaleInvoice(db, bank_invoice_id);
    if (row?.state !== 'open') return;
    const tries = row.tries + 1;
    const next_try_at = now() + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(tries, 20));
    updateSaleInvoice(db, row.id, { tries, next_try_at });
  });

/** How many bank invoices may carry the tag of an attempt beside those that are known here. */
const unknownInvoices = ({ db }: InvoiceContext, attempt: AttemptRow): number =>
  attempt.invoice_id === null
    ? 0
    : attempt.possible_invoices - 1 - saleInvoicesOf(db, attempt.invoice_id).length;

/**
 * Reads the register of a creation that was requested more than once: what was carried out late hangs there now, and
 * is what the buyer pays. Goes on until every request is accounted for, or the latest invoice must have expired.
 * @throws BankError; it is read again all the same
 */
export const checkRegister = async (context: InvoiceContext, attempt: AttemptRow): Promise<void> => {
  const { db, now } = context;
  const plan = () => {
    const current = findAttempt(db, attempt.id);
    // Another request of it is under way, or it was settled otherwise.
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

/** Whether the latest bank invoice of an attempt must have expired; by the bank's clock, since the PC's may have jumped. */
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
    // Its own answer may have come meanwhile.
    if (findSaleByBankId(db, hanging) || !isOnRegisterOf(db, attempt, bankInvoice)) return;
    takeSiblingStatus(context, invoiceById(db, invoice_id), bankInvoice);
  });
};

/**
 * Looks at every bank invoice of a sale that is not its invoice's own: those of a sale that is paid or over are
 * invalidated.
 * @throws BankError
 */
const checkSale = async (context: InvoiceContext, invoiceId: number): Promise<void> => {
  const { db } = context;
  const attempt = creationOf(db, invoiceId);
  if (attempt && attempt.register_check_at !== null) await checkRegister(context, attempt);
  for (const row of saleInvoicesOf(db, invoiceId)) if (row.state === 'open') await checkSibling(context, row);
};

/** As `refreshInvoice`, and a payment of another bank invoice of the sale is seen as well. @throws BankError */
export const refreshSale = async (context: InvoiceContext, invoiceId: number): Promise<InvoiceRow> => {
  const invoice = await refreshInvoice(context, invoiceId);
  if (invoice.created_locally === 0) return invoice;
  // What the bank said of the invoice stands, whatever it says of the others; they are looked at again.
  await checkSale(context, invoiceId).catch(ignoreBankError);
  return invoiceById(context.db, invoiceId);
};

/**
 * Invalidates at once what else could be paid of a sale that was cancelled; what fails is done by the watch.
 * Never throws a BankError.
 */
export const invalidateSiblings = (context: InvoiceContext, invoiceId: number): Promise<void> =>
  checkSale(context, invoiceId).catch(ignoreBankError);

const ignoreBankError = (error: unknown): void => {
  if (!(error instanceof BankError)) throw error;
};

/** Whether the other records of the terminal have to wait as well. */
export const concernsTerminal = (error: BankError): boolean =>
  error.code === PAUSED ||
  ['TMR', 'FORBIDDEN', 'TOKEN_MISSING'].includes(error.code) ||
  (isUnanswered(error) && error.code !== 'BAD_GATEWAY');
