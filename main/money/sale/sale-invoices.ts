import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import { invoiceFacts, recordEvent } from '../../shop/events.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import { findInvoiceByBankId, type InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  deleteSaleInvoice,
  findSaleInvoice,
  hasRivalCreation,
  insertSaleInvoice,
  updateSaleInvoice,
} from '../../store/invoices/sale-invoices.ts';
import { applyBank, type BankReport, changeInvoice, withAll } from '../bank-state/apply-bank.ts';
import { SILENT_LINE, UNPAID } from '../bank-state/payment-facts.ts';
import { invoiceById } from '../bank-state/refresh.ts';
import { statusOf } from '../bank-state/statement-item.ts';
import { FROM_BANK, wasPaid } from '../bank-state/status.ts';
import { createFoundPayments } from '../statement/found-payments.ts';
import { planOf } from './record.ts';

/**
 * A sale is one attempt; the bank may have created several invoices under its tag, since a creation in doubt may be
 * requested again. Kramar's invoice names one of them, the others are its siblings. Payment of any of them pays the
 * sale: the invoice then takes that one's id. A second payment becomes an invoice of its own.
 */

/** The invoice of a bank invoice, whether the invoice names it or it is a sibling. */
export const findSaleByBankId = (db: Db, bankInvoiceId: string): InvoiceRow | undefined => {
  const invoice = findInvoiceByBankId(db, bankInvoiceId);
  if (invoice) return invoice;
  const sibling = findSaleInvoice(db, bankInvoiceId);
  return sibling && invoiceById(db, sibling.invoice_id);
};

/**
 * Whether the invoice on the register of an attempt belongs to the attempt: the bank does not report the tag there.
 * False if it may be another attempt's as well; the tag in the statement then identifies its payment.
 */
export const isOnRegisterOf = (db: Db, attempt: AttemptRow, hanging: BankInvoice): boolean => {
  const { qrId, amount, ccy, merchantPaymInfo } = planOf(attempt).request;
  const { reference } = merchantPaymInfo;
  return (
    qrId !== undefined &&
    hanging.amount === amount &&
    hanging.ccy === ccy &&
    hanging.reference === reference &&
    !hasRivalCreation(db, attempt, { qrId, amount, reference })
  );
};

interface AppliedState {
  /** The invoice to which the state belongs now. */
  invoice: InvoiceRow;
  outcome: 'created' | 'updated' | 'unchanged';
}

/** Applies a line of the statement to a sale, whether it is about its invoice or about a sibling. */
export const takeSaleLine = (context: ClockContext, sale: InvoiceRow, item: StatementItem): AppliedState => {
  if (item.invoiceId === sale.invoice_id) {
    const { invoice, isChanged } = applyBank(context, withAll(sale), { line: item });
    return { invoice, outcome: isChanged ? 'updated' : 'unchanged' };
  }
  return takeSibling(context, sale, { line: item });
};

/** The progress of a payment: of two, the one further along is the sale's. Held money has one of its own. */
const progress = (status: InvoiceStatus, hasMoney: boolean): number => {
  if (wasPaid(status)) return 3;
  if (hasMoney) return 2;
  return status === 'processing' ? 1 : 0;
};

/** The same of a report about a sibling. */
const reportedProgress = (report: BankReport): number =>
  'line' in report
    ? progress(statusOf(report.line), report.line.status === 'hold')
    : progress(FROM_BANK[report.state.status], report.state.status === 'hold');

/** From here on there is money: taken, or held for the shop to take. Twice, it is reported at once. */
const HAS_MONEY = 2;

/** Applies a report about a sibling of a sale: an answer to invoice/status, a webhook, or a line of the statement. */
export const takeSibling = (context: ClockContext, { id }: InvoiceRow, report: BankReport): AppliedState =>
  context.db.transaction(() => {
    const { db, now } = context;
    const { invoiceId } = 'line' in report ? report.line : report.state;
    const sale = invoiceById(db, id);
    const known = progress(sale.status, findHold(db, id)?.state === 'held');
    const reported = reportedProgress(report);
    if (reported > known)
      return { invoice: applied(context, nameSibling(context, sale, invoiceId), report), outcome: 'updated' };
    if (known >= HAS_MONEY && reported >= HAS_MONEY)
      return { invoice: writeSecondPayment(context, sale, invoiceId, report), outcome: 'created' };
    recordSibling(db, sale, invoiceId, now());
    return { invoice: sale, outcome: 'unchanged' };
  });

const applied = (context: ClockContext, invoice: InvoiceRow, report: BankReport): InvoiceRow =>
  applyBank(context, withAll(invoice), report).invoice;

/** Watches the bank invoice from now on, and invalidates it once the sale is paid or over. */
const recordSibling = (
  db: Db,
  { id: invoice_id }: InvoiceRow,
  bank_invoice_id: string,
  now: number,
): void => {
  if (!findSaleInvoice(db, bank_invoice_id))
    insertSaleInvoice(db, { bank_invoice_id, invoice_id, created_at: now });
};

/** Makes the invoice name the sibling, and its previous bank invoice a sibling. */
const nameSibling = ({ db, now }: ClockContext, sale: InvoiceRow, bankInvoiceId: string): InvoiceRow => {
  const known = findSaleInvoice(db, bankInvoiceId);
  if (known) deleteSaleInvoice(db, known.id);
  recordSibling(db, sale, sale.invoice_id, now());
  const register = sale.cash_register_id === null ? undefined : findCashRegister(db, sale.cash_register_id);
  const changes = {
    invoice_id: bankInvoiceId,
    // Its own page is unknown; at a register it uses the register's page.
    page_url: register?.page_url ?? '',
    // Resets the fields of the other bank invoice.
    ...UNPAID,
    modified_date: null,
  };
  return changeInvoice(db, sale, changes, now());
};

/** The sale is paid already: this money must appear as well, and has to be refunded by a person. */
const writeSecondPayment = (
  context: ClockContext,
  sale: InvoiceRow,
  bankInvoiceId: string,
  report: BankReport,
): InvoiceRow => {
  const { db, now } = context;
  const { terminal_id } = sale;
  recordSibling(db, sale, bankInvoiceId, now());
  const sibling = findSaleInvoice(db, bankInvoiceId);
  if (sibling) updateSaleInvoice(db, sibling.id, { state: 'paid', next_try_at: null });
  const found = createFoundPayments({ db, now }, terminal_id);
  found.add('line' in report ? report.line : lineOf(context, sale, report.state));
  found.write();
  const written = findInvoiceByBankId(db, bankInvoiceId);
  if (!written) throw new Error('The second payment was not written.');
  const second = applied(context, written, report);
  recordEvent(db, now(), {
    type: 'sale.paid_twice',
    invoice: second.id,
    terminal: terminal_id,
    data: { ...invoiceFacts(second), first_invoice: sale.id, first_number: sale.number },
  });
  return second;
};

/** What the state that is applied next says better is left out. */
const lineOf = ({ db, now }: ClockContext, sale: InvoiceRow, bankInvoice: BankInvoice): StatementItem => {
  const register = sale.cash_register_id === null ? undefined : findCashRegister(db, sale.cash_register_id);
  const { invoiceId, status, amount, ccy, reference } = bankInvoice;
  return {
    invoiceId,
    amount,
    ccy,
    reference,
    status: status === 'hold' || status === 'processing' ? status : 'success',
    date: bankInvoice.modifiedDate ?? bankInvoice.createdDate ?? now(),
    destination: sale.destination,
    shortQrId: register?.short_qr_id ?? null,
    ...SILENT_LINE,
    metadata: null,
    cancelList: null,
  };
};
