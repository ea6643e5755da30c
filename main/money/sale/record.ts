import { type InvoiceCreate, numberDisplay } from '../../../shared/api/invoices.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import type { CreateInvoiceRequest } from '../../bank/requests.ts';
import type { CreatedInvoice } from '../../bank/wire.ts';
import { invoiceFacts, recordEvent } from '../../shop/events.ts';
import { webhookUrl } from '../../shop/settings.ts';
import { deleteCart } from '../../store/carts.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import { type AttemptRow, settleAttempt } from '../../store/invoices/attempts.ts';
import { type HoldRow, putHold } from '../../store/invoices/holds.ts';
import { type InvoiceItemRow, type InvoiceRow, insertInvoice } from '../../store/invoices/invoices.ts';
import { nextNumber } from '../../store/settings.ts';
import { UNPAID } from '../bank-state/payment-facts.ts';
import { nextCheck } from '../bank-state/poll-interval.ts';
import { type BasketDiscount, basketOf, type LineLabel, type PricedItem, soldRows } from './basket.ts';
import type { CheckedSale, SaleFacts } from './rules.ts';

/** The attempt's data from which the invoice can be written later, should the bank's answer be lost. */
export interface CreationPlan {
  /** Attempts of older versions have all of the input, its items too. */
  input: Pick<InvoiceCreate, 'validity' | 'cash_register' | 'payment_type' | 'cart'>;
  items: PricedItem[];
  request: CreateInvoiceRequest;
  /** Absent: an attempt of an older version. */
  discounts?: BasketDiscount[];
  /** What the bank got of each item, and gets again with its return; absent as above. */
  labels?: LineLabel[];
}

export const planOf = (attempt: AttemptRow): CreationPlan => JSON.parse(attempt.request);

/** An invoice, and its lines in order. */
export interface Sale {
  invoice: InvoiceRow;
  items: InvoiceItemRow[];
}

/**
 * The request to the bank for a sale that was checked, and what the invoice is written from. Pure.
 * @param named the number, and the tag and the installation that the statement returns: a payment can then be matched to a creation that got
 * no answer
 */
export const makePlan = (
  { fiscal, register, settings }: SaleFacts,
  input: InvoiceCreate,
  { priced, labels }: CheckedSale,
  { number, tag, installation }: { number: number; tag: string; installation: string },
): CreationPlan => {
  const [whole] = labels;
  if (!priced || !whole) throw new Error('The sale has a problem.');
  const { items, discounts, total } = priced;
  const { validity, cash_register, payment_type, cart } = input;
  const { webhookAddress } = settings;
  const lines = items.map((item, at) => ({ ...item, ...(labels[at] ?? whole) }));
  const request: CreateInvoiceRequest = {
    amount: total,
    ccy: CURRENCY_UAH,
    validity,
    ...(payment_type === 'hold' ? { paymentType: payment_type } : {}),
    ...(register === undefined ? {} : { qrId: register.qr_id }),
    ...(webhookAddress === undefined ? {} : { webHookUrl: webhookUrl(webhookAddress, input.terminal) }),
    merchantPaymInfo: {
      reference: input.reference || `INV-${numberDisplay(number)}`,
      destination: input.destination || settings.destination,
      comment: input.comment,
      metadata: { kramar_installation: installation, kramar_attempt: tag },
      ...basketOf({ ...priced, items: lines, whole, service: fiscal.service }),
      ...(input.customer_emails.length === 0 ? {} : { customerEmails: [...new Set(input.customer_emails)] }),
    },
  };
  return {
    input: { validity, cash_register, payment_type, ...(cart === undefined ? {} : { cart }) },
    items,
    request,
    discounts,
    labels: items.length === 0 ? [] : labels,
  };
};

/** Transaction 2: writes the invoice that the bank has created, the end of the attempt, and the event. */
export const writeInvoice = (
  { db, now: clock, bankNow }: ClockContext,
  attempt: AttemptRow,
  { input, items, request }: CreationPlan,
  { invoiceId, pageUrl }: CreatedInvoice,
  type: 'invoice.created' | 'invoice.adopted' = 'invoice.created',
): Sale => {
  const created_date = attempt.created_at;
  const expires_at = created_date + input.validity * 1000;
  const now = clock();
  const bankTime = bankNow() ?? null;
  // At the start of the attempt the bank's time may not have been known.
  const bank_created_date = attempt.bank_created_at ?? bankTime;
  // Both may have been deleted since the attempt began.
  const register = input.cash_register === null ? undefined : findCashRegister(db, input.cash_register);
  const sale = insertInvoice(
    db,
    {
      number: attempt.number ?? nextNumber(db, 'invoice'),
      invoice_id: invoiceId,
      terminal_id: attempt.terminal_id,
      cash_register_id: register?.id ?? null,
      status: 'created',
      amount: request.amount,
      ccy: request.ccy,
      final_amount: null,
      reference: request.merchantPaymInfo.reference,
      destination: request.merchantPaymInfo.destination,
      comment: request.merchantPaymInfo.comment,
      page_url: pageUrl,
      ...UNPAID,
      created_locally: 1,
      webhook_received: 0,
      created_date,
      modified_date: null,
      paid_date: null,
      expires_at,
      next_check_at: nextCheck({ status: 'created', created_date, expires_at, bank_created_date }, now),
      created_by: attempt.account_id,
      bank_created_date,
    },
    soldRows(items),
  );
  const { invoice } = sale;
  if (input.cart !== undefined) deleteCart(db, input.cart);
  if (input.payment_type === 'hold') putHold(db, waitingHold(invoice));
  // Another request of the same attempt may have created one more invoice, which is then on the register.
  const mayHaveSiblings = attempt.possible_invoices > 1 && request.qrId !== undefined;
  settleAttempt(db, attempt.id, {
    status: 'done',
    settled_at: now,
    bank_settled_at: bankTime,
    invoice_id: invoice.id,
    register_check_at: mayHaveSiblings ? now : null,
  });
  recordEvent(db, now, {
    type,
    invoice: invoice.id,
    terminal: invoice.terminal_id,
    data: invoiceFacts(invoice),
  });
  return sale;
};

/** To be held once it is paid. */
const waitingHold = ({ id, amount }: InvoiceRow): HoldRow => ({
  invoice_id: id,
  state: 'waiting',
  amount,
  held_at: null,
  captured_amount: null,
  ended_at: null,
  warned_at: null,
});
