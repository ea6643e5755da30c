import type { Db } from '../../store/db/connection.ts';
import { doneCaptureOf } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import { refundPlanOf } from '../refund/refund-journal.ts';
import { onlyItems, type SoldLine } from '../refund/refund-lines.ts';

/**
 * The lines that were paid, and so can be returned: of a hold captured in part, those that the capture named; none where
 * it was by an amount, or made at the bank.
 */
export const capturedLines = (db: Db, invoiceId: number, lines: SoldLine[]): SoldLine[] => {
  const { amount = 0, captured_amount = null } = findHold(db, invoiceId) ?? {};
  if (captured_amount === null || captured_amount >= amount) return lines;
  const capture = doneCaptureOf(db, invoiceId);
  return onlyItems(lines, capture ? refundPlanOf(capture).items : []);
};
