import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { otherInvoice } from '../../bank/errors.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import { findProducts } from '../../store/catalog.ts';
import type { Db } from '../../store/db/connection.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import { type AttemptRow, insertAttempt, reopenAttempt } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { installationId, nextNumber } from '../../store/settings.ts';
import type { Actor } from '../accounts/sessions.ts';
import { recordAction } from '../actions/record.ts';
import { refuseProblems } from '../errors.ts';
import type { KeyedRequest } from '../idempotency.ts';
import { defaultDestination } from '../settings.ts';
import { webhookUrl } from '../webhooks/receive.ts';
import { priceItems } from './amounts.ts';
import { attemptById, newTag, recordSettled, runJournaled } from './attempts.ts';
import { createRequest } from './bank-requests.ts';
import { basketOf } from './basket.ts';
import { openInquiry } from './inquiry.ts';
import { numberDisplay } from './number.ts';
import { receiptLabels, takesDiscounts } from './receipt-labels.ts';
import { type CreationPlan, planOf, writeInvoice } from './record.ts';
import { type InvoiceContext, invoiceById, tokenOf } from './refresh.ts';
import { settleCreation } from './resolve-attempts.ts';
import { invoiceProblems } from './rules.ts';
import { findSaleByBankId } from './sale-invoices.ts';

/**
 * Creates an invoice at the bank and here, in three steps (docs/money-safety.md). If the earlier attempt under an
 * Idempotency-Key is in doubt, it is settled first, and requested again only if that fails.
 * @param input the caller has checked it by invoiceProblems; what may have changed since is checked again
 * @param record runs in the transaction that writes the invoice
 * @throws ValidationError, BankError
 */
export const createInvoice = async (
  context: InvoiceContext,
  actor: Actor,
  input: InvoiceCreate,
  keyed?: KeyedRequest,
  record: (invoice: InvoiceRow) => void = () => {},
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

  const attempt = await groupCommit(db, () =>
    earlier ? again(context, earlier.id, input) : beginCreation(context, actor, input, keyed),
  );
  if (attempt.invoice_id !== null) return recorded(invoiceById(db, attempt.invoice_id));
  const plan = planOf(attempt);
  return runJournaled(
    context,
    attempt.id,
    () => bank.createInvoice(token, plan.request),
    (answer) => {
      if (findSaleByBankId(db, answer.invoiceId)) throw otherInvoice();
      const invoice = writeInvoice(context, attempt, plan, answer);
      if (earlier) recordSettled(db, { ...attempt, invoice_id: invoice.id }, 'done', now());
      return recorded(invoice);
    },
    earlier !== undefined,
  );
};

/**
 * Prepares another request to the bank, if the rules still allow it. created_date is the time of the request: now. An
 * attempt that was adopted meanwhile is returned with its invoice.
 */
const again = (context: InvoiceContext, id: number, input: InvoiceCreate): AttemptRow => {
  const { db } = context;
  const current = attemptById(db, id);
  if (current.invoice_id !== null) return current;
  // Its cart is the attempt's own since it began.
  refuseProblems(invoiceProblems(db, { ...input, cart: undefined }));
  reopenAttempt(db, id, beginning(context));
  return attemptById(db, id);
};

/** The time by both clocks. */
const beginning = ({ now, bankNow }: InvoiceContext) => ({
  created_at: now(),
  bank_created_at: bankNow() ?? null,
});

/** Transaction 1: checks the rules, takes the number, and stores the request before it is sent to the bank. */
const beginCreation = (
  context: InvoiceContext,
  actor: Actor,
  input: InvoiceCreate,
  keyed: KeyedRequest | undefined,
): AttemptRow => {
  const { db } = context;
  // Checked again: opening the token took a moment, in which the terminal may have been deleted, or a price changed.
  refuseProblems(invoiceProblems(db, input, actor));
  const number = nextNumber(db, 'invoice');
  const tag = newTag();
  const products = findProducts(
    db,
    input.items.map(({ product }) => product),
  );
  recordTypedPrices(context, input.items, products, number);
  return insertAttempt(db, {
    kind: 'create',
    tag,
    terminal_id: input.terminal,
    invoice_id: null,
    account_id: actor.id,
    number,
    idempotency_key: keyed?.key ?? null,
    fingerprint: keyed?.fingerprint ?? null,
    request: JSON.stringify(makePlan(db, input, { number, tag })),
    ...beginning(context),
  });
};

type Products = ReturnType<typeof findProducts>;

/** A price other than the catalog's is an action of the log; a product without a price has to be sold by a typed one. */
const recordTypedPrices = (
  { db, now }: InvoiceContext,
  items: InvoiceCreate['items'],
  products: Products,
  number: number,
): void => {
  for (const { product: id, price } of items) {
    const product = products.get(id ?? null);
    if (!product || product.price === 0 || product.price === price) continue;
    recordAction(db, now(), {
      code: 'price_by_hand',
      object: { kind: 'product', id: product.id, label: product.name },
      facts: { price, price_before: product.price, invoice: numberDisplay(number) },
    });
  }
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
