import type { Card } from './cards.ts';
import type { BankClock, ClockChanges } from './clock.ts';
import type { ActiveFault, Fault } from './faults.ts';
import type { AmountType } from './merchants.ts';
import type { ReceivedRequest } from './parts.ts';
import type * as payments from './payments.ts';
import type { Poison } from './poison.ts';
import type { FiscalMode } from './present.ts';
import type { Invoice, RefundStatus } from './records.ts';
import type { RefundMode } from './refunds.ts';
import type { SeededInvoice } from './seed.ts';
import type { Delivery } from './webhooks.ts';

export interface PracticeMerchant {
  readonly token: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly edrpou: string;
  /** Whether it has a fiscal register. */
  readonly prro: boolean;
  readonly registers: readonly {
    readonly qrId: string;
    readonly shortQrId: string;
    readonly amountType: AmountType;
    readonly pageUrl: string;
  }[];
}

/** Amounts are minor units, times milliseconds UTC. An impossible action throws NotPossible. */
export interface PracticeBank {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly merchants: readonly PracticeMerchant[];

  /** Pays in full. An invoice of type `hold` is held by the first call, captured by the second. */
  pay(invoiceId: string, card?: Card, choice?: payments.PayerChoice): void;
  decline(invoiceId: string, errCode?: string): void;
  hold(invoiceId: string, card?: Card): void;
  processing(invoiceId: string, card?: Card): void;
  expire(invoiceId: string): void;
  /** Refunds at the bank, outside Kramar; all that is left without an amount. */
  refund(invoiceId: string, amount?: number): void;
  /** Creates a payment without a request of the client; returns its id. */
  payOutsideKramar(token: string, payment: payments.DirectPayment): string;
  /** Inserts a history; returns the ids. */
  seed(invoices: readonly SeededInvoice[]): string[];

  invoice(invoiceId: string): Invoice | undefined;
  invoices(): readonly Invoice[];

  /** Sets how invoice/cancel ends from now on, and when that shows; `processing` alone waits for settleRefunds. */
  setRefundMode(mode: RefundStatus | RefundMode): void;
  /** Ends every open refund, and shows the results that answers still hide. */
  settleRefunds(outcome: 'success' | 'failure'): void;
  /** Sets when a capture shows from now on; `captured`, the initial one, at once. */
  setCaptureMode(mode: payments.CaptureMode): void;
  /** Shows the right finalAmount of every capture. */
  showCaptures(): void;
  /**
   * Sets the status of all fiscal checks from now on, for merchants with a fiscal register (`prro`); initially `done`.
   * @param returns that of the return checks, where it differs
   */
  setFiscalMode(mode: FiscalMode, returns?: FiscalMode): void;

  /** The latest ten thousand requests under /api/, newest last. */
  readonly requests: readonly ReceivedRequest[];
  clearRequests(): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  faults(): readonly ActiveFault[];
  /** Calls still to be worked on or answered because a fault delays them. */
  pendingCalls(): number;

  /** Alters all answers about one invoice until it is healed. */
  poison(invoiceId: string, poison: Poison): void;
  /** Heals one invoice, or all; faults that name the invoice end too. */
  heal(invoiceId?: string): void;
  poisons(): Readonly<Record<string, Poison>>;
  /** Sets the clock's deviation, and whether answers carry a Date header. */
  setClock(changes: ClockChanges): BankClock;

  /** All delivery attempts of webhooks. */
  readonly webhooks: readonly Delivery[];
  webhooksIdle(): Promise<void>;
  /** Sends the webhook of the present state again. */
  pressWebhook(invoiceId: string): void;
  /** Lost webhooks are not sent, as with an address that the bank cannot reach. */
  loseWebhooks(isLost: boolean): void;
  rotateWebhookKey(): void;
  /** Signs a body that this bank would not send by itself: its X-Sign. */
  signWebhook(body: string): string;

  /** Closes at once, including hanging connections. */
  stop(): Promise<void>;
}
