import { Router } from '@koa/router';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import type { Book } from './book.ts';
import { BankError, badRequest, notFound } from './errors.ts';
import { createInvoice, ownInvoice, ownRegister, removeInvoice, resetAmount } from './invoices.ts';
import type { Merchant } from './merchants.ts';
import type { Parts } from './parts.ts';
import { finalizeInvoice } from './payments.ts';
import * as present from './present.ts';
import { receiptPdf } from './present.ts';
import { cancelInvoice } from './refunds.ts';
import * as requests from './requests.ts';
import { parseRequest } from './requests.ts';

/**
 * One call of the bank: takes the query of a GET or the body of a POST, and the time of the request (milliseconds UTC).
 * Undefined gives an empty 200.
 */
type Call = (merchant: Merchant, input: unknown, requestedAt: number) => unknown;

const MAX_STATEMENT_SECONDS = 31 * 86_400;

function statement({ book, poisons }: Parts, merchant: Merchant, input: unknown) {
  const { from, to, code } = parseRequest(requests.statementRequest, input);
  const until = to ?? Math.floor(book.now() / 1000);
  if (until < from) throw badRequest("invalid 'to': before 'from'");
  if (until - from > MAX_STATEMENT_SECONDS) throw badRequest("invalid 'from': more than 31 days");
  // No practice merchant has submerchants, so the statement of one is empty.
  if (code !== undefined) return { list: [] };
  const period = { from, to: until, now: book.now() };
  const lines = present.statementList(book.all(), merchant, period);
  return { list: lines.flatMap((line) => poisons.lines(line.invoiceId, line)) };
}

function receipt(book: Book, merchant: Merchant, input: unknown) {
  const { invoiceId } = parseRequest(requests.receiptRequest, input);
  const invoice = ownInvoice(book, merchant, invoiceId);
  if (invoice.status === 'hold')
    throw new BankError(400, 'HOLD_INVOICE_NOT_FINALIZED', 'hold invoice is not finalized');
  if (!invoice.payment?.rrn) throw badRequest("invalid 'invoiceId': not paid");
  return { file: receiptPdf(invoice).toString('base64') };
}

function calls(parts: Parts, urls: present.Urls): Record<string, Call> {
  const { book, webhooks, modes, poisons } = parts;
  const named = (merchant: Merchant, input: unknown) =>
    ownInvoice(book, merchant, parseRequest(requests.invoiceRequest, input).invoiceId);
  return {
    'GET details': (merchant) => present.merchantDetails(merchant),
    'GET pubkey': () => ({ key: webhooks.publicKey() }),
    'GET submerchant/list': () => ({ list: [] }),
    'GET qr/list': (merchant) => ({
      list: merchant.registers.map((register) => present.registerLine(register, urls)),
    }),
    'GET qr/details'(merchant, input) {
      const register = ownRegister(merchant, parseRequest(requests.registerRequest, input).qrId);
      return present.registerDetails(register, book.current(register));
    },
    'POST qr/reset-amount'(merchant, input) {
      resetAmount(book, merchant, parseRequest(requests.registerRequest, input).qrId);
    },
    'POST invoice/create'(merchant, input, requestedAt) {
      const request = parseRequest(requests.createRequest, input);
      return present.created(createInvoice(book, merchant, request, requestedAt), urls, request.withAppUrl);
    },
    'GET invoice/status'(merchant, input) {
      const invoice = named(merchant, input);
      return poisons.alter('status', invoice.invoiceId, present.statusBody(invoice, book.now()));
    },
    'POST invoice/cancel'(merchant, input) {
      const request = parseRequest(requests.cancelRequest, input);
      const refund = cancelInvoice(book, merchant, request, modes.refund);
      return poisons.alter('cancel', request.invoiceId, present.refundAnswer(refund));
    },
    'POST invoice/remove'(merchant, input) {
      removeInvoice(book, merchant, parseRequest(requests.invoiceRequest, input).invoiceId);
    },
    'POST invoice/finalize'(merchant, input) {
      finalizeInvoice(book, merchant, parseRequest(requests.finalizeRequest, input), modes.capture);
      return { status: 'success' };
    },
    'GET invoice/receipt': (merchant, input) => receipt(book, merchant, input),
    'GET invoice/fiscal-checks'(merchant, input) {
      const invoice = named(merchant, input);
      const checks = present.fiscalChecks(invoice, merchant, modes.fiscal);
      return poisons.alter('checks', invoice.invoiceId, { checks });
    },
    'GET statement': (merchant, input) => statement(parts, merchant, input),
  };
}

/** Finds the merchant. A missing token is a missing argument (400 by the document), an unknown one is forbidden. */
function merchantBy(token: string, book: Book): Merchant {
  if (token === '') throw badRequest("empty 'X-Token'");
  const merchant = book.merchants.find((each) => each.token === token);
  if (!merchant) throw new BankError(403, 'FORBIDDEN', 'forbidden');
  return merchant;
}

function answerError(ctx: Koa.Context, error: unknown): void {
  const known =
    error instanceof BankError ? error : new BankError(500, 'INTERNAL_ERROR', 'internal server error');
  if (known !== error) ctx.app.emit('error', error, ctx);
  ctx.status = known.status;
  ctx.body = { errCode: known.errCode, errText: known.message };
}

/** Serves everything under /api: records the request, applies a fault if one matches, then answers. */
export function apiMiddleware(parts: Parts, urls: present.Urls): Koa.Middleware[] {
  const { book, clock, record, faults } = parts;
  const router = new Router({ prefix: '/api/merchant', sensitive: true, strict: true });
  for (const [name, call] of Object.entries(calls(parts, urls))) {
    const [method = '', path] = name.split(' ');
    router.register(`/${path}`, [method], (ctx: Koa.Context) => {
      const merchant = merchantBy(ctx.get('X-Token'), book);
      if (ctx.state.unreadable) throw badRequest("invalid 'body'");
      const answer = call(merchant, method === 'GET' ? { ...ctx.query } : ctx.request.body, ctx.state.at);
      ctx.status = 200;
      ctx.type = 'application/json';
      ctx.body = answer ?? '';
    });
  }

  const body = koaBody({
    text: false,
    urlencoded: false,
    // Reported later, in order: a fault may come first.
    onError: (_error, ctx) => {
      ctx.state.unreadable = true;
    },
  });

  const recorded: Koa.Middleware = (ctx, next) => {
    const { method, path } = ctx;
    ctx.state.at = book.now();
    record({
      method,
      path,
      query: { ...ctx.query },
      headers: ctx.headers,
      body: ctx.request.body,
      at: ctx.state.at,
    });
    return next();
  };

  const known: Koa.Middleware = (ctx, next) => {
    const match = router.match(ctx.path, ctx.method);
    if (match.route) return next();
    throw match.path.length > 0
      ? new BankError(405, 'METHOD_NOT_ALLOWED', 'Method not allowed')
      : notFound('unknown path');
  };

  const errors: Koa.Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerError(ctx, error);
    }
  };

  const dated: Koa.Middleware = (ctx, next) => {
    // Node's own header would use the clock of this machine.
    if (clock.isDated()) ctx.set('Date', new Date(book.now()).toUTCString());
    else ctx.res.sendDate = false;
    return next();
  };

  return [dated, body, recorded, faults.middleware, errors, known, router.routes() as Koa.Middleware];
}
