import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { apiMiddleware, type ReceivedRequest } from './api.ts';
import { type Invoice, openBook, type RefundStatus } from './book.ts';
import type { Card } from './cards.ts';
import { type BankClock, type ClockChanges, openClock } from './clock.ts';
import { controlMiddleware } from './control.ts';
import { DEFAULT_DECLINE } from './declines.ts';
import { NotPossible } from './errors.ts';
import { type ActiveFault, type Fault, openFaults } from './faults.ts';
import { guard } from './guard.ts';
import { anyInvoice, expireInvoice } from './invoices.ts';
import { openJournal } from './journal.ts';
import { type AmountType, type MerchantSeed, merchantOf, PRACTICE_MERCHANTS } from './merchants.ts';
import { pageMiddleware } from './page-routes.ts';
import * as payments from './payments.ts';
import { openPoisons, type Poison } from './poison.ts';
import { type FiscalMode, registerLine, statusBody, urlsUnder } from './present.ts';
import { openRefundTimers } from './refund-timers.ts';
import { type RefundMode, refundAtBank, settleRefunds } from './refunds.ts';
import { type SeededInvoice, seedInvoices } from './seed.ts';
import { type Delivery, openWebhooks } from './webhooks.ts';

export interface PracticeBankOptions {
  /** 0, the default, takes any free port; the host is always 127.0.0.1. */
  readonly port?: number;
  /** Every change of an invoice is appended here and read back at the next start; else nothing is kept. */
  readonly journalFile?: string;
  /** Milliseconds UTC, for tests of expiry. */
  readonly now?: () => number;
  readonly merchants?: readonly MerchantSeed[];
  /** Pause between the three tries of a webhook, milliseconds (default 1000). */
  readonly webhookRetryMs?: number;
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
  rotateWebhookKey(): void;
  /** The X-Sign of a body, for one that this bank would not send by itself. */
  signWebhook(body: string): string;

  /** Closes at once, connections that hang included. */
  stop(): Promise<void>;
}

const REQUESTS_KEPT = 10_000;

export async function startPracticeBank(options: PracticeBankOptions = {}): Promise<PracticeBank> {
  const merchants = (options.merchants ?? PRACTICE_MERCHANTS).map(merchantOf);
  const journal = openJournal(options.journalFile);
  const clock = openClock(options.now ?? Date.now);
  const poisons = openPoisons();
  const webhooks = openWebhooks({
    retryMs: options.webhookRetryMs ?? 1000,
    bodyOf: (invoice) => poisons.alter('status', invoice.invoiceId, statusBody(invoice, clock.now())),
  });
  const faults = openFaults();
  const book = openBook({
    merchants,
    journal,
    now: clock.now,
    onChange(after, before) {
      webhooks.changed(after, before);
      refundTimers.changed(after, before);
    },
  });
  const refundTimers = openRefundTimers(book, webhooks.press);
  const requests: ReceivedRequest[] = [];
  let refundMode: RefundMode = { mode: 'success' };
  let fiscalMode: FiscalMode = 'done';

  const app = new Koa();
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    journal.close();
    throw error;
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = urlsUnder(url);

  let stopped: Promise<void> | undefined;
  async function close(): Promise<void> {
    faults.stop();
    refundTimers.stop();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await Promise.all([closed, webhooks.stop()]);
    journal.close();
  }

  const bank: PracticeBank = {
    url,
    merchants: merchants.map(({ token, merchantId, merchantName, edrpou, prro, registers }) => ({
      token,
      merchantId,
      merchantName,
      edrpou,
      prro,
      registers: registers.map((register) => registerLine(register, urls)),
    })),
    pay: (invoiceId, card, choice) => payments.payInvoice(book, invoiceId, card, choice),
    decline: (invoiceId, errCode = DEFAULT_DECLINE) => payments.declineInvoice(book, invoiceId, errCode),
    hold: (invoiceId, card) => payments.holdInvoice(book, invoiceId, card),
    processing: (invoiceId, card) => payments.processInvoice(book, invoiceId, card),
    expire: (invoiceId) => expireInvoice(book, invoiceId),
    refund: (invoiceId, amount) => refundAtBank(book, invoiceId, amount),
    payPastKramar(token, payment) {
      const merchant = merchants.find((each) => each.token === token);
      if (!merchant) throw new NotPossible('no merchant with that token');
      return payments.payDirectly(book, merchant, payment);
    },
    seed: (invoices) => seedInvoices(book, invoices),
    invoice: book.find,
    invoices: book.all,
    setRefundMode(mode) {
      refundMode = typeof mode === 'string' ? { mode } : mode;
    },
    settleRefunds: (outcome) => settleRefunds(book, outcome),
    setFiscalMode(mode) {
      fiscalMode = mode;
    },
    requests,
    clearRequests: () => requests.splice(0),
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
    webhooks: webhooks.deliveries,
    webhooksIdle: webhooks.idle,
    pressWebhook: (invoiceId) => webhooks.press(anyInvoice(book, invoiceId)),
    rotateWebhookKey: webhooks.rotateKey,
    signWebhook: webhooks.sign,
    stop: () => (stopped ??= close()),
  };

  function record(request: ReceivedRequest): void {
    requests.push(request);
    if (requests.length > REQUESTS_KEPT) requests.shift();
  }

  const api = apiMiddleware({
    book,
    urls: () => urls,
    publicKey: webhooks.publicKey,
    refundMode: () => refundMode,
    fiscalMode: () => fiscalMode,
    faults: faults.middleware,
    poisons,
    isDated: clock.isDated,
    record,
  });
  const onApi = (middleware: Koa.Middleware): Koa.Middleware => {
    return (ctx, next) => (isApi(ctx) ? middleware(ctx, next) : next());
  };
  for (const middleware of api) app.use(onApi(middleware));
  app.use((ctx, next) => (isApi(ctx) ? undefined : guard(ctx, next)));
  for (const middleware of [...pageMiddleware(book), ...controlMiddleware(bank)]) app.use(middleware);
  server.on('request', app.callback());
  return bank;
}

const isApi = (ctx: Koa.Context) => ctx.path === '/api' || ctx.path.startsWith('/api/');
