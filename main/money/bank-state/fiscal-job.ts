import { BankError } from '../../bank/errors.ts';
import {
  FARTHEST_REQUEST_MS,
  FARTHEST_TRY_MS,
  FIRST_REQUEST_MS,
  FRESH_MS,
  LOOKED_FOR_MS,
} from '../../shop/fiscal/plan.ts';
import { fiscalStateOf } from '../../shop/fiscal/settings.ts';
import { isOfOneRecord, noteFailure } from '../../shop/unreadable.ts';
import {
  findFiscalCheck,
  findFiscalTerminal,
  paymentsDueForFiscalCheck,
  refundsDueForFiscalCheck,
} from '../../store/fiscal.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import { fetchFiscalChecks, fiscalThing, noteNoAnswer } from './fiscal-checks.ts';
import type { InvoiceContext } from './refresh.ts';

/** Requests per terminal and run: a busy shop sells less in five minutes; the first week's payments take some hours. */
const BATCH = 60;

/**
 * Payments of a terminal to request now. If it is not known to fiscalise, a fresh payment now and then (plan.ts); if it
 * does, each payment and each refund until its check is there.
 */
export const fiscalWork = (
  { db, now }: Pick<InvoiceContext, 'db' | 'now'>,
  terminal: TerminalRow,
  limit = BATCH,
): InvoiceRow[] => {
  const known = findFiscalTerminal(db, terminal.id);
  const { isFiscal, settings } = fiscalStateOf(db, terminal.id);
  if (settings.issues_receipts === 'no') return [];
  const tryAt = known?.next_ask_at ?? 0;
  const at = now();
  if (!isFiscal && tryAt > at && tryAt <= at + FARTHEST_TRY_MS) return [];
  const due = {
    terminal: terminal.id,
    paidFrom: at - (isFiscal ? LOOKED_FOR_MS : FRESH_MS),
    paidTo: at - FIRST_REQUEST_MS,
    now: at,
    farthest: at + FARTHEST_REQUEST_MS,
    limit: isFiscal ? limit : 1,
  };
  const payments = paymentsDueForFiscalCheck(db, due);
  if (!isFiscal || payments.length >= limit) return payments;
  const refunded = refundsDueForFiscalCheck(db, { ...due, limit: limit - payments.length });
  return [...payments, ...refunded.filter(({ id }) => payments.every((one) => one.id !== id))];
};

/**
 * Requests their checks; found: payments requested, changed: those whose check is done now.
 * @throws BankError
 */
export const lookForFiscalChecks = async (
  context: InvoiceContext,
  terminal: TerminalRow,
  isStopping: () => boolean,
): Promise<{ found: number; changed: number }> => {
  const sum = { found: 0, changed: 0 };
  for (const payment of fiscalWork(context, terminal)) {
    if (isStopping()) break;
    if (await checkPayment(context, payment)) sum.changed += 1;
    sum.found += 1;
  }
  return sum;
};

const checkPayment = async (context: InvoiceContext, payment: InvoiceRow): Promise<boolean> => {
  try {
    const { checks } = await fetchFiscalChecks(context, payment);
    return checks.some(({ status }) => status === 'done');
  } catch (error) {
    const isOfThisOne = isOfOneRecord(error);
    if (error instanceof BankError || isOfThisOne) noteNoAnswer(context, payment, error);
    if (!isOfThisOne) throw error;
    const plannedAt = findFiscalCheck(context.db, payment.id)?.next_ask_at ?? null;
    noteFailure(context, { ...fiscalThing(payment), plannedAt }, error);
    return false;
  }
};
