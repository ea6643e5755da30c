import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { KnownCard } from './cards.ts';
import type { InvoiceRequest } from './requests.ts';

type InvoiceStatus = 'created' | 'processing' | 'hold' | 'success' | 'failure' | 'reversed' | 'expired';

export type RefundStatus = 'processing' | 'success' | 'failure';

export const PAYMENT_SCHEMES = ['full', 'bnpl_later_30', 'bnpl_parts_4'] as const;
export type PaymentScheme = (typeof PAYMENT_SCHEMES)[number];

/** An attempt to pay, with its outcome so far. Times are milliseconds UTC, amounts minor units. */
export interface Payment extends KnownCard {
  readonly at: number;
  /** What was authorised; after a finalize, what was captured. */
  readonly amount: number;
  readonly terminal: string;
  readonly tranId: string;
  /** Of `amount`, what the payer added. */
  readonly tip?: number | undefined;
  /** `full` when absent. */
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
  /** When and how the bank comes to an end with it by itself. */
  readonly settles?: { readonly at: number; readonly outcome: 'success' | 'failure' } | undefined;
  /** Until then no answer shows it, but that to the call which asked for it. */
  readonly shownFrom?: number | undefined;
  /** What answers show of the invoice until then. */
  readonly before?: { readonly status: InvoiceStatus; readonly modifiedAt: number } | undefined;
}

type MerchantPaymInfo = NonNullable<InvoiceRequest['merchantPaymInfo']>;

/** One line of the ledger; never changed in place. Times are milliseconds UTC, amounts minor units. */
export interface Invoice {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly status: InvoiceStatus;
  readonly amount: number;
  readonly ccy: number;
  readonly createdAt: number;
  /** When it was asked for: earlier than `createdAt` where the bank worked late. */
  readonly requestedAt?: number | undefined;
  readonly modifiedAt: number;
  readonly validitySeconds: number;
  readonly paymentType: 'debit' | 'hold';
  readonly finalAmount?: number | undefined;
  readonly shortQrId?: string | undefined;
  /** Its amount is the one now set on its register. */
  readonly onRegister?: boolean | undefined;
  /** Invalidated by the merchant, not by the clock; both read `expired` on the wire. */
  readonly removed?: boolean | undefined;
  readonly info?: MerchantPaymInfo | undefined;
  readonly redirectUrl?: string | undefined;
  readonly webHookUrl?: string | undefined;
  readonly errCode?: string | undefined;
  readonly failureReason?: string | undefined;
  readonly payment?: Payment | undefined;
  readonly refunds: readonly Refund[];
}

/** When an unpaid invoice ends, in milliseconds UTC. */
export const expiresAt = (invoice: Invoice) => invoice.createdAt + invoice.validitySeconds * 1000;

export const isUnpaid = (invoice: Invoice) => invoice.status === 'created' || invoice.status === 'failure';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function spell(bytes: Uint8Array, alphabet: string): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Shaped like the bank's: `p2_9ZgpZVsl3`, somewhat longer so that a large ledger has no collisions. */
export const newInvoiceId = () => `p2_${spell(randomBytes(12), ALPHABET)}`;

/** `count` random decimal digits; the first may be a zero, as in the bank's own rrn. */
export function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count) digits += String(randomInt(10));
  return digits;
}

/**
 * An id that follows from its seed. Registers and merchants keep theirs over a restart,
 * so that a journal written yesterday still finds its owners.
 */
export function stableId(seed: string, length: number, alphabet: string = ALPHABET): string {
  return spell(createHash('sha256').update(seed).digest().subarray(0, length), alphabet);
}
