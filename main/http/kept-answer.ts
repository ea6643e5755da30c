import type { Invoice } from '../../shared/api/invoices.ts';
import type { KeyedRequest } from '../money/journal/idempotency.ts';
import type { Db } from '../store/db/connection.ts';
import type { InvoiceRow } from '../store/invoices/invoices.ts';
import type { Language } from './preferences.ts';
import { presentInvoices } from './present-invoice.ts';

/**
 * The answer about an invoice whose money was moved, kept under its Idempotency-Key. The outcome is on the disk already: a
 * repetition that finds no answer finds the attempt.
 */
export const keptAnswer = (
  db: Db,
  invoice: InvoiceRow,
  language: Language,
  keyed: KeyedRequest | undefined,
): Invoice | undefined => {
  const [answer] = presentInvoices(db, [invoice], language);
  db.transaction(() => keyed?.keep(answer));
  return answer;
};
