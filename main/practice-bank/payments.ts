import type { Book } from './book.ts';
import { type Card, type KnownCard, knownCard } from './cards.ts';
import { badRequest, declineReason, NotPossible } from './errors.ts';
import { checkReturnLines } from './fiscal-lines.ts';
import { anyInvoice, ownInvoice } from './invoices.ts';
import type { Merchant, Register } from './merchants.ts';
import {
  type Draw,
  type Invoice,
  newInvoiceId,
  type Payment,
  type PaymentScheme,
  randomDigits,
} from './records.ts';
import type { FinalizeRequest } from './requests.ts';

const DAY_SECONDS = 86_400;

/** The bank's commission, minor units: about 1.3 %, rounded half up. */
const feeOf = (amount: number) => Math.round((amount * 13) / 1000);

/** The payer's choices on the page beside the card. */
export interface PayerChoice {
  readonly scheme?: PaymentScheme | undefined;
}

/** Creates an attempt to pay an amount (minor units) at a time (milliseconds UTC), without an outcome yet. */
export function attempt(
  invoice: Pick<Invoice, 'amount'>,
  terminal: string,
  card: KnownCard,
  at: number,
  draw?: Draw,
): Payment {
  return { ...card, at, amount: invoice.amount, terminal, tranId: randomDigits(8, draw) };
}

export function approved(payment: Payment, draw?: Draw): Payment {
  return {
    ...payment,
    approvalCode: randomDigits(6, draw),
    rrn: randomDigits(12, draw),
    fee: feeOf(payment.amount),
  };
}

/** A new card starts a new attempt; without one, the present attempt continues. */
function attemptOn(book: Book, invoice: Invoice, card: Card | undefined): Payment {
  const underWay = invoice.status === 'processing' || invoice.status === 'hold' ? invoice.payment : undefined;
  if (underWay && !card) return underWay;
  return attempt(invoice, book.merchantOf(invoice).terminal, knownCard(card), book.now());
}

function payable(book: Book, invoiceId: string, doing: string): Invoice {
  const invoice = anyInvoice(book, invoiceId);
  if (['created', 'failure', 'processing', 'hold'].includes(invoice.status)) return invoice;
  throw new NotPossible(`cannot ${doing}: the invoice is ${invoice.status}`);
}

const noFailure = { errCode: undefined, failureReason: undefined };

/** Pays in full. An invoice of type `hold` is held by the first call and captured by the second. */
export function payInvoice(book: Book, invoiceId: string, card?: Card, choice: PayerChoice = {}): void {
  const invoice = payable(book, invoiceId, 'pay');
  const { scheme } = choice;
  if (scheme && scheme !== 'full' && book.merchantOf(invoice).prro)
    throw new NotPossible('cannot pay: a merchant with a fiscal register takes full payments only');
  if (invoice.paymentType === 'hold' && invoice.status !== 'hold') {
    holdInvoice(book, invoiceId, card);
    return;
  }
  const payment = approved({ ...attemptOn(book, invoice, card), scheme });
  book.change(invoice, {
    ...noFailure,
    status: 'success',
    payment,
    finalAmount: payment.amount,
    onRegister: false,
  });
}

export function declineInvoice(book: Book, invoiceId: string, errCode: string, card?: Card): void {
  const invoice = payable(book, invoiceId, 'decline');
  const payment = attemptOn(book, invoice, card);
  book.change(invoice, { ...declineReason(errCode), status: 'failure', payment });
}

export function holdInvoice(book: Book, invoiceId: string, card?: Card): void {
  const invoice = payable(book, invoiceId, 'hold');
  const payment = approved(attemptOn(book, invoice, card));
  book.change(invoice, { ...noFailure, status: 'hold', payment, onRegister: false });
}

export function processInvoice(book: Book, invoiceId: string, card?: Card): void {
  const invoice = payable(book, invoiceId, 'process');
  const payment = attemptOn(book, invoice, card);
  book.change(invoice, { ...noFailure, status: 'processing', payment });
}

