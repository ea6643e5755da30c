import { setInterval as every } from 'node:timers/promises';
import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { otherInvoice, saleStillInDoubt } from '../../bank/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import { type AttemptRow, findAttempt } from '../../store/invoices/attempts.ts';
import { type InvoiceRow, isKnownAtBank, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { openInquiry } from '../bank-state/inquiry.ts';
import { type InvoiceContext, invoiceById, tokenOf } from '../bank-state/refresh.ts';
import { type JournaledSale, journalSale, journalSaleAgain, type SaleOptions } from '../guard/sale.ts';
import { attemptById, recordSettled, runJournaled } from '../journal/attempts.ts';
import { settleCreation } from '../journal/resolve-attempts.ts';
import { type Sale, writeInvoice } from './record.ts';

export type SaleContext = InvoiceContext & { vault: Pick<Vault, 'unlock' | 'openToken'> };

/**
 * Creates an invoice at the bank and here, in three steps (docs/money-safety.md). If the earlier attempt under an
 * Idempotency-Key is in doubt, it is settled first, and requested again only if that fails.
 * @throws ForbiddenError, ValidationError, BankError
 */
export const createInvoice = async (
  context: SaleContext,
  actor: Actor,
  input: InvoiceCreate,
  options: SaleOptions = {},
): Promise<Sale> => {
  const { keyed } = options;
  if (keyed?.attempt)
    return createAgain(context, keyed.attempt, input).catch((error: unknown) => {
      throw saleStillInDoubt(error);
    });
  // A keychain that was locked at start may have been unlocked since.
  await context.vault.unlock();
  return send(context, await groupCommit(context.db, () => journalSale(context, actor, input, options)));
};

const createAgain = async (
  context: SaleContext,
  earlier: AttemptRow,
  input: InvoiceCreate,
): Promise<Sale> => {
  const { db } = context;
  const found = (invoice: InvoiceRow): Sale => ({
    invoice,
    items: itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [],
  });
  if (earlier.invoice_id) return found(invoiceById(db, earlier.invoice_id));
  const token = await tokenOf(context, input.terminal);
  const look = settleCreation(context, earlier, openInquiry(context, token, [earlier]));
  const adopted = await orAdoptedMeanwhile(context, earlier.id, look);
  if (adopted) return found(adopted);
  const begun = await groupCommit(db, () => {
    const attempt = attemptById(db, earlier.id);
    // It may have been adopted meanwhile.
    return attempt.invoice_id === null
      ? journalSaleAgain(context, attempt, input, token)
      : invoiceById(db, attempt.invoice_id);
  });
  return 'plan' in begun ? send(context, begun, true) : found(begun);
};

const WATCH_EVERY_MS = 200;

/** The look's finding, or the invoice once the background has adopted it: the look may hang long after the bank is back. */
const orAdoptedMeanwhile = async (
  { db }: SaleContext,
  attemptId: number,
  look: Promise<InvoiceRow | undefined>,
): Promise<InvoiceRow | undefined> => {
  const lookEnded = new AbortController();
  const meanwhile = async (): Promise<InvoiceRow | undefined> => {
    for await (const _ of every(WATCH_EVERY_MS, undefined, { signal: lookEnded.signal })) {
      const invoiceId = findAttempt(db, attemptId)?.invoice_id;
      if (invoiceId) return invoiceById(db, invoiceId);
    }
    return undefined;
  };
  try {
    return await Promise.race([look, meanwhile()]);
  } finally {
    lookEnded.abort();
  }
};

/** @param wasInDoubt an earlier request of the sale is in doubt, and was reported as such */
const send = (
  context: SaleContext,
  { attempt, permit, plan, token }: JournaledSale,
  wasInDoubt = false,
): Promise<Sale> => {
  const { db, bank, now } = context;
  return runJournaled(
    context,
    attempt.id,
    () => bank.createInvoice(token, plan.request, permit),
    (answer) => {
      if (isKnownAtBank(db, answer.invoiceId)) throw otherInvoice();
      const sale = writeInvoice(context, attempt, plan, answer);
      if (wasInDoubt) recordSettled(db, { ...attempt, invoice_id: sale.invoice.id }, 'done', now());
      return sale;
    },
    wasInDoubt,
  );
};
