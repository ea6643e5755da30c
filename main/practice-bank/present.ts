import { createHash } from 'node:crypto';
import type { Merchant, Register } from './merchants.ts';
import { type Invoice, type Payment, type Refund, shownAt } from './records.ts';

/** The bank writes whole seconds: two changes within one second carry the same date. */
const rfc3339 = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

export interface Urls {
  invoice(invoiceId: string): string;
  register(shortQrId: string): string;
}

export const urlsUnder = (base: string): Urls => ({
  invoice: (invoiceId) => `${base}/pay/${invoiceId}`,
  register: (shortQrId) => `${base}/qr/${shortQrId}`,
});

export const merchantDetails = ({ merchantId, merchantName, edrpou }: Merchant) => ({
  merchantId,
  merchantName,
  edrpou,
});

export const registerLine = ({ qrId, shortQrId, amountType }: Register, urls: Urls) => ({
  shortQrId,
  qrId,
  amountType,
  pageUrl: urls.register(shortQrId),
});

/** amount, ccy and invoiceId are present only while an amount is set. */
export const registerDetails = ({ shortQrId }: Register, current: Invoice | undefined) => ({
  shortQrId,
  ...(current && { invoiceId: current.invoiceId, amount: current.amount, ccy: current.ccy }),
});

export const created = ({ invoiceId }: Invoice, urls: Urls, withAppUrl: boolean | undefined) => ({
  invoiceId,
  pageUrl: urls.invoice(invoiceId),
  ...(withAppUrl && { appUrl: `monobank://pay/${invoiceId}` }),
});

export const refundAnswer = ({ status, createdAt, modifiedAt }: Refund) => ({
  status,
  createdDate: rfc3339(createdAt),
  modifiedDate: rfc3339(modifiedAt),
});

const cancelListItem = (refund: Refund, ccy: number) => ({
  ...refundAnswer(refund),
  amount: refund.amount,
  ccy,
  approvalCode: refund.approvalCode,
  rrn: refund.rrn,
  extRef: refund.extRef,
});

const paymentInfo = (payment: Payment) => ({
  maskedPan: payment.maskedPan,
  approvalCode: payment.approvalCode,
  rrn: payment.rrn,
  tranId: payment.tranId,
  terminal: payment.terminal,
  bank: payment.bank,
  paymentSystem: payment.paymentSystem,
  paymentMethod: payment.paymentMethod,
  fee: payment.fee,
  country: payment.country,
});

/** The statuses for which the document allows paymentInfo. */
const WITH_PAYMENT = new Set(['processing', 'success', 'failure', 'reversed']);

/**
 * Builds the answer of invoice/status and the body of a webhook. JSON drops absent fields.
 * @param now milliseconds UTC: later states stay hidden
 */
export function statusBody(whole: Invoice, now: number) {
  const invoice = shownAt(whole, now);
  const { payment, refunds } = invoice;
  return {
    invoiceId: invoice.invoiceId,
    status: invoice.status,
    ...(invoice.status === 'failure' && { errCode: invoice.errCode, failureReason: invoice.failureReason }),
    amount: invoice.amount,
    ccy: invoice.ccy,
    finalAmount: invoice.finalAmount,
    createdDate: rfc3339(invoice.createdAt),
    modifiedDate: rfc3339(invoice.modifiedAt),
    reference: invoice.info?.reference,
    destination: invoice.info?.destination,
    ...(refunds.length > 0 && { cancelList: refunds.map((refund) => cancelListItem(refund, invoice.ccy)) }),
    ...(payment && WITH_PAYMENT.has(invoice.status) && { paymentInfo: paymentInfo(payment) }),
  };
}

/** A refunded payment stays `success` here, with its cancelList; a failed attempt outlasts its invoice. */
function statementStatus({ status, holdOver }: Invoice) {
  if (holdOver) return 'failure';
  if (status === 'hold' || status === 'processing') return status;
  return status === 'success' || status === 'reversed' ? 'success' : 'failure';
}

