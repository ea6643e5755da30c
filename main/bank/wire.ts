import { createPublicKey } from 'node:crypto';
import * as v from 'valibot';
import { FISCAL_STATUSES, FISCAL_TYPES, PAYMENT_STATUSES } from '../../shared/api/statuses.ts';
import { MAX_AMOUNT } from '../../shared/money.ts';

/**
 * Schemas of the bank's answers, limited to the fields that Kramar reads. An optional field may be absent or null;
 * fields not listed may change or appear without notice (https://monobank.ua/api-docs/acquiring).
 */

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);
const text = () => optional(v.string());
const integer = () => v.pipe(v.number(), v.safeInteger());
/** Minor units; no payment is below or above this. */
const amount = () => v.pipe(integer(), v.minValue(0), v.maxValue(MAX_AMOUNT));

/** No payment is dated later, whatever the PC's clock says; a later date would outrank every true one. */
const LATEST = Date.UTC(2100, 0);

/** RFC 3339, as milliseconds UTC. */
const time = () =>
  v.pipe(
    v.string(),
    v.check((value) => Date.parse(value) < LATEST, 'no RFC 3339 time of this century'),
    v.transform((value) => Date.parse(value)),
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

const status = <const Status extends string>(known: readonly Status[]) =>
  v.picklist(known, (issue) => `a status Kramar does not know: ${issue.received}`);

export const errorAnswer = v.object({ errCode: v.pipe(v.string(), v.nonEmpty()), errText: text() });

export const merchantDetails = v.object({ merchantId: v.string(), merchantName: v.string(), edrpou: text() });
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
  amountType: v.string(),
  pageUrl: text(),
  name: text(),
});
export const registerList = v.object({ list: v.array(registerListItem) });
export type BankRegister = v.InferOutput<typeof registerListItem>;

export const createdInvoice = v.object({
  invoiceId: v.pipe(v.string(), v.nonEmpty()),
  pageUrl: v.string(),
});
export type CreatedInvoice = v.InferOutput<typeof createdInvoice>;

export const invoiceStatus = v.object({
  invoiceId: v.string(),
  status: status(BANK_STATUSES),
  amount: amount(),
  ccy: currency(),
  finalAmount: optional(amount()),
  createdDate: optional(time()),
  modifiedDate: optional(time()),
  reference: text(),
  errCode: text(),
  failureReason: text(),
  paymentInfo: optional(
    v.object({
      maskedPan: text(),
      approvalCode: text(),
      rrn: text(),
      paymentSystem: text(),
      fee: optional(amount()),
    }),
  ),
  cancelList: optional(
    v.array(
      v.object({
        status: status(REFUND_STATUSES),
        amount: optional(amount()),
        createdDate: optional(time()),
        modifiedDate: optional(time()),
        extRef: text(),
      }),
    ),
  ),
});
export type BankInvoice = v.InferOutput<typeof invoiceStatus> & {
  /** The bank's time (ms) from the Date header of its answer; a webhook has none. */
  at?: number | undefined;
};

export const cancelAnswer = v.object({
  status: status(REFUND_STATUSES),
  modifiedDate: optional(time()),
});
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
  shortQrId: v.string(),
  amount: optional(amount()),
  ccy: optional(currency()),
  invoiceId: text(),
});
export type RegisterDetails = v.InferOutput<typeof registerDetails>;

/** Far more than a one-page slip; base64 is a third longer than its content. */
const MAX_RECEIPT_CHARACTERS = 8 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
const isPdf = (file: Buffer): boolean => file.subarray(0, PDF.length).equals(PDF);

/** Decodes base64 to PDF. */
export const receipt = v.object({
  file: v.pipe(
    v.string(),
    v.maxLength(MAX_RECEIPT_CHARACTERS, 'too large for a receipt'),
    v.transform((base64) => Buffer.from(base64, 'base64')),
    v.check((file) => isPdf(file), 'no PDF'),
  ),
});

/** The registration of a payment at the tax office, or at the service that registers sales with it. */
export const fiscalChecks = v.object({
  checks: optional(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.nonEmpty()),
        type: v.picklist(FISCAL_TYPES, (issue) => `a type Kramar does not know: ${issue.received}`),
        status: status(FISCAL_STATUSES),
        statusDescription: text(),
        taxUrl: text(),
        /** Decodes base64 to PDF; null: none yet, or an unreadable one. */
        file: optional(
          v.pipe(
            v.string(),
            v.maxLength(MAX_RECEIPT_CHARACTERS, 'too large for a fiscal check'),
            v.transform((base64) => Buffer.from(base64, 'base64')),
            v.transform((file) => (isPdf(file) ? file : null)),
          ),
        ),
        fiscalizationSource: text(),
      }),
    ),
  ),
});
export type BankFiscalCheck = NonNullable<v.InferOutput<typeof fiscalChecks>['checks']>[number];

/** Contains payments only: invoices without a payment attempt are absent. */
export const statementItem = v.object({
  invoiceId: v.pipe(v.string(), v.nonEmpty()),
  status: status(PAYMENT_STATUSES),
  maskedPan: text(),
  date: time(),
  amount: amount(),
  ccy: currency(),
  // The published document requires a `profit` field without describing it.
  profitAmount: optional(integer()),
  reference: text(),
  destination: text(),
  approvalCode: text(),
  rrn: text(),
  shortQrId: text(),
  metadata: optional(v.record(v.string(), v.unknown())),
  cancelList: optional(v.array(v.object({ amount: amount(), date: optional(time()) }))),
});
export type StatementItem = v.InferOutput<typeof statementItem>;
export const statement = v.object({ list: v.array(statementItem) });
