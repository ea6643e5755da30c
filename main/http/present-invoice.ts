import { type Invoice, invoice, numberDisplay } from '../../shared/api/invoices.ts';
import { CANCELLABLE, type InvoiceStatus } from '../../shared/api/statuses.ts';
import { DISCOUNT_SCALE, QUANTITY_SCALE } from '../../shared/money.ts';
import { present } from '../platform/present.ts';
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

export const itemFields = (row: Omit<InvoiceItemRow, 'invoice_id' | 'position'>) => ({
  ...row,
  quantity: row.quantity / 10 ** QUANTITY_SCALE,
  product: row.product_id,
  discount_pct: row.discount / 10 ** DISCOUNT_SCALE,
});

/** @param items of the invoice, in order */
export const presentInvoice = (
  row: InvoiceRow,
  items: readonly InvoiceItemRow[],
  language: Language,
): Invoice =>
  present(invoice, {
    ...row,
    number_display: numberDisplay(row.number),
    status_display: STATUS_LABELS[language][row.status],
    terminal: row.terminal_id,
    cash_register: row.cash_register_id,
    is_cancellable: CANCELLABLE.includes(row.status),
    items: items.map(itemFields),
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
