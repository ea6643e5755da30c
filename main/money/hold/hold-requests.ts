import type { HoldRequest, HoldState } from '../../../shared/api/statuses.ts';
import type { CancelItem } from '../../bank/requests.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import { acceptAttempt } from '../../store/invoices/attempts.ts';
import { findHold, type HoldRow } from '../../store/invoices/holds.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { checkMoney } from '../guard/guard.ts';
import { type InvoiceMoney, openMoneyIn } from '../journal/invoice-money.ts';
import {
  cancelFailed,
  type MoneyCall,
  type MoneyContext,
  type MoneyKind,
  type Planned,
  requestMoney,
} from '../journal/money-request.ts';
import { refuseBesideBankRefund, refuseSecondRequest, underWay } from '../journal/open-money.ts';
import { whatToReturn } from '../refund/refund.ts';
import type { Sold } from '../sale/sold-lines.ts';

/** What is captured, or given up by a release, with its receipt lines. */
interface HoldPart {
  hold: HoldRow;
  amount: number;
  lines: CancelItem[];
}

/**
 * Captures held money, in full, by an amount or by lines, or releases it.
 * @returns the updated invoice: paid or released, or still held while the bank works on it
 * @throws ForbiddenError, ValidationError, NotFoundError, BankError
 */
export const endHold = (context: MoneyContext, kind: HoldRequest, call: MoneyCall): Promise<InvoiceRow> => {
  const amount = call.input.amount ?? findHold(context.db, call.invoice.id)?.amount ?? 0;
  const refusal = () => underWay(kind, amount, false);
  return kind === 'capture'
    ? requestMoney(context, CAPTURE, call, refusal)
    : requestMoney(context, RELEASE, call, refusal);
};

/** @throws ValidationError for what cannot be captured of the hold */
const partOf = (money: InvoiceMoney, sold: Sold, { input, expected }: MoneyCall): HoldPart => {
  const hold = refuseUnheld(money.hold);
  if (expected.expected_held !== undefined && expected.expected_held !== hold.amount)
    throw fieldRefusal('expected_held', 'not_as_expected', `${hold.amount} is held. Nothing was done.`);
  return { hold, ...whatToReturn(money, sold, input, hold.amount) };
};

/** What a request declares to the guard, and what it gives up of the hold, minor units. */
interface Declared<K extends HoldRequest> {
  wanted: Planned<K>['wanted'];
  gives_up: number;
}

/** A capture and a release differ in what they declare to the guard, and in what they send. */
const holdKind = <K extends HoldRequest>(
  declare: (call: MoneyCall, invoice: InvoiceRow, part: HoldPart) => Declared<K>,
  send: (part: HoldPart, invoiceId: string) => Planned<K>['send'],
): MoneyKind<K> => ({
  check: (context, call, money, sold) => {
    refuseUnheld(money.hold);
    checkMoney(context, declare(call, money.invoice, partOf(money, sold(), call)).wanted);
    refuseSecondRequest(openMoneyIn(money));
  },
  plan: (call, money, sold, bankInvoice) => {
    refuseUnheld(money.hold);
    refuseSecondRequest(openMoneyIn(money));
    refuseBesideBankRefund(bankInvoice);
    const part = partOf(money, sold(), call);
    const { amount, lines } = part;
    const { wanted, gives_up } = declare(call, money.invoice, part);
    const { comment, items } = call.input;
    const journal = { amount, comment, items, lines, gives_up };
    return { wanted, journal, send: send(part, money.invoice.invoice_id) };
  },
  // The answer only says that the bank accepted the request.
  settle: ({ db, now }, { invoice, attempt }) => {
    // A concurrent request may have shown the outcome before this answer.
    if (attempt.status === 'pending') acceptAttempt(db, attempt.id, now());
    scheduleCheck(db, invoice.id, now());
    return { ...invoice, next_check_at: now() };
  },
  explain: (_before, { hold }) => void refuseUnheld(hold),
  isAnsweredInPart: true,
});

/** The part of a hold that is not captured is given back. */
const CAPTURE = holdKind<'capture'>(
  ({ actor: by, approval, input, expected }, invoice, { hold, amount }) => {
    const givesUp = hold.amount - amount;
    const isTyped = input.items.length === 0 && givesUp > 0;
    const { reason } = expected;
    return {
      wanted: { kind: 'capture', by, invoice, amount, approval, reason, givesUp, isTyped },
      gives_up: givesUp,
    };
  },
  ({ hold, amount, lines }, invoiceId) =>
    async (bank, token, { permit }) => {
      // The receipt of the whole has the lines that the invoice was created with.
      const message = { invoiceId, amount, ...(amount === hold.amount ? {} : { items: lines }) };
      await bank.finalizeInvoice(token, message, permit);
      return { isAccepted: true };
    },
);

const RELEASE = holdKind<'release'>(
  ({ actor: by, approval, expected: { reason } }, invoice, { amount }) => ({
    wanted: { kind: 'release', by, invoice, amount, approval, reason, isTyped: false },
    gives_up: amount,
  }),
  ({ lines }, invoiceId) =>
    async (bank, token, { attempt, permit }) => {
      const message = { invoiceId, extRef: attempt.tag, items: lines };
      const { status } = await bank.cancelInvoice(token, message, permit);
      if (status === 'failure') throw cancelFailed('release');
      return { isAccepted: true };
    },
);

const NOT_HELD: Record<HoldState | 'none', string> = {
  none: 'This invoice was not created for holding.',
  waiting: 'Nothing is held yet: the invoice has not been paid.',
  held: 'Nothing is held.',
  captured: 'The held money has been taken already.',
  released: 'The hold has been released.',
};

/** @throws ValidationError when there is nothing to capture or to release */
const refuseUnheld = (hold: HoldRow | undefined): HoldRow => {
  if (hold?.state === 'held') return hold;
  const state = hold?.state ?? 'none';
  throw fieldRefusal('status', 'not_held', `${NOT_HELD[state]} Nothing was done.`, { state });
};
