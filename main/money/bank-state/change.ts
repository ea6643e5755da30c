import { invoiceFacts, recordEvent } from '../../shop/events.ts';
import type { Db } from '../../store/db/connection.ts';
import { type InvoiceChanges, type InvoiceRow, updateInvoice } from '../../store/invoices/invoices.ts';
import { noteRefunds, type ReportedRefunds } from '../refund/refunds.ts';
import { remainingAmount } from './status.ts';

/**
 * Changes an invoice and records the events, in one transaction. All changes that events report go through here.
 * Returns the changed invoice.
 * @param now milliseconds UTC
 * @param reported refunds reported by the bank; absent: a new refund was made now
 */
export const changeInvoice = (
  db: Db,
  invoice: InvoiceRow,
  changes: InvoiceChanges,
  now: number,
  reported: ReportedRefunds = { listed: [], otherwise: now },
): InvoiceRow =>
  db.transaction(() => {
    updateInvoice(db, invoice, changes);
    const changed = { ...invoice, ...changes };
    const about = { invoice: invoice.id, terminal: invoice.terminal_id };
    const facts = invoiceFacts(changed);
    if (changed.status !== invoice.status)
      recordEvent(db, now, {
        type: 'invoice.status_changed',
        ...about,
        data: { ...facts, previous_status: invoice.status },
      });
    const refunded =
      remainingAmount(invoice) === remainingAmount(changed) ? 0 : noteRefunds(db, invoice, changed, reported);
    if (refunded > 0)
      recordEvent(db, now, { type: 'invoice.refunded', ...about, data: { ...facts, refunded } });
    return changed;
  });
