import { Router } from '@koa/router';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import * as v from 'valibot';
import type { Book } from './book.ts';
import { isLuhnValid, PRACTICE_CARD } from './cards.ts';
import { DECLINE_REASONS, DEFAULT_DECLINE } from './errors.ts';
import { faultPages } from './faults-page.ts';
import { PAGE_HEADERS } from './html.ts';
import type { Merchant, Register } from './merchants.ts';
import {
  type CardForm,
  EMPTY_FORM,
  noAmount,
  noPage,
  payPage,
  registerPage,
  resultOf,
  resultPage,
  type Shown,
} from './page.ts';
import { PAGE_TEXTS, type PageLanguage, type PageTexts } from './page-texts.ts';
import { declineInvoice, payDirectly, payInvoice } from './payments.ts';
import type { PracticeBank } from './practice-bank.ts';
import { type Invoice, isUnpaid } from './records.ts';

function show(ctx: Koa.Context, page: string, status = 200): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page;
}

/** Redirects after a form, so that going back or reloading does not send it again. */
function seeOther(ctx: Koa.Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}

function findRegister(book: Book, shortQrId: string | undefined): [Merchant, Register] | undefined {
  for (const merchant of book.merchants) {
    const register = merchant.registers.find((each) => each.shortQrId === shortQrId);
    if (register) return [merchant, register];
  }
  return undefined;
}

/** Cookies do not know ports: a name that no other program of this computer has. */
const COOKIE = 'practice_bank_language';

const isLanguage = (value: unknown): value is PageLanguage => value === 'uk' || value === 'en';

/** What the payer chose, else what the browser prefers, Ukrainian first. */
const languageOf = (ctx: Koa.Context): PageLanguage => {
  const chosen = ctx.cookies.get(COOKIE);
  if (isLanguage(chosen)) return chosen;
  return ctx.acceptsLanguages('uk', 'en') === 'en' ? 'en' : 'uk';
};
const textsOf = (ctx: Koa.Context): PageTexts => PAGE_TEXTS[languageOf(ctx)];

const shownOf = (ctx: Koa.Context): Shown => {
  const language = languageOf(ctx);
  // The page of a form that was sent is reached by its own address.
  const path = ctx.path.replace(/\/(?:pay|decline)$/, '');
  const state = ['again', 'paid'].filter((name) => name in ctx.query).map((name) => `${name}&`);
  return { language, other: `${path}?${state.join('')}lang=${language === 'uk' ? 'en' : 'uk'}` };
};

/** Keeps the language that the switch names, and shows the page without it. */
const switchLanguage: Koa.Middleware = (ctx, next) => {
  ctx.vary('Accept-Language');
  const { lang, ...rest } = ctx.query;
  if (ctx.method !== 'GET' || !isLanguage(lang)) return next();
  ctx.cookies.set(COOKIE, lang, { httpOnly: true, sameSite: 'lax' });
  return seeOther(
    ctx,
    `${ctx.path}?${Object.keys(rest).map(encodeURIComponent).join('&')}`.replace(/\?$/, ''),
  );
};

const showNotFound = (ctx: Koa.Context) => show(ctx, resultPage(shownOf(ctx), '', noPage(textsOf(ctx))), 404);

function invoicePages(book: Book, router: Router): void {
  const showResult = (ctx: Koa.Context, invoice: Invoice, isFresh: boolean, status = 200) =>
    show(
      ctx,
      resultPage(
        shownOf(ctx),
        book.merchantOf(invoice).merchantName,
        resultOf(languageOf(ctx), invoice, isFresh),
      ),
      status,
    );
  const showForm = (ctx: Koa.Context, invoice: Invoice, form: CardForm, status = 200) =>
    show(ctx, payPage(shownOf(ctx), book.merchantOf(invoice), invoice, form), status);

  const onInvoice =
    (handle: (ctx: Koa.Context, invoice: Invoice) => void) =>
    (ctx: Koa.Context & { params: Record<string, string> }): void => {
      const invoice = book.find(ctx.params.invoiceId ?? '');
      if (!invoice) showNotFound(ctx);
      else if (ctx.method === 'POST' && !isUnpaid(invoice)) showResult(ctx, invoice, false, 409);
      else handle(ctx, invoice);
    };

  router.get(
    '/pay/:invoiceId',
    onInvoice((ctx, invoice) => {
      const again = invoice.status === 'failure' && 'again' in ctx.query;
      if (invoice.status === 'created' || again) showForm(ctx, invoice, EMPTY_FORM);
      else showResult(ctx, invoice, 'paid' in ctx.query);
    }),
  );

  // The address of a form that was shown with faults: opening it again must not be a dead end.
  router.get(['/pay/:invoiceId/pay', '/pay/:invoiceId/decline'], (ctx) =>
    ctx.redirect(`/pay/${encodeURIComponent(ctx.params.invoiceId ?? '')}?again`),
  );

  router.post(
    '/pay/:invoiceId/pay',
    onInvoice((ctx, invoice) => {
      const form = readForm(ctx.request.body, textsOf(ctx));
      if (form.filled) return showForm(ctx, invoice, form);
      if (isWrong(form)) return showForm(ctx, invoice, form, 422);
      payInvoice(book, invoice.invoiceId, { pan: form.pan });
      seeOther(ctx, `/pay/${invoice.invoiceId}?paid`);
    }),
  );

  router.post(
    '/pay/:invoiceId/decline',
    onInvoice((ctx, invoice) => {
      const requested = (ctx.request.body as { errCode?: unknown } | undefined)?.errCode;
      const reason = DECLINE_REASONS.find((each) => each.errCode === requested);
      declineInvoice(book, invoice.invoiceId, reason?.errCode ?? DEFAULT_DECLINE);
      seeOther(ctx, `/pay/${invoice.invoiceId}`);
    }),
  );
}

