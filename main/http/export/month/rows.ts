import { numberDisplay } from '../../../../shared/api/invoices.ts';
import { currencyCode } from '../../../../shared/money.ts';
import type { MonthCash, MonthFiscalDocument, MonthPayment, MonthRefund } from '../../../store/month.ts';
import type { Words } from '../report-columns.ts';
import { type Cell, type Column, wholeSeconds } from '../table.ts';
import { type MonthSource, type RowContext, sellerCells, titled } from './source.ts';
import { FISCAL_STATUS_NAMES, FISCAL_TYPE_NAMES, YES } from './words.ts';

/** The tables that are read row by row: payments, refunds, fiscal receipts. */

export const paymentColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['paid', 'time', 20],
    ['number', 'text', 10],
    ['reference', 'text', 20],
    ['amount', 'money'],
    ['fee', 'money'],
    ['net', 'money'],
    ['currency', 'text', 8],
    ['terminal', 'text', 20],
    ['taxNumber', 'text', 20],
    ['register', 'text', 16],
    ['card', 'text', 20],
    ['paymentSystem', 'text', 16],
    ['approvalCode', 'text', 14],
    ['purpose', 'text', 30],
    ['bankId', 'text', 26],
    ['outside', 'text', 14],
  ]);

export const paymentCells = (
  row: MonthPayment,
  { wall, terminals, locale: { language } }: RowContext,
): Cell[] => [
  wholeSeconds(wall(row.paid_date)),
  numberDisplay(row.number),
  row.reference,
  ...[row.amount, row.fee, row.amount - row.fee],
  currencyCode(row.ccy),
  ...sellerCells(row.terminal_id, terminals),
  row.register_name ?? '',
  ...[row.masked_pan, row.payment_system, row.approval_code, row.destination, row.invoice_id],
  row.created_locally === 1 ? '' : YES[language],
];

export const refundColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['refunded', 'time', 20],
    ['refundAmount', 'money'],
    ['currency', 'text', 8],
    ['number', 'text', 10],
    ['reference', 'text', 20],
    ['paid', 'time', 20],
    ['paymentAmount', 'money'],
    ['terminal', 'text', 20],
    ['taxNumber', 'text', 20],
    ['register', 'text', 16],
    ['card', 'text', 20],
    ['bankId', 'text', 26],
  ]);

export const refundCells = (row: MonthRefund, { wall, terminals }: RowContext): Cell[] => [
  wholeSeconds(wall(row.refunded_at)),
  row.refund_amount,
  currencyCode(row.ccy),
  ...[numberDisplay(row.number), row.reference, wholeSeconds(wall(row.paid_date)), row.amount],
  ...sellerCells(row.terminal_id, terminals),
  ...[row.register_name ?? '', row.masked_pan, row.invoice_id],
];

export const cashColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['moved', 'time', 20],
    ['kind', 'text', 14],
    ['number', 'text', 10],
    ['amount', 'money'],
    ['rounding', 'money'],
    ['byQr', 'money'],
    ['person', 'text', 24],
    ['note', 'text', 30],
  ]);

export const cashCells = (row: MonthCash, { wall, locale: { language } }: RowContext): Cell[] => [
  wholeSeconds(wall(row.at)),
  FISCAL_TYPE_NAMES[row.is_refund === 1 ? 'return' : 'sale'][language],
  row.number === null ? '' : numberDisplay(row.number),
  ...[row.amount, row.rounding, row.qr_amount, row.person, row.remark],
];

export const receiptColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['paid', 'time', 20],
    ['number', 'text', 10],
    ['reference', 'text', 20],
    ['paymentAmount', 'money'],
    ['currency', 'text', 8],
    ['terminal', 'text', 20],
    ['taxNumber', 'text', 20],
    ['kind', 'text', 14],
    ['status', 'text', 18],
    ['bankMessage', 'text', 30],
    ['source', 'text', 14],
    ['link', 'text', 50],
    ['receiptId', 'text', 38],
  ]);

export const receiptCells = (row: MonthFiscalDocument, context: RowContext): Cell[] => {
  const { wall, terminals, locale } = context;
  const word = (words: Words | undefined): string => words?.[locale.language] ?? '';
  return [
    ...[wholeSeconds(wall(row.paid_date)), numberDisplay(row.number), row.reference, row.amount],
    currencyCode(row.ccy),
    ...sellerCells(row.terminal_id, terminals),
    word(FISCAL_TYPE_NAMES[row.type ?? 'sale']),
    word(FISCAL_STATUS_NAMES[row.status ?? row.sale_status]),
    ...[row.status_description ?? '', row.source ?? '', row.tax_url ?? '', row.check_id ?? ''],
  ];
};
