import type { Words } from '../../../../shared/action-value-words.ts';
import { numberDisplay } from '../../../../shared/api/invoices.ts';
import { currencyCode } from '../../../../shared/money.ts';
import type { MonthCash, MonthFiscalDocument, MonthPayment, MonthRefund } from '../../../store/month.ts';
import { type Cell, type CellKind, type RowColumn, wholeSeconds } from '../table.ts';
import type { RowContext } from './source.ts';
import { COLUMNS, FISCAL_STATUS_NAMES, FISCAL_TYPE_NAMES, YES } from './words.ts';

/** The tables that are read row by row: payments, refunds, fiscal receipts, cash. */

type Of<Row> = (row: Row, context: RowContext) => Cell;
type Title = keyof typeof COLUMNS;

const column = <Row>(
  title: Title,
  kind: CellKind,
  width: number,
  of: Of<Row>,
): RowColumn<Row, RowContext> => ({ title: COLUMNS[title], kind, width, of });
const text = <Row>(title: Title, width: number, of: Of<Row>) => column(title, 'text', width, of);
const money = <Row>(title: Title, of: (row: Row) => number) => column<Row>(title, 'money', 14, of);
const time = <Row>(title: Title, of: (row: Row) => number) =>
  column<Row>(title, 'time', 20, (row, { wall }) => wholeSeconds(wall(of(row))));
const word = (words: Words | undefined, { language }: RowContext): string => words?.[language] ?? '';

/** The fields that payments, refunds and fiscal receipts share. */
type Sale = Pick<MonthPayment, 'number' | 'reference' | 'paid_date' | 'ccy' | 'terminal_id'>;
const PAID = time<Sale>('paid', ({ paid_date }) => paid_date);
const NUMBERS = [
  text<Sale>('number', 10, ({ number }) => numberDisplay(number)),
  text<Sale>('reference', 20, ({ reference }) => reference),
];
const CURRENCY = text<Sale>('currency', 8, ({ ccy }) => currencyCode(ccy));
const SELLER = [
  text<Sale>('terminal', 20, ({ terminal_id }, { terminals }) => terminals.get(terminal_id)?.name ?? ''),
  text<Sale>(
    'taxNumber',
    20,
    ({ terminal_id }, { terminals }) => terminals.get(terminal_id)?.taxNumber ?? '',
  ),
];
type Paid = Pick<MonthPayment, 'register_name' | 'masked_pan' | 'invoice_id'>;
const REGISTER = text<Paid>('register', 16, ({ register_name }) => register_name ?? '');
const CARD = text<Paid>('card', 20, ({ masked_pan }) => masked_pan);
const BANK_ID = text<Paid>('bankId', 26, ({ invoice_id }) => invoice_id);

export const PAYMENT_COLUMNS: readonly RowColumn<MonthPayment, RowContext>[] = [
  PAID,
  ...NUMBERS,
  money('amount', ({ amount }) => amount),
  money('fee', ({ fee }) => fee),
  money('net', ({ amount, fee }) => amount - fee),
  CURRENCY,
  ...SELLER,
  REGISTER,
  CARD,
  text('paymentSystem', 16, ({ payment_system }) => payment_system),
  text('approvalCode', 14, ({ approval_code }) => approval_code),
  text('purpose', 30, ({ destination }) => destination),
  BANK_ID,
  text('outside', 14, ({ created_locally }, context) => (created_locally === 1 ? '' : word(YES, context))),
];

export const REFUND_COLUMNS: readonly RowColumn<MonthRefund, RowContext>[] = [
  time('refunded', ({ refunded_at }) => refunded_at),
  money('refundAmount', ({ refund_amount }) => refund_amount),
  CURRENCY,
  ...NUMBERS,
  PAID,
  money('paymentAmount', ({ amount }) => amount),
  ...SELLER,
  REGISTER,
  CARD,
  BANK_ID,
];

export const CASH_COLUMNS: readonly RowColumn<MonthCash, RowContext>[] = [
  time('moved', ({ at }) => at),
  text('kind', 14, ({ is_refund }, context) =>
    word(FISCAL_TYPE_NAMES[is_refund === 1 ? 'return' : 'sale'], context),
  ),
  text('number', 10, ({ number }) => (number === null ? '' : numberDisplay(number))),
  money('amount', ({ amount }) => amount),
  money('rounding', ({ rounding }) => rounding),
  money('byQr', ({ qr_amount }) => qr_amount),
  text('person', 24, ({ person }) => person),
  text('note', 30, ({ remark }) => remark),
];

export const RECEIPT_COLUMNS: readonly RowColumn<MonthFiscalDocument, RowContext>[] = [
  PAID,
  ...NUMBERS,
  money('paymentAmount', ({ amount }) => amount),
  CURRENCY,
  ...SELLER,
  text('kind', 14, ({ type }, context) => word(FISCAL_TYPE_NAMES[type ?? 'sale'], context)),
  text('status', 18, ({ status, sale_status }, context) =>
    word(FISCAL_STATUS_NAMES[status ?? sale_status], context),
  ),
  text('bankMessage', 30, ({ status_description }) => status_description ?? ''),
  text('source', 14, ({ source }) => source ?? ''),
  text('link', 50, ({ tax_url }) => tax_url ?? ''),
  text('receiptId', 38, ({ check_id }) => check_id ?? ''),
];
