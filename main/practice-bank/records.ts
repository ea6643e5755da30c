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
