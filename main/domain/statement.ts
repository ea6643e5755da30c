import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SyncedInvoices } from '../../shared/api/terminals.ts';
import { BankError } from '../bank/errors.ts';
import type { StatementItem } from '../bank/wire.ts';
import { attemptByTag } from '../store/attempts.ts';
import { terminalCashRegisters } from '../store/cash-registers.ts';
import type { Db } from '../store/database.ts';
import { findInvoiceByBankId, insertInvoice, openInvoices } from '../store/invoices.ts';
import { nextNumber } from '../store/settings.ts';
import { wasPaid } from './invoice-status.ts';
import { UNPAID } from './invoice-write.ts';
import { type InvoiceContext, refreshInvoice, tokenOf } from './invoices.ts';
import { adopt } from './resolver.ts';
import { applyStatementItem, feeOf, finalAmountOf, statusOf, tagOf } from './statement-item.ts';
import { nextCheck } from './watching.ts';

const WINDOW_MS = 30 * 24 * 60 * 60_000;
/** Lines written in one transaction: others are answered in between. */
const SLICE = 200;

type Outcome = 'created' | 'updated' | 'unchanged';

/**
 * Brings the statement of the last 30 days, payments made past Kramar included, and every open invoice of the
 * terminal up to date. @throws BankError
 */
export const syncInvoices = async (context: InvoiceContext, terminalId: number): Promise<SyncedInvoices> => {
  const token = await tokenOf(context, terminalId);
  const items = await context.bank.statement(token, context.now() - WINDOW_MS);
  const open = openInvoices(context.db, terminalId).map(({ id }) => id);
  const outcomes = await writeItems(context, terminalId, items.toReversed());
  // The statement knows less of a payment than the invoice's own state does.
  for (const id of new Set([...open, ...changedLocally(context.db, outcomes)])) await refresh(context, id);
  const count = (wanted: Outcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  return { synced: outcomes.size, created: count('created'), updated: count('updated') };
};

const changedLocally = (db: Db, outcomes: ReadonlyMap<string, Outcome>): number[] =>
  [...outcomes]
    .filter(([, outcome]) => outcome !== 'unchanged')
    .map(([invoiceId]) => findInvoiceByBankId(db, invoiceId))
    .flatMap((invoice) => (invoice?.created_locally === 1 ? [invoice.id] : []));

/** An invoice that the bank does not know keeps the others from nothing. */
const refresh = async (context: InvoiceContext, id: number): Promise<void> => {
  try {
    await refreshInvoice(context, id);
  } catch (error) {
    if (!(error instanceof BankError) || error.code !== 'NOT_FOUND') throw error;
  }
};

/** Oldest first, so that numbers follow time. Gives what became of each payment, by the bank's invoice id. */
const writeItems = async (
  context: InvoiceContext,
  terminalId: number,
  items: readonly StatementItem[],
): Promise<Map<string, Outcome>> => {
  const { db } = context;
  const outcomes = new Map<string, Outcome>();
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
  return outcomes;
};

const writeItem = (
  context: InvoiceContext,
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
  { db, now }: InvoiceContext,
  terminalId: number,
  item: StatementItem,
  cashRegisterId: number | null,
): void => {
  const status = statusOf(item);
  const dates = { created_date: item.date, expires_at: null };
  insertInvoice(
    db,
    {
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
      created_locally: 0,
      webhook_received: 0,
      ...dates,
      modified_date: null,
      paid_date: wasPaid(status) ? item.date : null,
      next_check_at: nextCheck({ status, ...dates }, now()),
      created_by: null,
    },
    [],
  );
};
