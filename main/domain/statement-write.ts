import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StatementItem } from '../bank/wire.ts';
import { attemptByTag } from '../store/attempts.ts';
import { terminalCashRegisters } from '../store/cash-registers.ts';
import { findInvoiceByBankId, insertInvoice } from '../store/invoices.ts';
import { nextNumber } from '../store/settings.ts';
import { invoiceFacts, recordEvent } from './events.ts';
import { wasPaid } from './invoice-status.ts';
import { UNPAID } from './invoice-write.ts';
import type { InvoiceContext } from './invoices.ts';
import { noteRefunds, refundsInStatement } from './refunds.ts';
import { adopt } from './resolver.ts';
import { applyStatementItem, feeOf, finalAmountOf, statusOf, tagOf } from './statement-item.ts';
import { nextCheck } from './watching.ts';

/** Lines written in one transaction: others are answered in between. */
const SLICE = 200;

/** What became of a payment here. */
export type Outcome = 'created' | 'updated' | 'unchanged';

type StatementContext = Pick<InvoiceContext, 'db' | 'now'>;

/**
 * Takes over a part of the statement, oldest first, so that numbers follow time.
 * @param outcomes what became of each payment, by the bank's invoice id; added to
 */
export const writeItems = async (
  context: StatementContext,
  terminalId: number,
  items: readonly StatementItem[],
  outcomes: Map<string, Outcome>,
): Promise<void> => {
  const { db } = context;
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await nextTurn();
    db.transaction(() => {
      const registers = new Map(
        terminalCashRegisters(db, terminalId).map(({ short_qr_id, id }) => [short_qr_id, id]),
      );
      for (const item of items.slice(start, start + SLICE)) {
        const outcome = writeItem(context, terminalId, item, registers);
        // An invoice may stand in the statement twice: a failed try, then the payment.
        const before = outcomes.get(item.invoiceId) ?? 'unchanged';
        outcomes.set(item.invoiceId, before === 'unchanged' ? outcome : before);
      }
    });
  }
};

const writeItem = (
  context: StatementContext,
  terminalId: number,
  item: StatementItem,
  registers: ReadonlyMap<string, number>,
): Outcome => {
  const { db, now } = context;
  const known = findInvoiceByBankId(db, item.invoiceId);
  if (known) return applyStatementItem(db, known, item, now()).changed ? 'updated' : 'unchanged';

  const attempt = attemptByTag(db, tagOf(item) ?? '');
  // Its answer is on the way: the request that waits for it writes the invoice.
  if (attempt?.status === 'pending') return 'unchanged';
  if (attempt && attempt.status !== 'done' && attempt.kind === 'create') adopt(context, attempt, item);
  else insertForeign(context, terminalId, item, registers.get(item.shortQrId ?? '') ?? null);
  return 'created';
};

/** A payment made past Kramar. */
const insertForeign = (
  { db, now }: StatementContext,
  terminalId: number,
  item: StatementItem,
  cashRegisterId: number | null,
): void => {
  const status = statusOf(item);
  const dates = { created_date: item.date, expires_at: null };
  const invoice = {
    number: nextNumber(db, 'invoice'),
    invoice_id: item.invoiceId,
    terminal_id: terminalId,
    cash_register_id: cashRegisterId,
    status,
    amount: item.amount,
    ccy: item.ccy,
    final_amount: finalAmountOf(item),
    reference: item.reference ?? '',
    destination: item.destination ?? '',
    comment: '',
    page_url: '',
    ...UNPAID,
    masked_pan: item.maskedPan ?? '',
    approval_code: item.approvalCode ?? '',
    rrn: item.rrn ?? '',
    fee: feeOf(item),
    created_locally: 0 as const,
    webhook_received: 0 as const,
    ...dates,
    modified_date: null,
    paid_date: wasPaid(status) ? item.date : null,
    next_check_at: nextCheck({ status, ...dates }, now()),
    created_by: null,
  };
  const id = insertInvoice(db, invoice, []);
  if (invoice.final_amount !== null) noteRefunds(db, { ...invoice, id }, refundsInStatement(item, now()));
  const data = invoiceFacts(invoice);
  recordEvent(db, now(), { type: 'invoice.found', invoice: id, terminal: terminalId, data });
};
