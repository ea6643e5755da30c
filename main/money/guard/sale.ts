import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { MoneyPermit } from '../../platform/money-permit.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { refuseProblems } from '../../shop/errors.ts';
import { findProducts } from '../../store/catalog.ts';
import { type AttemptRow, findAttempt, insertAttempt, reopenAttempt } from '../../store/invoices/attempts.ts';
import { nextNumber } from '../../store/settings.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import { numberDisplay } from '../sale/number.ts';
import { type CreationPlan, planOf } from '../sale/record.ts';
import { invoiceProblems } from '../sale/rules.ts';
import { type Journaled, newTag, RIGHT_TO, requireRight } from './guard.ts';
import type { LimitContext } from './limits.ts';

/** The guard of sales: by card, by hold, at a register. */

export interface SaleRequest {
  by: Actor;
  input: InvoiceCreate;
  keyed: KeyedRequest | undefined;
  /** Of the request to the bank, under a number and a tag. */
  plan(named: { number: number; tag: string }): CreationPlan;
}

/** The time by both clocks. */
const beginning = ({ now, bankNow }: LimitContext) => ({
  created_at: now(),
  bank_created_at: bankNow() ?? null,
});

const permitFor = (plan: CreationPlan): MoneyPermit<'sale'> =>
  MoneyPermit.issue({ act: 'sale', amount: plan.request.amount });

/**
 * Decides about a sale, journals it, and issues the permit. Call it in the transaction that precedes the request: opening
 * the token took a moment, in which the terminal may have been deleted, or a price changed.
 * @throws ForbiddenError, ValidationError
 */
export const journalSale = (
  context: LimitContext,
  { by, input, keyed, plan: planNamed }: SaleRequest,
): Journaled<'create'> => {
  const { db } = context;
  requireRight(by, RIGHT_TO.sell);
  refuseProblems(invoiceProblems(db, input, by));
  const number = nextNumber(db, 'invoice');
  const tag = newTag();
  recordTypedPrices(context, input.items, number);
  const plan = planNamed({ number, tag });
  const permit = permitFor(plan);
  const attempt = insertAttempt(
    db,
    {
      ...{ kind: 'create', tag, terminal_id: input.terminal, invoice_id: null, account_id: by.id, number },
      ...{ idempotency_key: keyed?.key ?? null, fingerprint: keyed?.fingerprint ?? null },
      ...{ request: JSON.stringify(plan), ...beginning(context) },
    },
    permit,
  );
  return { attempt, permit };
};

/**
 * Another request of a sale in doubt, under its own key: if the rules of every sale still allow it; those of the caller
 * are as they were when it began. created_date is the time of the request: now.
 * @throws ValidationError
 */
export const journalSaleAgain = (
  context: LimitContext,
  attempt: AttemptRow,
  input: InvoiceCreate,
): Journaled<'create'> => {
  const { db } = context;
  // Its cart is the attempt's own since it began.
  refuseProblems(invoiceProblems(db, { ...input, cart: undefined }));
  const permit = permitFor(planOf(attempt));
  reopenAttempt(db, attempt.id, beginning(context), permit);
  const reopened = findAttempt(db, attempt.id);
  if (!reopened) throw new Error(`The attempt ${attempt.id} is gone.`);
  return { attempt: reopened, permit };
};

/** A price other than the catalog's is an action of the log; a product without a price has to be sold by a typed one. */
const recordTypedPrices = (
  { db, now }: LimitContext,
  items: InvoiceCreate['items'],
  number: number,
): void => {
  const products = findProducts(
    db,
    items.map(({ product }) => product),
  );
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
