import { numberDisplay } from '../../../shared/api/invoices.ts';
import { currencyCode } from '../../../shared/money.ts';
import { remainingAmount, wasPaid } from '../../money/bank-state/status.ts';
import type { ExportedRow } from '../../store/invoices/export.ts';
import type { Language } from '../preferences.ts';
import { STATUS_LABELS } from '../present-invoice.ts';

import { type RowColumn, type RowLocale, wholeSeconds } from './table.ts';

type InvoiceColumn = RowColumn<ExportedRow, RowLocale>;

const YES_NO: Record<Language, { yes: string; no: string }> = {
  en: { yes: 'yes', no: 'no' },
  uk: { yes: 'так', no: 'ні' },
};

export const SHEET_NAME: Record<Language, string> = { en: 'Sales', uk: 'Продажі' };

/** A sum of moved money: null for an unpaid invoice, where 0 would claim a payment. */
const ifPaid = (row: ExportedRow, sum: (row: ExportedRow) => number): number | null =>
  wasPaid(row.status) ? sum(row) : null;

const text = (width: number, uk: string, en: string, of: InvoiceColumn['of']): InvoiceColumn => ({
  title: { uk, en },
  kind: 'text',
  width,
  of,
});
const money = (uk: string, en: string, of: InvoiceColumn['of']): InvoiceColumn => ({
  title: { uk, en },
  kind: 'money',
  width: 14,
  of,
});
const time = (uk: string, en: string, of: (row: ExportedRow) => number | null): InvoiceColumn => ({
  title: { uk, en },
  kind: 'time',
  width: 20,
  of: (row, { wall }) => {
    const at = of(row);
    return at === null ? null : wholeSeconds(wall(at));
  },
});

export const INVOICE_COLUMNS: readonly InvoiceColumn[] = [
  text(10, 'Номер', 'Number', (row) => numberDisplay(row.number)),
  text(20, 'Номер замовлення', 'Order number', (row) => row.reference),
  text(18, 'Статус', 'Status', (row, { language }) => STATUS_LABELS[language][row.status]),
  time('Створено', 'Created', (row) => row.created_date),
  time('Оплачено', 'Paid', (row) => row.paid_date),
  money('Сума', 'Amount', (row) => row.amount),
  money('Повернено', 'Refunded', (row) => ifPaid(row, () => row.amount - remainingAmount(row))),
  money('Залишок', 'Left', (row) => ifPaid(row, remainingAmount)),
  money('Комісія банку', 'Bank fee', (row) => ifPaid(row, () => row.fee)),
  money('До зарахування', 'Net payout', (row) => ifPaid(row, () => remainingAmount(row) - row.fee)),
  text(8, 'Валюта', 'Currency', ({ ccy }) => currencyCode(ccy)),
  text(20, 'Точка', 'Location', (row) => row.terminal_name),
  text(16, 'Табличка', 'QR stand', (row) => row.register_name),
  text(20, 'Картка', 'Card', (row) => row.masked_pan),
  text(16, 'Платіжна система', 'Payment system', (row) => row.payment_system),
  text(16, 'RRN', 'RRN', (row) => row.rrn),
  text(14, 'Код авторизації', 'Approval code', (row) => row.approval_code),
  text(30, 'Призначення', 'Purpose', (row) => row.destination),
  text(30, 'Коментар', 'Comment', (row) => row.comment),
  text(30, 'Причина відмови', 'Failure reason', (row) => row.failure_reason),
  text(26, 'ID у банку', 'Bank ID', (row) => row.invoice_id),
  text(20, 'Створено в Kramar', 'Created in Kramar', (row, { language }) =>
    row.created_locally === 1 ? YES_NO[language].yes : YES_NO[language].no,
  ),
  // Under a filter by refund date, only the refunds of that period.
  time('Дата повернення', 'Refund date', (row) => row.last_refund_date),
  money('Сума повернення', 'Refund amount', (row) => row.refund_amount),
];
