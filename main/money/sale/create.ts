import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { otherInvoice, saleStillInDoubt } from '../../bank/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import { type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { isKnownAtBank } from '../../store/invoices/sale-invoices.ts';
import { openInquiry } from '../bank-state/inquiry.ts';
import { type InvoiceContext, invoiceById, tokenOf } from '../bank-state/refresh.ts';
import { type JournaledSale, journalSale, journalSaleAgain } from '../guard/sale.ts';
import { attemptById, recordSettled, runJournaled } from '../journal/attempts.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import { settleCreation } from '../journal/resolve-attempts.ts';
import { type Sale, writeInvoice } from './record.ts';

export type SaleContext = InvoiceContext & { vault: Pick<Vault, 'unlock' | 'openToken'> };

/**
 * Creates an invoice at the bank and here, in three steps (docs/money-safety.md). If the earlier attempt under an
 * Idempotency-Key is in doubt, it is settled first, and requested again only if that fails.
 * @throws ValidationError, BankError
 */
export const createInvoice = (
  context: SaleContext,
  actor: Actor,
  input: InvoiceCreate,
  keyed?: KeyedRequest,
): Promise<Sale> =>
  createNow(context, actor, input, keyed).catch((error: unknown) => {
    throw keyed?.attempt ? saleStillInDoubt(error) : error;
  });

const createNow = async (
  context: SaleContext,
  actor: Actor,
  input: InvoiceCreate,
  keyed: KeyedRequest | undefined,
): Promise<Sale> => {
  const { db, bank, vault, now } = context;
  const found = (invoice: InvoiceRow): Sale => ({
    ...{ invoice, items: itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [] },
  });
  const earlier = keyed?.attempt;
  if (earlier?.invoice_id) return found(invoiceById(db, earlier.invoice_id));
  let token = '';
  if (earlier) {
    token = await tokenOf(context, input.terminal);
    const adopted = await settleCreation(context, earlier, openInquiry(context, token, [earlier]));
    if (adopted) return found(adopted);
  }
  // A keychain that was locked at start may have been unlocked since.
  else await vault.unlock();

  const begun = await groupCommit(db, () =>
    earlier ? again(context, earlier.id, input, token) : journalSale(context, { by: actor, input, keyed }),
  );
  if ('adopted' in begun) return found(begun.adopted);
  const { attempt, permit, plan } = begun;
  return runJournaled(
    context,
    attempt.id,
    () => bank.createInvoice(begun.token, plan.request, permit),
    (answer) => {
      if (isKnownAtBank(db, answer.invoiceId)) throw otherInvoice();
      const sale = writeInvoice(context, attempt, plan, answer);
      if (earlier) recordSettled(db, { ...attempt, invoice_id: sale.invoice.id }, 'done', now());
      return sale;
    },
    earlier !== undefined,
  );
};

/** Prepares another request to the bank, unless the attempt was adopted meanwhile. */
const again = (
  context: InvoiceContext,
  id: number,
  input: InvoiceCreate,
  token: string,
): JournaledSale | { adopted: InvoiceRow } => {
  const attempt = attemptById(context.db, id);
  return attempt.invoice_id === null
    ? journalSaleAgain(context, attempt, input, token)
    : { adopted: invoiceById(context.db, attempt.invoice_id) };
};
