import { createPublicKey } from 'node:crypto';
import * as v from 'valibot';
import { FISCAL_STATUSES, FISCAL_TYPES, PAYMENT_STATUSES } from '../../shared/api/statuses.ts';
import { MAX_AMOUNT } from '../../shared/money.ts';
import { EARLIEST, isCredibleDate, LATEST } from './clock.ts';
import { informative, informativeText } from './informative.ts';

/**
 * Schemas of the bank's answers, limited to the fields that Kramar reads. An optional field may be absent or null;
 * fields not listed may change or appear without notice (https://monobank.ua/api-docs/acquiring). A field outside
 * `informative` decides about money: an answer without a readable one is unreadable.
 */

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);
const integer = () => v.pipe(v.number(), v.safeInteger());
/** Minor units; no payment is below or above this. */
const amount = () => v.pipe(integer(), v.minValue(0), v.maxValue(MAX_AMOUNT));

/**
 * RFC 3339, as milliseconds UTC. Null: before the bank's interface existed, as Go writes a time that was never set. A time
 * of the next century, if kept, would outrank every true one.
 */
const time = () =>
  v.pipe(
    v.string(),
    v.isoTimestamp('no RFC 3339 time'),
    v.transform((value) => Date.parse(value)),
    v.check((at) => at < LATEST, 'no time of this century'),
    v.transform((at) => (at < EARLIEST ? null : at)),
  );

/** ISO 4217, numeric. */
const currency = () => v.pipe(integer(), v.minValue(0), v.maxValue(999));

export const BANK_STATUSES = [
  'created',
  'processing',
  'hold',
  'success',
  'failure',
  'reversed',
  'expired',
] as const;
export type BankStatus = (typeof BANK_STATUSES)[number];

const REFUND_STATUSES = ['processing', 'success', 'failure'] as const;
/** The bank's progress with a refund. */
export type BankRefundStatus = (typeof REFUND_STATUSES)[number];

/** An answer without a required field: an error, or a list by itself, is not taken for an empty one. */
const answerOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.unknown(),
    v.check((answer) => !Array.isArray(answer), 'a list by itself'),
    v.check((answer) => !(typeof answer === 'object' && answer !== null && 'errCode' in answer), 'an error'),
    v.object(entries),
  );

const status = <const Status extends string>(known: readonly Status[]) =>
  v.picklist(known, (issue) => `a status Kramar does not know: ${issue.received}`);

export const errorAnswer = v.object({
  errCode: v.pipe(v.string(), v.nonEmpty()),
  ...informative({ errText: informativeText() }),
});

export const merchantDetails = v.object({
  merchantId: v.string(),
  ...informative({ merchantName: informativeText(), edrpou: informativeText() }),
});
export type MerchantDetails = v.InferOutput<typeof merchantDetails>;

const isEcKey = (pem: string): boolean => {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
};

/** Decodes base64 to PEM. */
export const publicKey = v.object({
  key: v.pipe(
    v.string(),
    v.transform((base64) => Buffer.from(base64, 'base64').toString('latin1')),
    v.check(isEcKey, 'no ECDSA public key'),
  ),
});

export const registerListItem = v.object({
  qrId: v.string(),
  shortQrId: v.string(),
  ...informative({ amountType: v.string(), pageUrl: v.string(), name: informativeText() }),
});
export type BankRegister = v.InferOutput<typeof registerListItem>;

export const createdInvoice = v.object({
  invoiceId: v.pipe(v.string(), v.nonEmpty()),
  // An invoice without its page cannot be paid.
  pageUrl: v.string(),
});
export type CreatedInvoice = v.InferOutput<typeof createdInvoice>;

const statusFields = v.object({
  invoiceId: v.string(),
  status: status(BANK_STATUSES),
  amount: amount(),
  ccy: currency(),
  finalAmount: optional(amount()),
  modifiedDate: optional(time()),
  ...informative({
    createdDate: time(),
    reference: informativeText(),
    errCode: informativeText(),
    failureReason: informativeText(),
    paymentInfo: v.object(
      informative({
        maskedPan: informativeText(),
        approvalCode: informativeText(),
        rrn: informativeText(),
        paymentSystem: informativeText(),
        // Minor units: a fraction of one, or a negative fee, says nothing certain.
        fee: amount(),
      }),
    ),
  }),
  cancelList: optional(
    v.array(
      v.object({
        status: status(REFUND_STATUSES),
        amount: optional(amount()),
        createdDate: optional(time()),
        modifiedDate: optional(time()),
        extRef: optional(v.string()),
      }),
    ),
  ),
});

