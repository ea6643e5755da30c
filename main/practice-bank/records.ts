import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { KnownCard } from './cards.ts';
import type { InvoiceRequest } from './requests.ts';

type InvoiceStatus = 'created' | 'processing' | 'hold' | 'success' | 'failure' | 'reversed' | 'expired';

export type RefundStatus = 'processing' | 'success' | 'failure';

export const PAYMENT_SCHEMES = ['full', 'bnpl_later_30', 'bnpl_parts_4'] as const;
export type PaymentScheme = (typeof PAYMENT_SCHEMES)[number];

/** An attempt to pay, with its present outcome. Times are milliseconds UTC, amounts minor units. */
export interface Payment extends KnownCard {
  readonly at: number;
  /** The authorised amount; after a finalize, the captured one. */
  readonly amount: number;
  readonly terminal: string;
  readonly tranId: string;
  /** Default `full`. */
  readonly scheme?: PaymentScheme | undefined;
  readonly approvalCode?: string | undefined;
  readonly rrn?: string | undefined;
  readonly fee?: number | undefined;
}

export interface Refund {
  readonly status: RefundStatus;
  readonly amount: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly approvalCode?: string | undefined;
  readonly rrn?: string | undefined;
  readonly extRef?: string | undefined;
  /** When and how the bank ends it by itself. */
  readonly settles?: { readonly at: number; readonly outcome: 'success' | 'failure' } | undefined;
  /** Until then only the answer to its own call shows it. */
  readonly shownFrom?: number | undefined;
  /** The invoice as answers show it until then. */
  readonly before?: { readonly status: InvoiceStatus; readonly modifiedAt: number } | undefined;
}

type MerchantPaymInfo = NonNullable<InvoiceRequest['merchantPaymInfo']>;

/** One record of the ledger, immutable. Times are milliseconds UTC, amounts minor units. */
export interface Invoice {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly status: InvoiceStatus;
  readonly amount: number;
  readonly ccy: number;
  readonly createdAt: number;
  /** Time of the request: earlier than `createdAt` when the bank worked late. */
  readonly requestedAt?: number | undefined;
  readonly modifiedAt: number;
  readonly validitySeconds: number;
  readonly paymentType: 'debit' | 'hold';
  readonly finalAmount?: number | undefined;
  readonly shortQrId?: string | undefined;
  /** Whether its amount is the one set on its register. */
  readonly onRegister?: boolean | undefined;
  /** Invalidated by the merchant, not expired; both read `expired` on the wire. */
  readonly removed?: boolean | undefined;
  readonly info?: MerchantPaymInfo | undefined;
  readonly redirectUrl?: string | undefined;
  readonly webHookUrl?: string | undefined;
  readonly errCode?: string | undefined;
  readonly failureReason?: string | undefined;
  readonly payment?: Payment | undefined;
  readonly refunds: readonly Refund[];
  /** A capture whose finalAmount answers show late; until `shownFrom`, or for ever, they show `first`. */
  readonly capture?:
    | {
        readonly first: number | undefined;
        readonly keepsDate: boolean;
        readonly shownFrom?: number | undefined;
      }
    | undefined;
  /** Its hold ended uncaptured: no money was taken, and none came back. */
  readonly holdOver?: boolean | undefined;
}

/** Nine days after the payment: a hold that was not captured by then is given up. */
export const holdEndsAt = ({ payment }: Invoice): number =>
  payment ? payment.at + 9 * 86_400_000 : Number.POSITIVE_INFINITY;

/** Expiry of an unpaid invoice, milliseconds UTC. */
export const expiresAt = (invoice: Invoice) => invoice.createdAt + invoice.validitySeconds * 1000;

export const isUnpaid = (invoice: Invoice) => invoice.status === 'created' || invoice.status === 'failure';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function encodeBytes(bytes: Uint8Array, alphabet: string): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Shaped like the bank's `p2_9ZgpZVsl3`, but longer, so that a large ledger has no collisions. */
export const newInvoiceId = () => `p2_${encodeBytes(randomBytes(12), ALPHABET)}`;