/** How a capture shows from now on. */
export interface CaptureMode {
  /** The finalAmount that answers show first: all that is held, nothing, or none; `captured`: the right one. */
  readonly first: 'captured' | 'whole' | 'nothing' | 'absent';
  /** The right one shows so many milliseconds after the capture; without, it waits for showCaptures. */
  readonly shownAfterMs?: number | undefined;
  /** The right one comes under the same modifiedDate. */
  readonly keepsDate?: boolean | undefined;
}

const FIRST_FINAL = { whole: (held: number) => held, nothing: () => 0, absent: () => undefined } as const;

/** Captures a held amount, in minor units; the rest of the hold is released. */
export function finalizeInvoice(
  book: Book,
  merchant: Merchant,
  request: FinalizeRequest,
  mode: CaptureMode,
): void {
  const { invoiceId, amount, items } = request;
  const invoice = ownInvoice(book, merchant, invoiceId);
  const { payment } = invoice;
  if (invoice.status !== 'hold' || !payment)
    throw badRequest(`invalid 'invoiceId': the invoice is ${invoice.status}`);
  if (amount > payment.amount) throw badRequest("invalid 'amount': more than is held");
  if (merchant.prro && amount !== payment.amount) checkReturnLines(items ?? [], amount, merchant.prroService);
  book.change(invoice, {
    status: 'success',
    payment: { ...payment, amount, fee: feeOf(amount) },
    finalAmount: amount,
    ...(mode.first !== 'captured' && {
      capture: {
        first: FIRST_FINAL[mode.first](payment.amount),
        keepsDate: mode.keepsDate ?? false,
        shownFrom: mode.shownAfterMs === undefined ? undefined : book.now() + mode.shownAfterMs,
      },
    }),
  });
}

/** Shows the right finalAmount of every capture. */
export function showCaptures(book: Book): void {
  const now = book.now();
  const hidden = book.all().filter(({ capture }) => capture && (capture.shownFrom ?? now + 1) > now);
  book.write(
    hidden.map((invoice) => ({
      ...invoice,
      capture: invoice.capture && { ...invoice.capture, shownFrom: now },
    })),
  );
}

export interface DirectPayment {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217; defaults to hryvnia. */
  readonly ccy?: number | undefined;
  readonly shortQrId?: string | undefined;
  /** Milliseconds UTC; defaults to now. */
  readonly date?: number | undefined;
  readonly destination?: string | undefined;
  readonly reference?: string | undefined;
  readonly card?: Card | undefined;
}

/** Creates a payment without an invoice of the client: at a register, or keyed in at the bank. Returns its id. */
export function payDirectly(book: Book, merchant: Merchant, paid: DirectPayment): string {
  const register: Register | undefined = merchant.registers.find((each) => each.shortQrId === paid.shortQrId);
  if (paid.shortQrId !== undefined && !register) throw new NotPossible(`no register ${paid.shortQrId}`);
  if (!Number.isSafeInteger(paid.amount) || paid.amount < 1)
    throw new NotPossible('amount: a positive integer');
  const at = paid.date ?? book.now();
  const invoiceId = newInvoiceId();
  const invoice: Invoice = {
    invoiceId,
    merchantId: merchant.merchantId,
    status: 'success',
    amount: paid.amount,
    ccy: paid.ccy ?? 980,
    createdAt: at,
    modifiedAt: at,
    validitySeconds: DAY_SECONDS,
    paymentType: 'debit',
    finalAmount: paid.amount,
    shortQrId: register?.shortQrId,
    info: { destination: paid.destination ?? 'Оплата через QR-касу', reference: paid.reference },
    payment: approved(attempt(paid, merchant.terminal, knownCard(paid.card), at)),
    refunds: [],
  };
  book.write([invoice]);
  return invoiceId;
}