/** Refunds only lower what was paid. */
export const invoiceStatus = v.pipe(
  statusFields,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { amount, finalAmount } = dataset.value;
    if (finalAmount === null || finalAmount <= amount) return;
    const path = {
      type: 'object',
      origin: 'value',
      input: dataset.value,
      key: 'finalAmount',
      value: finalAmount,
    } as const;
    addIssue({ message: 'more than the amount', input: finalAmount, path: [path] });
  }),
);
export type BankInvoice = v.InferOutput<typeof invoiceStatus> & {
  /** The bank's time (ms) from the Date header of its answer; a webhook has none. */
  at?: number | undefined;
};

export const cancelAnswer = v.object({ status: status(REFUND_STATUSES), modifiedDate: optional(time()) });
export type CancelAnswer = v.InferOutput<typeof cancelAnswer>;

/** The bank has accepted the request. */
export const finalizeAnswer = v.object({ status: status(['success']) });

/** Empty, or an object without fields; an error would have one. */
export const emptyAnswer = v.optional(
  v.custom<object>(
    (answer) =>
      typeof answer === 'object' && answer !== null && !Array.isArray(answer) && !('errCode' in answer),
    'no sign of success',
  ),
);

/** The register has an invoice only while an amount is set on it. */
export const registerDetails = v.object({
  // Without it an answer that says nothing would read as a register that is free.
  shortQrId: v.string(),
  invoiceId: optional(v.string()),
  amount: optional(amount()),
  ccy: optional(currency()),
});
export type RegisterDetails = v.InferOutput<typeof registerDetails>;

/** Far more than a one-page slip; base64 is a third longer than its content. */
const MAX_PDF_CHARACTERS = 8 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
const isPdf = (file: Buffer): boolean => file.subarray(0, PDF.length).equals(PDF);

/** Decodes base64 to PDF. */
const pdf = () =>
  v.pipe(
    v.string(),
    v.maxLength(MAX_PDF_CHARACTERS, 'too large for a PDF of one page'),
    v.transform((base64) => Buffer.from(base64, 'base64')),
    v.check((file) => isPdf(file), 'no PDF'),
  );

export const receipt = v.object({ file: pdf() });

/** The registration of a payment at the tax office, or at the service that registers sales with it. */
const fiscalCheck = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.picklist(FISCAL_TYPES, (issue) => `a type Kramar does not know: ${issue.received}`),
  status: status(FISCAL_STATUSES),
  ...informative({
    statusDescription: informativeText(),
    taxUrl: v.string(),
    file: pdf(),
    fiscalizationSource: informativeText(),
  }),
});
export const fiscalChecks = answerOf({ checks: optional(v.array(fiscalCheck)) });
export type BankFiscalCheck = v.InferOutput<typeof fiscalCheck>;

/** Contains payments only: invoices without a payment attempt are absent. */
export const statementItem = v.object({
  invoiceId: v.pipe(v.string(), v.nonEmpty()),
  status: status(PAYMENT_STATUSES),
  amount: amount(),
  ccy: currency(),
  cancelList: optional(v.array(v.object({ amount: amount(), date: optional(time()) }))),
  ...informative({
    date: time(),
    maskedPan: informativeText(),
    // The published document requires a `profit` field without describing it.
    profitAmount: integer(),
    reference: informativeText(),
    destination: informativeText(),
    approvalCode: informativeText(),
    rrn: informativeText(),
    shortQrId: v.string(),
    metadata: v.record(v.string(), v.unknown()),
  }),
});
export type StatementItem = Omit<v.InferOutput<typeof statementItem>, 'date'> & { date: number };

/**
 * The lines of a statement, newest first. One without a credible date gets that of the line before it.
 * @param end ms: no line is newer
 * @param bankNow ms, if the bank's clock is known
 */
export const withDates = (
  lines: readonly v.InferOutput<typeof statementItem>[],
  end: number,
  bankNow?: number,
): StatementItem[] => {
  const credible = (date: number | null) => (isCredibleDate(date, bankNow) ? date : null);
  let latest = end;
  return lines.map((line) => {
    latest = credible(line.date) ?? latest;
    const cancelList = line.cancelList?.map((cancel) => ({ ...cancel, date: credible(cancel.date) })) ?? null;
    return { ...line, cancelList, date: latest };
  });
};

/** The statement, and the list of QR registers, whose elements are read one by one: an absent or null list is empty. */
export const listAnswer = answerOf({ list: optional(v.array(v.unknown())) });