function statementItem(invoice: Invoice, payment: Payment) {
  const status = statementStatus(invoice);
  const profit = status === 'success' ? payment.amount - (payment.fee ?? 0) : undefined;
  return {
    invoiceId: invoice.invoiceId,
    status,
    maskedPan: payment.maskedPan,
    date: rfc3339(payment.at),
    paymentScheme: payment.scheme ?? 'full',
    amount: payment.amount,
    ccy: invoice.ccy,
    profitAmount: profit,
    // The document requires `profit` and describes `profitAmount`; this satisfies it, and no client needs it.
    profit: profit ?? 0,
    approvalCode: payment.approvalCode,
    rrn: payment.rrn,
    reference: invoice.info?.reference,
    shortQrId: invoice.shortQrId,
    destination: invoice.info?.destination,
    metadata: invoice.info?.metadata,
    cancelList: invoice.refunds
      .filter((refund) => refund.status === 'success')
      .map((refund) => ({
        amount: refund.amount,
        ccy: invoice.ccy,
        date: rfc3339(refund.modifiedAt),
        approvalCode: refund.approvalCode,
        rrn: refund.rrn,
        maskedPan: payment.maskedPan,
      })),
  };
}

interface Period {
  /** Unix seconds, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds UTC: later states stay hidden. */
  readonly now: number;
}

/** Payments of the period, newest first; invoices without an attempt to pay are not payments. */
export function statementList(invoices: readonly Invoice[], merchant: Merchant, { from, to, now }: Period) {
  const inPeriod = ({ at }: Payment) => Math.floor(at / 1000) >= from && Math.floor(at / 1000) <= to;
  return (
    invoices
      .flatMap((invoice) =>
        invoice.merchantId === merchant.merchantId && invoice.payment && inPeriod(invoice.payment)
          ? [{ invoice, payment: invoice.payment }]
          : [],
      )
      // In the same millisecond the later request is the newer payment.
      .toReversed()
      .sort((one, other) => other.payment.at - one.payment.at)
      .map(({ invoice, payment }) => statementItem(shownAt(invoice, now), payment))
  );
}

/** Has the shape of a UUID and follows from its seed, so that repeated calls give the same check. */
function checkId(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Progress of the fiscal checks; none: the tax office's system has not begun. */
export const FISCAL_MODES = ['done', 'none', 'new', 'process', 'failed'] as const;
export type FiscalMode = (typeof FISCAL_MODES)[number];
/** By the type of the check. */
export type FiscalModes = Readonly<Record<'sale' | 'return', FiscalMode>>;

/** One sale for a paid invoice, and one return for each refund; only for a merchant with a fiscal register. */
export function fiscalChecks(invoice: Invoice, { prro, prroService }: Merchant, modes: FiscalModes) {
  if (!prro) return [];
  if (invoice.status !== 'success' && invoice.status !== 'reversed') return [];
  const returns = invoice.refunds
    .filter((refund) => refund.status === 'success')
    .map(() => 'return' as const);
  return (['sale', ...returns] as const).flatMap((type, at) => {
    const mode = modes[type];
    if (mode === 'none') return [];
    return {
      id: checkId(`${invoice.invoiceId} ${at}`),
      type,
      status: mode,
      statusDescription: mode === 'failed' ? 'Зміну на касі не відкрито' : '',
      ...(mode === 'done' && {
        taxUrl: 'https://cabinet.tax.gov.ua/cashregs/check',
        file: receiptPdf(invoice, type).toString('base64'),
      }),
      fiscalizationSource: prroService,
    };
  });
}

/** PDF's standard fonts have no Cyrillic, so the slip is in Latin letters. */
function slip(invoice: Invoice, type: 'sale' | 'return'): string[] {
  return [
    'PRACTICE BANK - NO MONEY MOVES',
    type === 'sale' ? 'Receipt' : 'Receipt of return',
    `Invoice ${invoice.invoiceId}`,
    `Amount ${(invoice.amount / 100).toFixed(2)} (currency ${invoice.ccy})`,
    `Card ${invoice.payment?.maskedPan ?? '-'}`,
    `RRN ${invoice.payment?.rrn ?? '-'}`,
  ];
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Builds a one-page PDF, small enough to read by eye, with a correct cross-reference table. */
export function receiptPdf(invoice: Invoice, type: 'sale' | 'return' = 'sale'): Buffer {
  const text = slip(invoice, type)
    .map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(`BT /F1 12 Tf 16 TL 20 170 Td\n${text}\nET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}
