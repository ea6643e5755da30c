import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { apiMiddleware, type ReceivedRequest } from './api.ts';
import { openBook } from './book.ts';
import { controlMiddleware } from './control.ts';
import { DEFAULT_DECLINE } from './declines.ts';
import { NotPossible } from './errors.ts';
import { openFaults } from './faults.ts';
import { anyInvoice, expireInvoice } from './invoices.ts';
import { openJournal } from './journal.ts';
import { type MerchantSeed, merchantOf, PRACTICE_MERCHANTS } from './merchants.ts';
import { pageMiddleware } from './page-routes.ts';
import * as payments from './payments.ts';
import { openPoisons } from './poison.ts';
import { openClock, type PracticeBank } from './practice-bank.ts';
import { type FiscalMode, registerLine, statusBody, urlsUnder } from './present.ts';
import { type RefundMode, refundAtBank, settleRefunds } from './refunds.ts';
import { seedInvoices } from './seed.ts';
import { openRefundTimers, openWebhooks } from './webhooks.ts';

export interface PracticeBankOptions {
  /** 0, the default, takes any free port; the host is always 127.0.0.1. */
  readonly port?: number;
  /** Every change of an invoice is appended here and read back at the next start; without it nothing is stored. */
  readonly journalFile?: string;
  /** Milliseconds UTC, for tests of expiry. */
  readonly now?: () => number;
  readonly merchants?: readonly MerchantSeed[];
  /** Pause between the three attempts of a webhook, milliseconds (default 1000). */
  readonly webhookRetryMs?: number;
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
  const refundTimers = openRefundTimers(book, webhooks.resend);
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
    payOutsideKramar(token, payment) {
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
    pressWebhook: (invoiceId) => webhooks.resend(anyInvoice(book, invoiceId)),
    loseWebhooks: webhooks.lose,
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

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Protects the pages and the controls: only this machine, and only our own pages. A Host that is a foreign name
 * pointing here (DNS rebinding) or an Origin of another site is refused.
 */
const guard: Koa.Middleware = (ctx, next) => {
  const hostname = ctx.host.replace(/:\d+$/, '');
  const origin = ctx.get('Origin');
  if (LOOPBACK.has(hostname) && (origin === '' || origin === `http://${ctx.host}`)) return next();
  ctx.status = 403;
  ctx.body = { error: 'Only this machine and this program’s own pages may ask.' };
};
