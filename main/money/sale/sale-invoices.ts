import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import { invoiceFacts, recordEvent } from '../../shop/events.ts';
import { findCashRegister, terminalCashRegisters } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
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
import { applyBank, type BankReport, withAll } from '../bank-state/apply-bank.ts';
import { changeInvoice } from '../bank-state/change.ts';
import { SILENT_LINE, UNPAID } from '../bank-state/payment-facts.ts';
import { type InvoiceContext, invoiceById } from '../bank-state/refresh.ts';
import { statusOf } from '../bank-state/statement-item.ts';
import { FROM_BANK, wasPaid } from '../bank-state/status.ts';
import { createFoundPayments } from '../statement/found-payments.ts';
import { planOf } from './record.ts';

/**
 * A sale is one attempt; the bank may have created several invoices under its tag, since a creation in doubt may be
 * requested again. Kramar's invoice names one of them, the others are its siblings. Payment of any of them pays the
 * sale: the invoice then takes that one's id. A second payment becomes an invoice of its own.
 */

type SaleContext = Pick<InvoiceContext, 'db' | 'now' | 'bankNow'>;

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

/** The bank's state of a sibling. */
interface SiblingState {
  bankInvoiceId: string;
  status: InvoiceStatus;
  /** The money was captured or held. */
  hasMoney: boolean;
  /** The state as a line of the statement, in case it becomes an invoice of its own. */
  line: StatementItem;
  report: BankReport;
}

interface AppliedState {
  /** The invoice to which the state belongs now. */
  invoice: InvoiceRow;
  outcome: 'created' | 'updated' | 'unchanged';
}

/** Applies a line of the statement to a sale, whether it is about its invoice or about a sibling. */
export const takeSaleLine = (context: SaleContext, sale: InvoiceRow, item: StatementItem): AppliedState => {
  if (item.invoiceId === sale.invoice_id) {
    const { invoice, isChanged } = applyBank(context, withAll(sale), { line: item });
    return { invoice, outcome: isChanged ? 'updated' : 'unchanged' };
  }
  return takeSibling(context, sale, {
    bankInvoiceId: item.invoiceId,
    status: statusOf(item),
    hasMoney: item.status === 'success' || item.status === 'hold',
    line: item,
    report: { line: item },
  });
};

/** Applies an answer to invoice/status, or a webhook, to a sibling. */
export const takeSiblingStatus = (
  context: SaleContext,
  sale: InvoiceRow,
  bankInvoice: BankInvoice,
): AppliedState =>
  takeSibling(context, sale, {
    bankInvoiceId: bankInvoice.invoiceId,
    status: FROM_BANK[bankInvoice.status],
    hasMoney: ['success', 'hold', 'reversed'].includes(bankInvoice.status),
    line: lineOf(context, sale, bankInvoice),
    report: { state: bankInvoice },
  });

/**
 * Progress of a payment: of two, the one further along is the sale's.
 * @param hasMoney paid, or held: a hold has the status of a payment that has only begun
 */
const progress = (status: InvoiceStatus, hasMoney: boolean): number => {
  if (wasPaid(status)) return 3;
  if (hasMoney) return 2;
  return status === 'processing' ? 1 : 0;
};

/** Held money is the shop's to take: money that is held twice is reported at once, like a second payment. */
const paidOrHeld = (db: Db, { id, status }: InvoiceRow): boolean =>
  wasPaid(status) || findHold(db, id)?.state === 'held';

const takeSibling = (context: SaleContext, { id }: InvoiceRow, state: SiblingState): AppliedState =>
  context.db.transaction(() => {
    const { db, now } = context;
    const sale = invoiceById(db, id);
    const hasMoney = paidOrHeld(db, sale);
    if (progress(state.status, state.hasMoney) > progress(sale.status, hasMoney))
      return {
        invoice: applied(context, nameSibling(context, sale, state.bankInvoiceId), state),
        outcome: 'updated',
      };
    if (hasMoney && state.hasMoney)
      return { invoice: writeSecondPayment(context, sale, state), outcome: 'created' };
    recordSibling(db, sale, state.bankInvoiceId, now());
    return { invoice: sale, outcome: 'unchanged' };
  });

/** Applies the state to the invoice that names the sibling. */
const applied = (context: SaleContext, invoice: InvoiceRow, { report }: SiblingState): InvoiceRow =>
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
const nameSibling = ({ db, now }: SaleContext, sale: InvoiceRow, bankInvoiceId: string): InvoiceRow => {
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

const registersOf = (db: Db, terminalId: number): ReadonlyMap<string, number> =>
  new Map(terminalCashRegisters(db, terminalId).map(({ short_qr_id, id }) => [short_qr_id, id]));

/** The sale is paid already: this money must appear as well, and has to be refunded by a person. */
const writeSecondPayment = (context: SaleContext, sale: InvoiceRow, state: SiblingState): InvoiceRow => {
  const { db, now } = context;
  const { terminal_id } = sale;
  recordSibling(db, sale, state.bankInvoiceId, now());
  const sibling = findSaleInvoice(db, state.bankInvoiceId);
  if (sibling) updateSaleInvoice(db, sibling.id, { state: 'paid', next_try_at: null });
  const found = createFoundPayments({ db, now }, terminal_id, registersOf(db, terminal_id));
  found.add(state.line);
  found.write();
  const written = findInvoiceByBankId(db, state.bankInvoiceId);
  if (!written) throw new Error('The second payment was not written.');
  const second = applied(context, written, state);
  recordEvent(db, now(), {
    type: 'sale.paid_twice',
    invoice: second.id,
    terminal: terminal_id,
    data: { ...invoiceFacts(second), first_invoice: sale.id, first_number: sale.number },
  });
  return second;
};

/** What the state that is applied next says better is left out. */
const lineOf = ({ db, now }: SaleContext, sale: InvoiceRow, bankInvoice: BankInvoice): StatementItem => {
  const register = sale.cash_register_id === null ? undefined : findCashRegister(db, sale.cash_register_id);
  const { invoiceId, status, amount, ccy, reference } = bankInvoice;
  return {
    ...{ invoiceId, amount, ccy, reference },
    status: status === 'hold' || status === 'processing' ? status : 'success',
    date: bankInvoice.modifiedDate ?? bankInvoice.createdDate ?? now(),
    destination: sale.destination,
    shortQrId: register?.short_qr_id ?? null,
    ...SILENT_LINE,
    ...{ metadata: null, cancelList: null },
  };
};
