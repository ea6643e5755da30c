import { type InvoiceCreate, numberDisplay } from '../../../shared/api/invoices.ts';
import { movedAway, tokenMissing } from '../../bank/errors.ts';
import { MoneyPermit } from '../../platform/money-permit.ts';
import type { Vault } from '../../platform/vault.ts';
import { type Actor, requireRight } from '../../shop/accounts/sessions.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { openTokenNow } from '../../shop/terminals/open-token.ts';
import { refuseProblems } from '../../shop/validate.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import {
  type AttemptRow,
  findAttempt,
  insertAttempt,
  newTag,
  reopenAttempt,
} from '../../store/invoices/attempts.ts';
import { installationId, nextNumber } from '../../store/settings.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import type { PricedBasket } from '../sale/basket.ts';
import { type CreationPlan, makePlan, planOf } from '../sale/record.ts';
import { type CheckedSale, checkSale, loadSale, pricedOf, type SaleFacts } from '../sale/rules.ts';
import { authoriseDiscount, recordDiscount, type SoldGoods } from './discounts.ts';
import type { Journaled } from './guard.ts';
import { RIGHT_TO } from './rights.ts';

/** The guard of sales: by card, by hold, at a register. */

/** A journaled sale, with what its request to the bank needs. */
export interface JournaledSale extends Journaled<'create'> {
  plan: CreationPlan;
  token: string;
}

/** Goods of which the invoice is for a part alone; the rest of their total is paid otherwise. */
export interface SaleInParts {
  /** Decides about the parts. @returns the amount of the invoice, minor units. @throws ValidationError */
  amountOf(known: SaleFacts, total: number): number;
  /** Writes down what is paid otherwise, in the transaction that journals the invoice. */
  write(attempt: AttemptRow, priced: PricedBasket, permit: MoneyPermit<'sale'>): void;
}

/** What else there is to a sale. */
export interface SaleOptions {
  keyed?: KeyedRequest | undefined;
  parts?: SaleInParts | undefined;
  /** A second person's consent to its discount. */
  approval?: string | undefined;
}

/**
 * Decides about a sale, journals it, and issues the permit. Call it in the transaction that precedes the request: what it
 * reads is read once, and cannot change before the sale is written down.
 * @throws ForbiddenError, ValidationError, BankError MOVED_AWAY, TOKEN_MISSING
 */
export const journalSale = (
  context: ClockContext & { vault: Pick<Vault, 'openToken'> },
  by: Actor,
  input: InvoiceCreate,
  { keyed, parts, approval }: SaleOptions = {},
): JournaledSale => {
  const { db, vault, now, bankNow } = context;
  requireRight(by, RIGHT_TO.sell);
  const known = loadSale(db, input);
  const checked = checkSale(known, input, by);
  refuseProblems(checked.problems);
  const sold = parts ? partOf(parts, known, input, checked) : { input, checked };
  if (known.settings.isMovedAway) throw movedAway();
  if (!known.terminal) throw tokenMissing('');
  const token = openTokenNow(vault, known.terminal);
  const priced = pricedOf(checked);
  const { number, approved_by } = numberSale(context, by, { known, goods: input, priced, approval });
  const tag = newTag();
  const installation = known.settings.installation ?? installationId(db);
  const plan = makePlan(known, sold.input, sold.checked, { number, tag, installation });
  const permit = MoneyPermit.issue({ act: 'sale', amount: plan.request.amount });
  const attempt = insertAttempt(
    db,
    {
      kind: 'create',
      tag,
      terminal_id: input.terminal,
      invoice_id: null,
      account_id: by.id,
      number,
      approved_by,
      request: JSON.stringify(plan),
      created_at: now(),
      bank_created_at: bankNow() ?? null,
    },
    permit,
  );
  keyed?.bind(attempt.id);
  parts?.write(attempt, priced, permit);
  return { attempt, permit, plan, token };
};

/** The invoice is by amount: its receipt cannot name goods that are paid otherwise in part. */
const partOf = (parts: SaleInParts, known: SaleFacts, input: InvoiceCreate, checked: CheckedSale) => {
  const amount = parts.amountOf(known, pricedOf(checked).total);
  const part = { ...input, amount, items: [], discounts: [] };
  return { input: part, checked: checkSale(known, part) };
};

/**
 * Another request of a sale in doubt, under its own key: if the rules of every sale still allow it; those of the caller
 * are as they were when it began. created_date is the time of the request: now.
 * @throws ValidationError
 */
export const journalSaleAgain = (
  context: ClockContext,
  attempt: AttemptRow,
  input: InvoiceCreate,
  token: string,
): JournaledSale => {
  const { db, now, bankNow } = context;
  // Its cart is the attempt's own since it began.
  const ofAttempt = { ...input, cart: undefined };
  refuseProblems(checkSale(loadSale(db, ofAttempt), ofAttempt).problems);
  const plan = planOf(attempt);
  const permit = MoneyPermit.issue({ act: 'sale', amount: plan.request.amount });
  reopenAttempt(db, attempt.id, { created_at: now(), bank_created_at: bankNow() ?? null }, permit);
  const reopened = findAttempt(db, attempt.id);
  if (!reopened) throw new Error(`The attempt ${attempt.id} is gone.`);
  return { attempt: reopened, permit, plan, token };
};

/**
 * What a checked sale of any tender needs before it is written: its discount is permitted, it gets its number, and the log
 * names typed prices and who approved the discount. Call it in the transaction that writes the sale.
 * @throws ValidationError
 */
export const numberSale = (
  context: ClockContext,
  by: Actor,
  sold: SoldGoods,
): { number: number; approved_by: number | null } => {
  const { db, now } = context;
  const { products } = sold.known;
  const consent = authoriseDiscount(context, by, sold);
  const number = nextNumber(db, 'invoice');
  for (const { product: id, price } of sold.goods.items) {
    const product = products.get(id ?? null);
    // A product without a price has to be sold by a typed one.
    if (!product || product.price === 0 || product.price === price) continue;
    recordAction(db, now(), {
      code: 'price_by_hand',
      object: { kind: 'product', id: product.id, label: product.name },
      facts: { price, price_before: product.price, invoice: numberDisplay(number) },
    });
  }
  if (consent) {
    recordDiscount(context, sold, consent, number);
    consent.use();
  }
  return { number, approved_by: consent?.approved_by ?? null };
};
