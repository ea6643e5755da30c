import { DEFAULT_DECLINE } from './declines.ts';
import { NotPossible } from './errors.ts';
import { anyInvoice, expireInvoice } from './invoices.ts';
import type { Parts } from './parts.ts';
import * as payments from './payments.ts';
import type { PracticeBank } from './practice-bank.ts';
import { registerLine, type Urls } from './present.ts';
import { refundAtBank, settleRefunds } from './refunds.ts';
import { seedInvoices } from './seed.ts';

/** The practice bank's controls, without its address and its end. */
export const controlsOf = (parts: Parts, urls: Urls): Omit<PracticeBank, 'url' | 'stop'> => ({
  ...payerControls(parts),
  ...answerControls(parts),
  ...webhookControls(parts),
  merchants: parts.merchants.map(({ token, merchantId, merchantName, edrpou, prro, registers }) => ({
    token,
    merchantId,
    merchantName,
    edrpou,
    prro,
    registers: registers.map((register) => registerLine(register, urls)),
  })),
  invoice: parts.book.find,
  invoices: parts.book.all,
  requests: parts.requests,
  clearRequests: () => parts.requests.splice(0),
});

const payerControls = ({ book, merchants }: Parts) =>
  ({
    pay: (invoiceId, card, choice) => payments.payInvoice(book, invoiceId, card, choice),
    decline: (invoiceId, errCode = DEFAULT_DECLINE) => payments.declineInvoice(book, invoiceId, errCode),
    hold: (invoiceId, card) => payments.holdInvoice(book, invoiceId, card),
    processing: (invoiceId, card) => payments.processInvoice(book, invoiceId, card),
    expire: (invoiceId) => expireInvoice(book, invoiceId),
    refund: (invoiceId, amount) => refundAtBank(book, invoiceId, amount),
    payOutsideKramar(token, payment) {
      const merchant = merchants.find((each) => each.token === token);
      if (!merchant) throw new NotPossible('no merchant with that token');
      return payments.payDirectly(book, merchant, payment);
    },
    seed: (invoices) => seedInvoices(book, invoices),
  }) satisfies Partial<PracticeBank>;

/** Sets how the bank answers from now on. */
const answerControls = ({ book, modes, faults, poisons, clock }: Parts) =>
  ({
    setRefundMode(mode) {
      modes.refund = typeof mode === 'string' ? { mode } : mode;
    },
    setCaptureMode(mode) {
      modes.capture = mode;
    },
    showCaptures: () => payments.showCaptures(book),
    settleRefunds: (outcome) => settleRefunds(book, outcome),
    setFiscalMode(mode, returns = mode) {
      modes.fiscal = { sale: mode, return: returns };
    },
    fault: faults.add,
    clearFaults: faults.clear,
    faults: faults.list,
    pendingCalls: faults.pending,
    poison(invoiceId, poison) {
      poisons.put(anyInvoice(book, invoiceId).invoiceId, poison);
    },
    heal(invoiceId) {
      poisons.heal(invoiceId);
      if (invoiceId !== undefined) faults.clearFor(invoiceId);
    },
    poisons: poisons.list,
    setClock: clock.set,
  }) satisfies Partial<PracticeBank>;

const webhookControls = ({ book, webhooks }: Parts) =>
  ({
    webhooks: webhooks.deliveries,
    webhooksIdle: webhooks.idle,
    pressWebhook: (invoiceId) => webhooks.resend(anyInvoice(book, invoiceId)),
    loseWebhooks: webhooks.lose,
    rotateWebhookKey: webhooks.rotateKey,
    signWebhook: webhooks.sign,
  }) satisfies Partial<PracticeBank>;