function registerPages(book: Book, router: Router): void {
  router.get('/qr/:shortQrId', (ctx) => {
    const [merchant, register] = findRegister(book, ctx.params.shortQrId) ?? [];
    if (!merchant || !register) return showNotFound(ctx);
    if (register.amountType !== 'merchant')
      return show(ctx, registerPage(shownOf(ctx), merchant, register, EMPTY_FORM));
    const current = book.current(register);
    if (current) return ctx.redirect(`/pay/${current.invoiceId}`);
    return show(ctx, resultPage(shownOf(ctx), merchant.merchantName, noAmount(textsOf(ctx))));
  });

  router.get('/qr/:shortQrId/pay', (ctx) =>
    ctx.redirect(`/qr/${encodeURIComponent(ctx.params.shortQrId ?? '')}`),
  );

  router.post('/qr/:shortQrId/pay', (ctx) => {
    const [merchant, register] = findRegister(book, ctx.params.shortQrId) ?? [];
    if (!merchant || !register || register.amountType === 'merchant') return showNotFound(ctx);
    const form = readForm(ctx.request.body, textsOf(ctx));
    if (form.filled) return show(ctx, registerPage(shownOf(ctx), merchant, register, form));
    const amount = register.amountType === 'fix' ? register.fixedAmount : parseAmount(form.amount ?? '');
    if (amount === undefined || isWrong(form)) {
      const wrong = { ...form.wrong, ...(amount === undefined && { amount: textsOf(ctx).wrongAmount }) };
      return show(ctx, registerPage(shownOf(ctx), merchant, register, { ...form, wrong }), 422);
    }
    const { shortQrId } = register;
    const invoiceId = payDirectly(book, merchant, { amount, shortQrId, card: { pan: form.pan } });
    seeOther(ctx, `/pay/${invoiceId}?paid`);
  });
}

/** The payer's pages. They work without a script. */
export function pageMiddleware(book: Book, bank: PracticeBank): Koa.Middleware[] {
  const router = new Router();
  faultPages(bank, router, { show, seeOther, shownOf });
  invoicePages(book, router);
  registerPages(book, router);

  const headers: Koa.Middleware = async (ctx, next) => {
    ctx.set(PAGE_HEADERS);
    await next();
  };
  const pages = /^\/((pay|qr)\/|faults)/;
  const onPages =
    (middleware: Koa.Middleware): Koa.Middleware =>
    (ctx, next) =>
      pages.test(ctx.path) ? middleware(ctx, next) : next();
  const body = koaBody({ json: false, text: false });
  return [onPages(headers), onPages(switchLanguage), onPages(body), router.routes() as Koa.Middleware];
}

const text = v.optional(v.pipe(v.string(), v.maxLength(100)), '');
const typed = v.object({ fill: text, pan: text, expiry: text, cvv: text, amount: text });

/** As in the bank's test mode, any valid date and CVV pass. */
function wrongFields({ pan, expiry, cvv }: Omit<CardForm, 'wrong'>, t: PageTexts): CardForm['wrong'] {
  return {
    ...(!isLuhnValid(pan) && { pan: t.wrongPan }),
    ...(!/^(0[1-9]|1[0-2])\s*\/?\s*\d\d$/.test(expiry.trim()) && { expiry: t.wrongExpiry }),
    ...(!/^\d{3,4}$/.test(cvv.trim()) && { cvv: t.wrongCvv }),
  };
}

const EMPTY = { fill: '', pan: '', expiry: '', cvv: '', amount: '' };

/**
 * Reads the form with its faults; `filled` when the payer pressed the button for the practice card instead of paying.
 */
function readForm(body: unknown, t: PageTexts): CardForm & { readonly filled: boolean } {
  const read = v.safeParse(typed, body);
  const { fill, ...form } = read.success ? read.output : EMPTY;
  if (fill === 'practice') return { ...form, ...PRACTICE_CARD, wrong: {}, filled: true };
  return { ...form, wrong: wrongFields(form, t), filled: false };
}

/** Typed hryvnias (`1 234,50`) in minor units; undefined unless it is an amount from 1 kopiyka up. */
function parseAmount(hryvnias: string): number | undefined {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(hryvnias.replace(/\s/g, ''));
  if (!match) return undefined;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return minor > 0 ? minor : undefined;
}

const isWrong = (form: CardForm) => Object.keys(form.wrong).length > 0;
