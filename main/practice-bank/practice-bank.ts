import type { ReceivedRequest } from './api.ts';
import type { Card } from './cards.ts';
import type { ActiveFault, Fault } from './faults.ts';
import type { AmountType } from './merchants.ts';
import type * as payments from './payments.ts';
import type { Poison } from './poison.ts';
import type { FiscalMode } from './present.ts';
import type { Invoice, RefundStatus } from './records.ts';
import type { RefundMode } from './refunds.ts';
import type { SeededInvoice } from './seed.ts';
import type { Delivery } from './webhooks.ts';

/** What the bank takes for the time. */
interface BankClock {
  /** How far it is ahead of the true time, milliseconds; negative: behind. */
  readonly skewMs: number;
  /** Whether answers carry a Date header, as those of usual servers do. */
  readonly dateHeader: boolean;
}

interface ClockChanges {
  readonly skewMs?: number | undefined;
  readonly dateHeader?: boolean | undefined;
}

interface Clock {
  /** Milliseconds UTC. */
  now(): number;
  isDated(): boolean;
  /** Gives the clock as it is then. */
  set(changes: ClockChanges): BankClock;
}

/** @param trueNow milliseconds UTC */
export function openClock(trueNow: () => number): Clock {
  let clock: BankClock = { skewMs: 0, dateHeader: true };
  return {
    now: () => trueNow() + clock.skewMs,
    isDated: () => clock.dateHeader,
    set(changes) {
      const { skewMs = clock.skewMs, dateHeader = clock.dateHeader } = changes;
      clock = { skewMs, dateHeader };
      return clock;
    },
  };
}

export interface PracticeMerchant {
  readonly token: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly edrpou: string;
  /** It has a fiscal register. */
  readonly prro: boolean;
  readonly registers: readonly {
    readonly qrId: string;
    readonly shortQrId: string;
    readonly amountType: AmountType;
    readonly pageUrl: string;
  }[];
}

/** Amounts are minor units, times milliseconds UTC. What cannot be done throws NotPossible. */
export interface PracticeBank {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly merchants: readonly PracticeMerchant[];

  /** The payer pays in full, or more. An invoice of type `hold` is held by the first call, captured by the second. */
  pay(invoiceId: string, card?: Card, choice?: payments.PayerChoice): void;
  decline(invoiceId: string, errCode?: string): void;
  hold(invoiceId: string, card?: Card): void;
  processing(invoiceId: string, card?: Card): void;
  expire(invoiceId: string): void;
  /** A refund made at the bank, past Kramar; all that is left when no amount is given. */
  refund(invoiceId: string, amount?: number): void;
  /** A payment the client did not ask for; returns its id. */
  payPastKramar(token: string, payment: payments.DirectPayment): string;
  /** A history, put in whole; returns the ids. */
  seed(invoices: readonly SeededInvoice[]): string[];

  invoice(invoiceId: string): Invoice | undefined;
  invoices(): readonly Invoice[];

  /** How invoice/cancel ends from now on, and when that shows; `processing` alone waits for settleRefunds. */
  setRefundMode(mode: RefundStatus | RefundMode): void;
  /** Ends every refund still under way, and shows what answers do not show yet. */
  settleRefunds(outcome: 'success' | 'failure'): void;
  /** How far every fiscal check is from now on, of merchants with a fiscal register (`prro`); `done` at first. */
  setFiscalMode(mode: FiscalMode): void;

  /** Everything received under /api/, newest last; the latest ten thousand. */
  readonly requests: readonly ReceivedRequest[];
  clearRequests(): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  faults(): readonly ActiveFault[];
  /** How many calls it has yet to work on, or to answer, because a fault delays them. */
  pendingCalls(): number;

  /** Changes all that is said of one invoice until it is healed. */
  poison(invoiceId: string, poison: Poison): void;
  /** One invoice, or all; faults that name the invoice end too. */
  heal(invoiceId?: string): void;
  poisons(): Readonly<Record<string, Poison>>;
  /** How far its clock is from the true one, and whether answers carry a Date header. */
  setClock(changes: ClockChanges): BankClock;

  /** Every try to deliver a webhook. */
  readonly webhooks: readonly Delivery[];
  webhooksIdle(): Promise<void>;
  /** Sends the webhook of the present state again. */
  pressWebhook(invoiceId: string): void;
  /** While they are lost none is sent, as to an address that the bank cannot reach. */
  loseWebhooks(isLost: boolean): void;
  rotateWebhookKey(): void;
  /** The X-Sign of a body, for one that this bank would not send by itself. */
  signWebhook(body: string): string;

  /** Closes at once, connections that hang included. */
  stop(): Promise<void>;
}
