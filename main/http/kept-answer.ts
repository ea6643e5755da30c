import type { Invoice } from '../../shared/api/invoices.ts';
import type { KeyedRequest } from '../money/journal/idempotency.ts';
import { type Db, isWriteFailure } from '../store/db/connection.ts';
import { groupCommit } from '../store/db/group-commit.ts';
import { type InvoiceRow, itemsOfInvoices } from '../store/invoices/invoices.ts';
import type { Language } from './preferences.ts';
import { presentInvoice } from './present-invoice.ts';

/**
 * The answer about an invoice that was created, or whose money was moved, kept under its Idempotency-Key. The outcome is on
 * the disk already: a repetition that finds no answer finds the attempt.
 */
export const keptAnswer = async (
  db: Db,
  invoice: InvoiceRow,
  language: Language,
  keyed: KeyedRequest | undefined,
  items = itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [],
): Promise<Invoice> => {
  const answer = presentInvoice(invoice, items, language);
  try {
    if (keyed) await groupCommit(db, () => keyed.keep(answer));
  } catch (error) {
    // A full disk must not hide what was done.
    if (!isWriteFailure(error)) throw error;
  }
  return answer;
};
