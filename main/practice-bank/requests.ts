import * as v from 'valibot';
import { BankError, badRequest } from './errors.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const positive = v.pipe(integer, v.minValue(1));
const notEmpty = v.pipe(v.string(), v.minLength(1));
const webUrl = v.pipe(v.string(), v.url(), v.regex(/^https?:/i));

/** The document says «multipleOf 0.01»: whole hundredths within the float's own error. */
const hundredths = v.check((value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6);

const discount = v.object({
  type: v.picklist(['DISCOUNT', 'EXTRA_CHARGE']),
  mode: v.picklist(['PERCENT', 'VALUE']),
  value: v.pipe(v.number(), v.minValue(0.01), hundredths),
  tax: v.optional(v.array(v.unknown())),
});

const receiptLine = {
  name: notEmpty,
  qty: v.pipe(v.number(), v.gtValue(0)),
  /** Price of one unit, minor units. */
  sum: v.pipe(integer, v.minValue(0)),
  code: notEmpty,
  barcode: v.optional(v.string()),
  header: v.optional(v.string()),
  footer: v.optional(v.string()),
  tax: v.optional(v.array(integer)),
  uktzed: v.optional(v.string()),
};

const basketLine = v.object({
  ...receiptLine,
  unit: v.optional(v.string()),
  total: v.optional(v.pipe(integer, v.minValue(0))),
  icon: v.optional(v.string()),
  splitReceiverId: v.optional(v.string()),
  discounts: v.optional(v.array(discount)),
});

/** Characters, not UTF-16 units: JSON Schema, and so the bank's document, counts maxLength that way. */
const shortText = v.pipe(
  v.string(),
  v.check((text) => [...text].length <= 280),
);

const merchantPaymInfo = v.object({
  reference: v.optional(v.string()),
  destination: v.optional(shortText),
  comment: v.optional(shortText),
  customerEmails: v.optional(
    v.pipe(
      v.array(v.string()),
      v.check((emails) => new Set(emails).size === emails.length),
    ),
  ),
  metadata: v.optional(v.pipe(v.record(v.string(), v.string()), v.maxEntries(10))),
  basketOrder: v.optional(v.array(basketLine)),
  discounts: v.optional(v.array(discount)),
});

const refundLines = v.optional(v.array(v.object(receiptLine)));

export const createRequest = v.object({
  amount: positive,
  ccy: v.optional(positive, 980),
  merchantPaymInfo: v.optional(merchantPaymInfo),
  redirectUrl: v.optional(webUrl),
  successUrl: v.optional(webUrl),
  failUrl: v.optional(webUrl),
  webHookUrl: v.optional(webUrl),
  /** Seconds. */
  validity: v.optional(positive, 86_400),
  // `verification` needs card tokens, which a merchant must be granted: refused as not granted here.
  paymentType: v.optional(v.picklist(['debit', 'hold']), 'debit'),
  qrId: v.optional(notEmpty),
  code: v.optional(notEmpty),
  agentFeePercent: v.optional(v.pipe(v.number(), v.minValue(0))),
  withAppUrl: v.optional(v.boolean()),
});
export type InvoiceRequest = v.InferOutput<typeof createRequest>;

export const cancelRequest = v.object({
  invoiceId: notEmpty,
  amount: v.optional(integer),
  extRef: v.optional(v.string()),
  items: refundLines,
});
export type CancelRequest = v.InferOutput<typeof cancelRequest>;

export const finalizeRequest = v.object({ invoiceId: notEmpty, amount: positive, items: refundLines });
export type FinalizeRequest = v.InferOutput<typeof finalizeRequest>;

export const invoiceRequest = v.object({ invoiceId: notEmpty });
export const registerRequest = v.object({ qrId: notEmpty });
export const receiptRequest = v.object({
  invoiceId: notEmpty,
  email: v.optional(v.pipe(v.string(), v.email())),
});

const unixSeconds = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));
export const statementRequest = v.object({
  from: unixSeconds,
  to: v.optional(unixSeconds),
  code: v.optional(notEmpty),
});

/** A missing or empty argument is `empty 'x'`, any other fault `invalid 'x'`: the bank's own wording. */
function complaint(issue: v.BaseIssue<unknown>): BankError {
  const path = v.getDotPath(issue) ?? 'body';
  const missing = issue.input === undefined || issue.input === '';
  const text = `${missing ? 'empty' : 'invalid'} '${path}'`;
  return path.startsWith('merchantPaymInfo')
    ? new BankError(400, 'INVALID_MERCHANT_PAYM_INFO', text)
    : badRequest(text);
}

/** Checks a call's input and drops unknown fields. Throws BankError. */
export function parseRequest<const S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  throw complaint(result.issues[0]);
}
