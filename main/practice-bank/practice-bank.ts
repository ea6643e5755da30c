import type { Card } from './cards.ts';
import { DEFAULT_DECLINE, NotPossible } from './errors.ts';
import { anyInvoice, expireInvoice } from './invoices.ts';
import type { Parts } from './parts.ts';
import * as payments from './payments.ts';
import type { Poison } from './poison.ts';
import { type FiscalMode, registerLine, type Urls } from './present.ts';
import type { RefundStatus } from './records.ts';
import { type RefundMode, refundAtBank, settleRefunds } from './refunds.ts';
import { type SeededInvoice, seedInvoices } from './seed.ts';
import type { Delivery } from './webhooks.ts';

/** Amounts are minor units, times milliseconds UTC. An impossible action throws NotPossible. */
export type PracticeBank = ReturnType<typeof controlsOf> & {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Closes at once, including hanging connections. */
  stop(): Promise<void>;
};

export type PracticeMerchant = PracticeBank['merchants'][number];

/** The practice bank's controls, without its address and its end. */
export const controlsOf = (parts: Parts, urls: Urls) => ({
  ...payerControls(parts),
  ...answerControls(parts),
  webhooks: parts.webhooks.deliveries satisfies readonly Delivery[],
  webhooksIdle: parts.webhooks.idle,
  /** Sends the webhook of the present state again. */
  pressWebhook: (invoiceId: string) => parts.webhooks.resend(anyInvoice(parts.book, invoiceId)),
  loseWebhooks: parts.webhooks.lose,
  rotateWebhookKey: parts.webhooks.rotateKey,
  signWebhook: parts.webhooks.sign,
  merchants: parts.merchants.map(({ token, merchantId, merchantName, edrpou, prro, registers }) => ({
    token,
    merchantId,
    merchantName,
    edrpou,
    /** Whether it has a fiscal register. */
    prro,
    registers: registers.map((register) => registerLine(register, urls)),
  })),
  invoice: parts.book.find,
  invoices: parts.book.all,
  requests: parts.requests,
  clearRequests: () => void parts.requests.splice(0),
});

const payerControls = ({ book, merchants }: Parts) => ({
  /** Pays in full. An invoice of type `hold` is held by the first call, captured by the second. */
  pay: (invoiceId: string, card?: Card, choice?: payments.PayerChoice) =>
    payments.payInvoice(book, invoiceId, card, choice),
  decline: (invoiceId: string, errCode: string = DEFAULT_DECLINE) =>
    payments.declineInvoice(book, invoiceId, errCode),
  hold: (invoiceId: string, card?: Card) => payments.holdInvoice(book, invoiceId, card),
  processing: (invoiceId: string, card?: Card) => payments.processInvoice(book, invoiceId, card),
  expire: (invoiceId: string) => expireInvoice(book, invoiceId),
  /** Refunds at the bank, outside Kramar; all that is left without an amount. */
  refund: (invoiceId: string, amount?: number) => refundAtBank(book, invoiceId, amount),
  /** Creates a payment without a request of the client; returns its id. */
  payOutsideKramar(token: string, payment: payments.DirectPayment): string {
    const merchant = merchants.find((each) => each.token === token);
    if (!merchant) throw new NotPossible('no merchant with that token');
    return payments.payDirectly(book, merchant, payment);
  },
  /** Inserts a history; returns the ids. */
  seed: (invoices: readonly SeededInvoice[]) => seedInvoices(book, invoices),
});

/** Sets how the bank answers from now on. */
const answerControls = ({ book, modes, faults, poisons, clock }: Parts) => ({
  /** Sets how invoice/cancel ends from now on, and when that shows; `processing` alone waits for settleRefunds. */
  setRefundMode(mode: RefundStatus | RefundMode): void {
    modes.refund = typeof mode === 'string' ? { mode } : mode;
  },
  /** Ends every open refund, and shows the results that answers still hide. */
  settleRefunds: (outcome: 'success' | 'failure') => settleRefunds(book, outcome),
  /** Sets when a capture shows from now on; `captured`, the initial one, at once. */
  setCaptureMode(mode: payments.CaptureMode): void {
    modes.capture = mode;
  },
  showCaptures: () => payments.showCaptures(book),
  /**
   * Sets the status of all fiscal checks from now on, for merchants with a fiscal register (`prro`); initially `done`.
   * @param returns that of the return checks, where it differs
   */
  setFiscalMode(mode: FiscalMode, returns: FiscalMode = mode): void {
    modes.fiscal = { sale: mode, return: returns };
  },
  fault: faults.add,
  clearFaults: faults.clear,
  faults: faults.list,
  pendingCalls: faults.pending,
  /** Alters all answers about one invoice until it is healed. */
  poison(invoiceId: string, poison: Poison): void {
    poisons.put(anyInvoice(book, invoiceId).invoiceId, poison);
  },
  /** Heals one invoice, or all; faults that name the invoice end too. */
  heal(invoiceId?: string): void {
    poisons.heal(invoiceId);
    if (invoiceId !== undefined) faults.clearFor(invoiceId);
  },
  poisons: poisons.list,
  setClock: clock.set,
});
