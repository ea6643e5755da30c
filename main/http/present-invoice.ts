import { type Invoice, type InvoiceItem, numberDisplay } from '../../shared/api/invoices.ts';
import type { InvoiceStatus } from '../../shared/api/statuses.ts';
import { DISCOUNT_SCALE, QUANTITY_SCALE } from '../../shared/money.ts';
import { isoTime, isoTimeOrNull } from '../../shared/time.ts';
import { isCancellable } from '../money/bank-state/status.ts';
import type { Db } from '../store/db/connection.ts';
import { type InvoiceItemRow, type InvoiceRow, itemsOfInvoices } from '../store/invoices/invoices.ts';
import type { Language } from './preferences.ts';

export const STATUS_LABELS: Record<Language, Record<InvoiceStatus, string>> = {
  en: {
    created: 'Created',
    processing: 'Processing',
    success: 'Paid',
    failure: 'Failed',
    reversed: 'Refunded',
    expired: 'Cancelled or expired',
  },
  uk: {
    created: 'Створено',
    processing: 'Обробляється',
    success: 'Оплачено',
    failure: 'Помилка оплати',
    reversed: 'Повернено',
    expired: 'Скасовано або прострочено',
  },
};

const presentItem = (row: InvoiceItemRow): InvoiceItem => ({
  id: row.id,
  name: row.name,
  price: row.price,
  quantity: row.quantity / 10 ** QUANTITY_SCALE,
  unit: row.unit,
  product: row.product_id,
  discount_pct: row.discount / 10 ** DISCOUNT_SCALE,
  amount: row.amount,
});

/** @param items of the invoice, in order */
export const presentInvoice = (
  row: InvoiceRow,
  items: readonly InvoiceItemRow[],
  language: Language,
): Invoice => ({
  id: row.id,
  number: row.number,
  number_display: numberDisplay(row.number),
  invoice_id: row.invoice_id,
  status: row.status,
  status_display: STATUS_LABELS[language][row.status],
  terminal: row.terminal_id,
  terminal_name: row.terminal_name,
  cash_register: row.cash_register_id,
  amount: row.amount,
  ccy: row.ccy,
  final_amount: row.final_amount,
  reference: row.reference,
  destination: row.destination,
  comment: row.comment,
  page_url: row.page_url,
  failure_reason: row.failure_reason,
  masked_pan: row.masked_pan,
  approval_code: row.approval_code,
  rrn: row.rrn,
  payment_system: row.payment_system,
  fee: row.fee,
  created_locally: row.created_locally === 1,
  webhook_received: row.webhook_received === 1,
  created_date: isoTime(row.created_date),
  modified_date: isoTimeOrNull(row.modified_date),
  paid_date: isoTimeOrNull(row.paid_date),
  is_cancellable: isCancellable(row.status),
  items: items.map(presentItem),
});

/** Presents an invoice, with its items read. */
export const presentStored = (db: Db, row: InvoiceRow, language: Language): Invoice =>
  presentInvoice(row, itemsOfInvoices(db, [row.id]).get(row.id) ?? [], language);

/** Presents invoices, with the items of all of them read at once. */
export const presentInvoices = (db: Db, rows: readonly InvoiceRow[], language: Language): Invoice[] => {
  const items = itemsOfInvoices(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentInvoice(row, items.get(row.id) ?? [], language));
};
