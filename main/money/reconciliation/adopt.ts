import { invalidPk } from '../../../shared/api/fields.ts';
import type { ReconciliationAdopt } from '../../../shared/api/reconciliation.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { fieldRefusal, ValidationError } from '../../shop/errors.ts';
import { findInvoiceByBankId, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { findTerminal } from '../../store/terminals.ts';
import { type InvoiceContext, refreshInvoice, tokenOf } from '../bank-state/refresh.ts';
import { noOutcomes, writeItems } from '../statement/write-items.ts';

const refusal = (code: ProblemCode, message: string) => fieldRefusal('invoice_id', code, message);

/**
 * Adds one payment of the bank's statement, as a full synchronisation would. Repeating it changes nothing.
 * @throws ValidationError if the statement has no such payment, BankError
 */
export const adoptPayment = async (
  context: InvoiceContext,
  { terminal, invoice_id, at }: ReconciliationAdopt,
): Promise<InvoiceRow> => {
  const { db, bank, now } = context;
  const known = findInvoiceByBankId(db, invoice_id);
  if (known) return known;
  const found = findTerminal(db, terminal);
  if (!found) throw new ValidationError({ terminal: [invalidPk(terminal)] });

  const token = await tokenOf(context, terminal, found.name);
  const around = Math.min(at, now());
  const end = around + DAY_MS;
  const { items } = await bank.statement(token, around - DAY_MS, ...(end < now() ? [end] : []));
  const lines = items.filter(({ invoiceId }) => invoiceId === invoice_id);
  if (lines.length === 0)
    throw refusal(
      'not_found',
      "The bank's statement has no such payment within a day of that time. Nothing was written.",
    );
  const outcomes = noOutcomes();
  await writeItems(context, terminal, lines.toReversed(), outcomes);
  for (const { fault } of outcomes.faults) if ('error' in fault) throw fault.error;
  const written = findInvoiceByBankId(db, invoice_id);
  if (!written)
    throw refusal(
      'not_ready',
      'The invoice of this payment is being opened at this moment, and appears by itself.',
    );
  if (written.created_locally === 0) return written;
  // The statement has less data about a payment than the invoice's own state; the written invoice stays if that request
  // fails.
  return refreshInvoice(context, written.id).catch(() => written);
};