/** Gives a whole number from 0 up to, and without, `below`. */
export type Draw = (below: number) => number;

/** An id as `newInvoiceId` makes it, of numbers that are drawn. */
export const drawnInvoiceId = (draw: Draw) =>
  `p2_${Array.from({ length: 12 }, () => ALPHABET[draw(ALPHABET.length)]).join('')}`;

/** `count` random decimal digits; the first may be a zero, as in the bank's own rrn. */
export function randomDigits(count: number, draw: Draw = randomInt): string {
  let digits = '';
  while (digits.length < count) digits += String(draw(10));
  return digits;
}

/**
 * Derives an id from its seed. Registers and merchants keep theirs across restarts, so that an old journal still
 * matches them.
 */
export function stableId(seed: string, length: number, alphabet: string = ALPHABET): string {
  return encodeBytes(createHash('sha256').update(seed).digest().subarray(0, length), alphabet);
}

/** The effect of refunds on an invoice: by outcome, by the clock, and by visibility. */

export const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((total, refund) => total + refund.amount, 0);

/** Status and finalAmount after the refunds. */
export function afterRefunds(invoice: Invoice, refunds: readonly Refund[]): Partial<Invoice> {
  const paid = invoice.payment?.amount ?? 0;
  const back = sumOf(refunds.filter((refund) => refund.status === 'success'));
  const status = back > 0 && back === paid ? 'reversed' : invoice.status;
  return { refunds, status, finalAmount: paid - back };
}

/** The codes of a completed refund. */
export const refundCodes = (status: RefundStatus, draw?: Draw) =>
  status === 'success' ? { approvalCode: randomDigits(6, draw), rrn: randomDigits(12, draw) } : {};

/** Ends a refund. @param at milliseconds UTC */
export function endRefund(refund: Refund, outcome: 'success' | 'failure', at: number): Refund {
  const { settles: _, ...rest } = refund;
  return { ...rest, status: outcome, modifiedAt: at, ...refundCodes(outcome) };
}

/** Ends the overdue refunds of an invoice; gives the same object when there are none. */
export function settleDue(invoice: Invoice, now: number): Invoice {
  const isDue = ({ settles }: Refund) => settles !== undefined && settles.at <= now;
  if (!invoice.refunds.some(isDue)) return invoice;
  const refunds = invoice.refunds.map((refund) =>
    refund.settles && isDue(refund) ? endRefund(refund, refund.settles.outcome, refund.settles.at) : refund,
  );
  const modifiedAt = Math.max(invoice.modifiedAt, ...refunds.map((refund) => refund.modifiedAt));
  return { ...invoice, ...afterRefunds(invoice, refunds), modifiedAt };
}

/** The invoice as answers show it while its capture has not reached all copies at the bank. */
function captureShownAt(invoice: Invoice, now: number): Invoice {
  const { capture, modifiedAt } = invoice;
  if (!capture || invoice.refunds.length > 0) return invoice;
  const { first, keepsDate, shownFrom = Number.POSITIVE_INFINITY } = capture;
  if (shownFrom > now) return { ...invoice, finalAmount: first };
  return keepsDate || shownFrom === Number.POSITIVE_INFINITY
    ? invoice
    : { ...invoice, modifiedAt: Math.max(modifiedAt, shownFrom) };
}

/** The invoice as answers show it while its latest changes have not reached all copies at the bank. */
export function shownAt(whole: Invoice, now: number): Invoice {
  const invoice = captureShownAt(whole, now);
  const isHidden = ({ shownFrom }: Refund) => shownFrom !== undefined && shownFrom > now;
  const before = invoice.refunds.find(isHidden)?.before;
  if (!before) return invoice;
  const refunds = invoice.refunds.filter((refund) => !isHidden(refund));
  const base: Invoice = { ...invoice, status: before.status };
  const modifiedAt = Math.max(before.modifiedAt, ...refunds.map((refund) => refund.modifiedAt));
  const shown = { ...base, ...afterRefunds(base, refunds), modifiedAt };
  return before.status === 'hold' ? { ...shown, finalAmount: undefined } : shown;
}
