import type { CashRest } from '../../../shared/api/cash-sales.ts';
import { atLeast, atMost } from '../../../shared/api/fields.ts';
import { type InvoiceCreate, numberDisplay } from '../../../shared/api/invoices.ts';
import { problem } from '../../../shared/errors.ts';
import { roundedCash } from '../../../shared/money.ts';
import { MoneyPermit } from '../../platform/money-permit.ts';
import { type Actor, requireRight } from '../../shop/accounts/sessions.ts';
import { type Action, recordAction } from '../../shop/actions/record.ts';
import { fieldRefusal, ValidationError } from '../../shop/errors.ts';
import { counterSettings } from '../../shop/settings.ts';
import { refuseProblems } from '../../shop/validate.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import type { CashSaleRow } from '../../store/shifts.ts';
import type { PricedBasket } from '../sale/basket.ts';
import { AMOUNT_BY_HAND, checkSale, loadSale, pricedOf, type SaleFacts } from '../sale/rules.ts';
import { authoriseRefund } from './approvals.ts';
import { type Journaled, refuseReason } from './guard.ts';
import { RIGHT_TO } from './rights.ts';
import { numberSale } from './sale.ts';

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
  /** The second person (id) who approved its discount; null: none was needed. */
  approved_by: number | null;
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
  context: ClockContext,
  by: Actor,
  goods: CashGoods,
  approval: string | undefined,
): PermittedCashSale => {
  requireRight(by, RIGHT_TO.sell);
  const known = loadSale(context.db, goods);
  const checked = checkSale(known, goods, by);
  refuseProblems(checked.problems);
  const priced = pricedOf(checked);
  const amount = inCash(context.db, priced.total);
  if (amount === 0) throw new ValidationError({ amount: [atLeast(Math.ceil(cashStep(context.db) / 2))] });
  if (goods.received !== undefined && goods.received < amount)
    throw new ValidationError({ received: [receivedLess(amount)] });
  const numbered = numberSale(context, by, { known, goods, priced, approval });
  return { priced, amount, ...numbered, permit: MoneyPermit.issue({ act: 'sale', amount }) };
};

/**
 * Decides how a total is split: whole steps of the rounding in cash, the rest by QR. A bank that issues the fiscal receipt of
 * the QR would leave the cash out of it.
 * @param total minor units
 * @throws ValidationError
 */
export const permitCashPart = (
  db: Db,
  { fiscal }: SaleFacts,
  total: number,
  { cash, received }: { cash: number; received: number | undefined },
): void => {
  if (fiscal.isFiscal) {
    const message = 'The bank issues the fiscal receipt of a QR payment, and the cash would not be in it.';
    throw fieldRefusal('cash', 'parts_fiscal', `${message} Nothing was sold.`);
  }
  const step = cashStep(db);
  const found = [
    ...(cash % step === 0
      ? []
      : [problem('cash_step', `Cash is taken in whole steps of ${step}.`, { step })]),
    ...(cash < total ? [] : [atMost(total - 1)]),
  ];
  refuseProblems({
    ...(found.length > 0 && { cash: found }),
    ...(received !== undefined && received < cash && { received: [receivedLess(cash)] }),
  });
};

const receivedLess = (limit: number) =>
  problem('min_value', `Less than is to be paid: ${limit}. Nothing was sold.`, { limit });

/**
 * What becomes of a sale whose QR was not paid: its rest is sold for cash, or the cash part is given back. One's own needs
 * the right to sell, another's that to refund, as a withdrawal does.
 * @param amount minor units
 * @throws ForbiddenError
 */
export const permitRest = (
  { db, now }: { db: Db; now: () => number },
  actor: Actor,
  { id, shift_id, number, made_by }: CashSaleRow,
  { by, amount }: { by: CashRest['by']; amount: number },
): MoneyPermit<'sale' | 'invalidate'> => {
  requireRight(actor, made_by === actor.id ? RIGHT_TO.sell : RIGHT_TO.cancel);
  recordAction(db, now(), {
    code: by === 'cash' ? 'cash_rest_taken' : 'cash_part_given_back',
    object: { kind: 'shift', id: shift_id, label: String(shift_id) },
    facts: { amount, invoice: numberDisplay(number ?? id) },
  });
  return MoneyPermit.issue({ act: by === 'cash' ? 'sale' : 'invalidate', amount });
};

/**
 * Decides about an amount that is sold for cash without goods.
 * @throws ForbiddenError, ValidationError
 */
export const permitCashAmount = (by: Actor, amount: number): MoneyPermit<'sale'> => {
  requireRight(by, RIGHT_TO.sell);
  if (by.catalogPricesOnly) throw new ValidationError({ amount: [AMOUNT_BY_HAND] });
  return MoneyPermit.issue({ act: 'sale', amount });
};

interface CashReturn {
  by: Actor;
  /** Undefined: of no sale that is known. */
  sale?: CashSaleRow;
  /** Minor units. */
  amount: number;
  /** The sum was typed for goods: it is neither everything nor that of whole lines. */
  isTyped: boolean;
  reason: string;
  /** A second person's consent. */
  approval?: string | undefined;
  action: Action;
}

export interface PermittedReturn {
  permit: MoneyPermit<'give-back'>;
  /** The second person (id); null: none was needed. */
  approved_by: number | null;
}

/**
 * Decides about cash that is given back, and writes its action. Call it in the transaction that writes the return. A sum
 * above the limit needs a second person's consent, or is given back by one with a higher limit.
 * @throws ForbiddenError, ValidationError
 */
export const permitCashReturn = (
  context: ClockContext,
  { by, sale, amount, isTyped, reason, approval, action }: CashReturn,
): PermittedReturn => {
  requireRight(by, RIGHT_TO.giveBack);
  refuseReason(context.db, reason);
  refuseTyped(by, isTyped);
  const consent = authoriseRefund(context, { requester: by, cashSale: sale, amount }, approval);
  consent?.use();
  recordAction(context.db, context.now(), action);
  return {
    approved_by: consent?.approved_by ?? null,
    permit: MoneyPermit.issue({ act: 'give-back', amount }),
  };
};

/** To give a part of a price back is to sell at another one. @throws ValidationError */
export const refuseTyped = (by: Actor, isTyped: boolean): void => {
  if (isTyped && by.catalogPricesOnly) throw new ValidationError({ amount: [AMOUNT_BY_HAND] });
};

/**
 * Writes the action of cash that is given back beside a refund by QR: the guard has decided about both together, and has
 * journaled the refund with its second person.
 * @param amount of the cash, minor units
 */
export const permitCashBeside = (
  { db, now }: ClockContext,
  { attempt }: Journaled<'refund'>,
  amount: number,
  action: Action,
): PermittedReturn => {
  if (amount > 0) recordAction(db, now(), action);
  return { approved_by: attempt.approved_by, permit: MoneyPermit.issue({ act: 'give-back', amount }) };
};
