import { atLeast } from '../../../shared/api/fields.ts';
import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { problem } from '../../../shared/errors.ts';
import { roundedCash } from '../../../shared/money.ts';
import { MoneyPermit } from '../../platform/money-permit.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { type Action, recordAction } from '../../shop/actions/record.ts';
import { refuseProblems, ValidationError } from '../../shop/errors.ts';
import { counterSettings } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { nextNumber } from '../../store/settings.ts';
import type { PricedBasket } from '../sale/basket.ts';
import { AMOUNT_BY_HAND, checkSale, loadSale } from '../sale/rules.ts';
import { limitRefusal } from './approvals.ts';
import { RIGHT_TO, refuseReason, requireRight } from './guard.ts';
import { allowanceNow, type LimitContext } from './limits.ts';
import { recordTypedPrices } from './sale.ts';

/** The guard of goods that are sold and returned for cash: by the same rules as those that are paid at the bank. */

export interface CashGoods extends Partial<Pick<InvoiceCreate, 'amount' | 'cart'>> {
  items: InvoiceCreate['items'];
  discounts: InvoiceCreate['discounts'];
  /** What the buyer gave, minor units; undefined: it was not entered. */
  received?: number | undefined;
}

interface PermittedCashSale {
  priced: PricedBasket;
  /** To pay, minor units: the total, rounded. */
  amount: number;
  number: number;
  permit: MoneyPermit<'sale'>;
}

/** The step to which the shop rounds cash, minor units; 1: it does not. */
const cashStep = (db: Db): number => {
  const { cash_rounding } = counterSettings(db);
  return cash_rounding === 'off' ? 1 : Number(cash_rounding);
};

/** A sum as the shop takes it, or gives it back, in cash; minor units. */
export const inCash = (db: Db, total: number): number => roundedCash(total, cashStep(db));

/**
 * Decides about a sale for cash, and rounds it. Call it in the transaction that writes it.
 * @throws ForbiddenError, ValidationError
 */
export const permitCashSale = (
  context: { db: Db; now: () => number },
  by: Actor,
  goods: CashGoods,
): PermittedCashSale => {
  requireRight(by, RIGHT_TO.sell);
  const known = loadSale(context.db, goods);
  const { problems, priced } = checkSale(known, goods, by);
  refuseProblems(problems);
  if (!priced) throw new Error('A sale without a problem has no sum.');
  const amount = inCash(context.db, priced.total);
  if (amount === 0) throw new ValidationError({ amount: [atLeast(Math.ceil(cashStep(context.db) / 2))] });
  if (goods.received !== undefined && goods.received < amount)
    throw new ValidationError({
      received: [
        problem('min_value', `Less than is to be paid: ${amount}. Nothing was sold.`, { limit: amount }),
      ],
    });
  const number = nextNumber(context.db, 'invoice');
  recordTypedPrices(context, known, goods.items, number);
  return { priced, amount, number, permit: MoneyPermit.issue({ act: 'sale', amount }) };
};

interface CashReturn {
  by: Actor;
  /** Minor units. */
  amount: number;
  /** The sum was typed for goods: it is neither everything nor that of whole lines. */
  isTyped: boolean;
  reason: string;
  action: Action;
}

/**
 * Decides about cash that is given back, and writes its action. Call it in the transaction that writes the return. A sum
 * above the limit needs a person with a higher one: they make the return themselves.
 * @throws ForbiddenError, ValidationError
 */
export const permitCashReturn = (
  context: LimitContext,
  { by, amount, isTyped, reason, action }: CashReturn,
): MoneyPermit<'give-back'> => {
  requireRight(by, RIGHT_TO.giveBack);
  refuseReason(context.db, reason);
  // To give a part of a price back is to sell at another one.
  if (isTyped && by.catalogPricesOnly) throw new ValidationError({ amount: [AMOUNT_BY_HAND] });
  const { allowed } = allowanceNow(context, by);
  if (allowed !== null && amount > allowed) throw limitRefusal(allowed, amount);
  recordAction(context.db, context.now(), action);
  return MoneyPermit.issue({ act: 'give-back', amount });
};
