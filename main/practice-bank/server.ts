import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { apiMiddleware } from './api.ts';
import { controlMiddleware } from './control-routes.ts';
import { DEFAULT_DECLINE } from './declines.ts';
import { NotPossible } from './errors.ts';
import { anyInvoice, expireInvoice } from './invoices.ts';
import { pageMiddleware } from './page-routes.ts';
import { openParts, type Parts, type PracticeBankOptions } from './parts.ts';
import * as payments from './payments.ts';
import type { PracticeBank } from './practice-bank.ts';
import { registerLine, type Urls, urlsUnder } from './present.ts';
import { refundAtBank, settleRefunds } from './refunds.ts';
import { seedInvoices } from './seed.ts';

/** The practice bank's controls, without its address and its end. */
const controlsOf = (parts: Parts, urls: Urls): Omit<PracticeBank, 'url' | 'stop'> => ({
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

export async function startPracticeBank(options: PracticeBankOptions = {}): Promise<PracticeBank> {
  const parts = openParts(options);
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    parts.journal.close();
    throw error;
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = urlsUnder(url);
  let stopped: Promise<void> | undefined;
  const bank = { ...controlsOf(parts, urls), url, stop: () => (stopped ??= close(parts, server)) };
  server.on('request', appOf(parts, urls, bank).callback());
  return bank;
}

async function close({ faults, refundTimers, webhooks, journal }: Parts, server: Server): Promise<void> {
  faults.stop();
  refundTimers.stop();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await Promise.all([closed, webhooks.stop()]);
  journal.close();
}

function appOf(parts: Parts, urls: Urls, bank: PracticeBank): Koa {
  const app = new Koa();
  const onApi = (middleware: Koa.Middleware): Koa.Middleware => {
    return (ctx, next) => (isApi(ctx) ? middleware(ctx, next) : next());
  };
  for (const middleware of apiMiddleware(parts, urls)) app.use(onApi(middleware));
  app.use((ctx, next) => (isApi(ctx) ? undefined : guard(ctx, next)));
  for (const middleware of [...pageMiddleware(parts.book, bank), ...controlMiddleware(bank)])
    app.use(middleware);
  return app;
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
