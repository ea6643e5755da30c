import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { otherInvoice, saleStillInDoubt } from '../../bank/errors.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { defaultDestination } from '../../shop/settings.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { installationId } from '../../store/settings.ts';
import { openInquiry } from '../bank-state/inquiry.ts';
import { webhookUrl } from '../bank-state/receive-webhook.ts';
import { type InvoiceContext, invoiceById, tokenOf } from '../bank-state/refresh.ts';
import type { Journaled } from '../guard/guard.ts';
import { journalSale, journalSaleAgain } from '../guard/sale.ts';
import { attemptById, recordSettled, runJournaled } from '../journal/attempts.ts';
import { createRequest } from '../journal/bank-requests.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import { settleCreation } from '../journal/resolve-attempts.ts';
import { priceItems } from './amounts.ts';
import { basketOf } from './basket.ts';
import { numberDisplay } from './number.ts';
import { receiptLabels, takesDiscounts } from './receipt-labels.ts';
import { type CreationPlan, planOf, writeInvoice } from './record.ts';
import { findSaleByBankId } from './sale-invoices.ts';

/**
 * Creates an invoice at the bank and here, in three steps (docs/money-safety.md). If the earlier attempt under an
 * Idempotency-Key is in doubt, it is settled first, and requested again only if that fails.
 * @param input the caller has checked it by invoiceProblems; what may have changed since is checked again
 * @param record runs in the transaction that writes the invoice
 * @throws ValidationError, BankError
 */
export const createInvoice = (
  context: InvoiceContext,
  actor: Actor,
  input: InvoiceCreate,
  keyed?: KeyedRequest,
  record: (invoice: InvoiceRow) => void = () => {},
): Promise<InvoiceRow> =>
  createNow(context, actor, input, keyed, record).catch((error: unknown) => {
    throw keyed?.attempt ? saleStillInDoubt(error) : error;
  });

const createNow = async (
  context: InvoiceContext,
  actor: Actor,
  input: InvoiceCreate,
  keyed: KeyedRequest | undefined,
  record: (invoice: InvoiceRow) => void,
): Promise<InvoiceRow> => {
  const { db, bank, now } = context;
  const recorded = (invoice: InvoiceRow) => {
    record(invoice);
    return invoice;
  };
  const earlier = keyed?.attempt;
  if (earlier?.invoice_id) return recorded(invoiceById(db, earlier.invoice_id));
  const token = await tokenOf(context, input.terminal);
  const adopted = earlier && (await settleCreation(context, earlier, openInquiry(context, token, [earlier])));
  if (adopted) return recorded(adopted);

  const begun = await groupCommit(db, () =>
    earlier
      ? again(context, earlier.id, input)
      : journalSale(context, { by: actor, input, keyed, plan: (named) => makePlan(db, input, named) }),
  );
  if ('adopted' in begun) return recorded(begun.adopted);
  const { attempt, permit } = begun;
  const plan = planOf(attempt);
  return runJournaled(
    context,
    attempt.id,
    () => bank.createInvoice(token, plan.request, permit),
    (answer) => {
      if (findSaleByBankId(db, answer.invoiceId)) throw otherInvoice();
      const invoice = writeInvoice(context, attempt, plan, answer);
      if (earlier) recordSettled(db, { ...attempt, invoice_id: invoice.id }, 'done', now());
      return recorded(invoice);
    },
    earlier !== undefined,
  );
};

/** Prepares another request to the bank, unless the attempt was adopted meanwhile. */
const again = (
  context: InvoiceContext,
  id: number,
  input: InvoiceCreate,
): Journaled<'create'> | { adopted: InvoiceRow } => {
  const attempt = attemptById(context.db, id);
  return attempt.invoice_id === null
    ? journalSaleAgain(context, attempt, input)
    : { adopted: invoiceById(context.db, attempt.invoice_id) };
};

interface SaleParts {
  number: number;
  tag: string;
}

const makePlan = (db: Db, input: InvoiceCreate, { number, tag }: SaleParts): CreationPlan => {
  const { items, discounts, total } = amounts(input);
  const destination = input.destination || defaultDestination(db);
  const labels = receiptLabels(db, input.terminal, items);
  const lines = items.map((item, position) => ({ ...item, ...labels.of(item, position) }));
  const register = input.cash_register === null ? undefined : findCashRegister(db, input.cash_register);
  const request = createRequest({
    amount: total,
    ccy: CURRENCY_UAH,
    validity: input.validity,
    paymentType: input.payment_type,
    reference: input.reference || `INV-${numberDisplay(number)}`,
    destination,
    comment: input.comment,
    qrId: register?.qr_id,
    webHookUrl: webhookUrl(db, input.terminal),
    basket: basketOf({
      ...{ items: lines, discounts, total },
      whole: labels.whole(destination),
      takesDiscounts: takesDiscounts(labels.state),
    }),
    emails: input.customer_emails,
    installation: installationId(db),
    tag,
  });
  const sold = lines.map(({ name, code, extras }) => ({ name, code, extras }));
  const { validity, cash_register, payment_type, cart } = input;
  return {
    input: { validity, cash_register, payment_type, ...(cart === undefined ? {} : { cart }) },
    ...{ items, request, discounts, labels: sold },
  };
};

const amounts = ({ items, amount = 0, discounts }: InvoiceCreate) => {
  if (items.length === 0) return { items: [], discounts: [], total: amount };
  const priced = priceItems(items, discounts);
  if (typeof priced === 'string') throw new Error(`The items were checked and their sum is ${priced}.`);
  return priced;
};
