import { Router } from '@koa/router';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import * as v from 'valibot';
import { BankError, NotPossible } from './errors.ts';
import { faultSchema } from './faults.ts';
import { poisonSchema } from './poison.ts';
import type { PracticeBank } from './practice-bank.ts';
import { FISCAL_MODES, statusBody } from './present.ts';
import { type Invoice, PAYMENT_SCHEMES } from './records.ts';

const card = v.strictObject({ pan: v.optional(v.string()) });
const empty = v.strictObject({});
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const outcome = v.picklist(['success', 'failure']);
const milliseconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(86_400_000));

const payerChoice = v.strictObject({ ...card.entries, scheme: v.optional(v.picklist(PAYMENT_SCHEMES)) });

const refundMode = v.strictObject({
  mode: v.picklist(['success', 'processing', 'failure']),
  settlesAfterMs: v.optional(milliseconds),
  outcome: v.optional(outcome),
  shownAfterMs: v.optional(milliseconds),
});

const captureMode = v.strictObject({
  first: v.picklist(['captured', 'whole', 'nothing', 'absent']),
  shownAfterMs: v.optional(milliseconds),
  keepsDate: v.optional(v.boolean()),
});

const fiscalMode = v.strictObject({
  mode: v.picklist(FISCAL_MODES),
  returns: v.optional(v.picklist(FISCAL_MODES)),
});

const clock = v.strictObject({
  skewMs: v.optional(v.pipe(v.number(), v.safeInteger())),
  dateHeader: v.optional(v.boolean()),
});

function read<const S extends v.GenericSchema>(schema: S, ctx: Koa.Context): v.InferOutput<S> {
  const result = v.safeParse(schema, ctx.request.body ?? {});
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new NotPossible(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}

type Act = (bank: PracticeBank, invoiceId: string, ctx: Koa.Context) => void;

const ACTS: Record<string, Act> = {
  pay(bank, id, ctx) {
    const { scheme, ...payer } = read(payerChoice, ctx);
    bank.pay(id, cardOf(payer), { scheme });
  },
  hold: (bank, id, ctx) => bank.hold(id, cardOf(read(card, ctx))),
  processing: (bank, id, ctx) => bank.processing(id, cardOf(read(card, ctx))),
  decline: (bank, id, ctx) =>
    bank.decline(id, read(v.strictObject({ errCode: v.optional(v.string()) }), ctx).errCode),
  expire(bank, id, ctx) {
    read(empty, ctx);
    bank.expire(id);
  },
  refund: (bank, id, ctx) =>
    bank.refund(id, read(v.strictObject({ amount: v.optional(amount) }), ctx).amount),
  poison: (bank, id, ctx) => bank.poison(id, read(poisonSchema, ctx)),
  heal(bank, id, ctx) {
    read(empty, ctx);
    bank.heal(id);
  },
};

const cardOf = ({ pan }: v.InferOutput<typeof card>) => (pan === undefined ? undefined : { pan });

const payment = v.strictObject({
  token: v.string(),
  amount,
  shortQrId: v.optional(v.string()),
  destination: v.optional(v.string()),
  reference: v.optional(v.string()),
});

const errors: Koa.Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof NotPossible) && !(error instanceof BankError)) throw error;
    ctx.status = error instanceof BankError ? error.status : 400;
    ctx.body = { error: error.message };
  }
};

/** The true ledger: without delays and poison. */
const ledgerLine = (invoice: Invoice) => statusBody(invoice, Number.POSITIVE_INFINITY);

/** The controls by method and path, and their answers; a control that creates something answers 201. */
const CONTROLS: Record<string, (bank: PracticeBank, ctx: Koa.Context) => object | undefined> = {
  'GET /faults': (bank) => ({ faults: bank.faults(), pendingCalls: bank.pendingCalls() }),
  'POST /faults'(bank, ctx) {
    bank.fault(read(faultSchema, ctx));
    ctx.status = 201;
    return { faults: bank.faults() };
  },
  'DELETE /faults'(bank) {
    bank.clearFaults();
    return { faults: [] };
  },
  'GET /poison': (bank) => ({ poison: bank.poisons() }),
  'DELETE /poison'(bank) {
    bank.heal();
    return { poison: {} };
  },
  'GET /invoices': (bank) => ({ invoices: bank.invoices().map(ledgerLine) }),
  'POST /invoices/:invoiceId/:act'(bank, ctx) {
    const { invoiceId = '', act = '' } = ctx.params;
    const perform = Object.hasOwn(ACTS, act) ? ACTS[act] : undefined;
    if (!perform) throw new NotPossible(`one of ${Object.keys(ACTS).join(', ')}, not ${act}`);
    perform(bank, invoiceId, ctx);
    const invoice = bank.invoice(invoiceId);
    return invoice && ledgerLine(invoice);
  },
  'POST /payments'(bank, ctx) {
    const { token, ...paid } = read(payment, ctx);
    ctx.status = 201;
    return { invoiceId: bank.payOutsideKramar(token, paid) };
  },
  'POST /refund-mode'(bank, ctx) {
    const mode = read(refundMode, ctx);
    bank.setRefundMode(mode);
    return mode;
  },
  'POST /refunds/settle'(bank, ctx) {
    bank.settleRefunds(read(v.strictObject({ outcome }), ctx).outcome);
    return {};
  },
  'POST /capture-mode'(bank, ctx) {
    const mode = read(captureMode, ctx);
    bank.setCaptureMode(mode);
    return mode;
  },
  'POST /captures/show'(bank, ctx) {
    read(empty, ctx);
    bank.showCaptures();
    return {};
  },
  'POST /fiscal-mode'(bank, ctx) {
    const { mode, returns } = read(fiscalMode, ctx);
    bank.setFiscalMode(mode, returns);
    return { mode, returns: returns ?? mode };
  },
  'POST /clock': (bank, ctx) => bank.setClock(read(clock, ctx)),
};

/** Controls the payer and the faults, with curl or from a test in another language. */
export function controlMiddleware(bank: PracticeBank): Koa.Middleware[] {
  const router = new Router({ prefix: '/practice' });
  for (const [name, answer] of Object.entries(CONTROLS)) {
    const [method = '', path = ''] = name.split(' ');
    router.register(path, [method], (ctx: Koa.Context) => {
      ctx.body = answer(bank, ctx);
    });
  }

  const body = koaBody({
    text: false,
    urlencoded: false,
    onError: () => {
      throw new NotPossible('body: not valid JSON');
    },
  });
  const onControls =
    (middleware: Koa.Middleware): Koa.Middleware =>
    (ctx, next) =>
      ctx.path.startsWith('/practice/') ? middleware(ctx, next) : next();
  return [onControls(errors), onControls(body), router.routes() as Koa.Middleware];
}
