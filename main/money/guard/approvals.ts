import { hash, randomBytes } from 'node:crypto';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import type { Approval } from '../../../shared/api/refunds.ts';
import { problem } from '../../../shared/errors.ts';
import { isoTime, MINUTE_MS } from '../../../shared/time.ts';
import { seesInvoice } from '../../shop/accounts/scope.ts';
import { type Actor, mayDo, toActor } from '../../shop/accounts/sessions.ts';
import { type Action, recordAction } from '../../shop/actions/record.ts';
import { BusyError, fieldRefusal, ValidationError } from '../../shop/errors.ts';
import { type AccountRow, findAccount } from '../../store/accounts.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  deleteApproval,
  deleteApprovalsOutside,
  findApproval,
  insertApproval,
} from '../../store/refund-limits.ts';
import type { CashSaleRow } from '../../store/shifts.ts';
import { seesCashSale } from '../shifts/visibility.ts';
import { allowanceNow, RIGHT_TO } from './rights.ts';

/**
 * A second person's consent to a refund above the requester's limit, or to a discount above the shop's: a random token,
 * stored as a hash, good for one refund of one amount, or one sale with that discount and total, by one requester within
 * two minutes.
 */

/** The headers that carry one. */
export type ApprovalHeader = 'Refund-Approval' | 'Discount-Approval';
const APPROVAL_HOLDS_MS = 2 * MINUTE_MS;
const TOKEN_BYTES = 32;

const tokenHash = (token: string): string => hash('sha256', token, 'hex');

/** What a second person is to approve: a refund, or a sale with a discount. */
export interface InQuestion {
  requester: Actor;
  /** What a refund gives money back of; of neither, nobody can approve it. */
  invoice?: InvoiceRow | undefined;
  cashSale?: CashSaleRow | undefined;
  /** What is taken off a sale that is to be made, minor units. */
  discount?: number | undefined;
  /** Of the refund, or what the sale comes to; minor units. */
  amount: number;
}

const boundTo = ({ invoice, cashSale, discount, amount }: InQuestion) => ({
  invoice_id: cashSale ? null : (invoice?.id ?? null),
  cash_sale_id: cashSale?.id ?? null,
  discount: discount ?? null,
  amount,
});

const mayRefund = (actor: Actor, { invoice, cashSale }: InQuestion): boolean =>
  mayDo(actor, RIGHT_TO.giveBack) &&
  (invoice === undefined || seesInvoice(actor, invoice)) &&
  (cashSale === undefined || seesCashSale(actor, cashSale));

const mayDiscount = (actor: Actor): boolean => mayDo(actor, RIGHT_TO.sell) && !actor.catalogPricesOnly;

/** The reason why somebody cannot approve it; undefined: they can. */
export const approverProblem = (context: ClockContext, approver: AccountRow, asked: InQuestion) => {
  const { requester, invoice, discount, amount } = asked;
  if (approver.id === requester.id)
    return problem('approver_same', 'A second person must approve: not the one who asks.');
  const actor = toActor(approver);
  const isFit = discount === undefined ? mayRefund(actor, asked) : mayDiscount(actor);
  if (approver.kind !== 'person' || approver.is_active === 0 || !isFit)
    return problem('approver_no_right', 'This person may not approve this.');
  if (discount !== undefined) return undefined;
  const { allowed } = allowanceNow(context, actor, invoice?.ccy);
  if (allowed === null || amount <= allowed) return undefined;
  return problem('approver_limit', `The refund is above this person's limit too: ${allowed} is possible.`, {
    allowed,
  });
};

interface GrantedApproval {
  token: string;
  approver: AccountRow;
  /** Milliseconds UTC. */
  expires_at: number;
}

/** For the interface and for the window. */
export const presentApproval = ({ token, approver, expires_at }: GrantedApproval): Approval => ({
  token,
  approver: approver.full_name || approver.username,
  expires_at: isoTime(expires_at),
});

export interface ApprovalContext extends ClockContext {
  approvalTries: ApprovalTries;
}

/**
 * Gives a second person's approval. Every approval is given here.
 * @param approver the username in whose name the approval is given
 * @param prove gives the person who proves by password or PIN who they are
 * @throws ValidationError under `approver`, BusyError, what `prove` throws
 */
export const approve = async (
  context: ApprovalContext,
  asked: InQuestion,
  approver: string,
  prove: () => Promise<AccountRow>,
): Promise<GrantedApproval> => {
  const wasRight = context.approvalTries.take(asked.requester.id, approver);
  const person = await prove();
  wasRight();
  return grant(context, person, asked);
};

const grant = (context: ClockContext, approver: AccountRow, asked: InQuestion): GrantedApproval => {
  const { db, now } = context;
  return db.transaction(() => {
    const found = approverProblem(context, approver, asked);
    if (found) throw new ValidationError({ approver: [found] });
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const created_at = now();
    deleteApprovalsOutside(db, created_at - APPROVAL_HOLDS_MS, created_at);
    insertApproval(db, {
      token_hash: tokenHash(token),
      requester_id: asked.requester.id,
      approver_id: approver.id,
      ...boundTo(asked),
      created_at,
    });
    recordAction(db, created_at, { ...approvedAction(asked), by: approver.id });
    return { token, approver, expires_at: created_at + APPROVAL_HOLDS_MS };
  });
};

const approvedAction = (asked: InQuestion): Action => {
  const { discount, amount, requester } = asked;
  const facts = { amount, requested_by: requester.username };
  return discount === undefined
    ? { code: 'refund_approved', object: objectOf(asked), facts }
    : { code: 'discount_approved', facts: { discount, ...facts } };
};

const objectOf = ({ invoice, cashSale }: InQuestion): Action['object'] => {
  if (cashSale) return { kind: 'shift', id: cashSale.shift_id, label: String(cashSale.shift_id) };
  return invoice && { kind: 'invoice', id: invoice.id, label: numberDisplay(invoice.number) };
};

/** A second person's consent. */
export interface Authorisation {
  /** Their id. */
  approved_by: number;
  /** Uses the approval up; call it in the transaction that journals the request. */
  use(): void;
}

/**
 * Checks that the requester may make the refund: within their limits, or with an approval of it. Call it in the
 * transaction that journals the refund, so that two refunds at once do not both pass.
 * @returns undefined: no consent is needed
 * @throws ValidationError
 */
export const authoriseRefund = (
  context: ClockContext,
  refund: InQuestion,
  token: string | undefined,
): Authorisation | undefined => {
  const { allowed } = allowanceNow(context, refund.requester, refund.invoice?.ccy);
  if (allowed === null || refund.amount <= allowed) return undefined;
  if (token === undefined)
    throw fieldRefusal(
      'amount',
      'refund_limit',
      `Above your limit of refunds: ${allowed} is possible without a second person. Nothing was refunded.`,
      { allowed, amount: refund.amount },
    );
  return authorisedBy(context, refund, token, 'Refund-Approval');
};

/** Checks a second person's approval. @throws ValidationError under its header */
export const authorisedBy = (
  context: ClockContext,
  asked: InQuestion,
  token: string,
  header: ApprovalHeader,
): Authorisation => {
  const token_hash = tokenHash(token);
  const approver = approverOf(context, asked, token_hash);
  if (!approver || approverProblem(context, approver, asked))
    throw fieldRefusal(
      header,
      'approval_invalid',
      'This approval does not hold: it is for something else, used, or older than two minutes. Nothing was done.',
    );
  return { approved_by: approver.id, use: () => deleteApproval(context.db, token_hash) };
};

const approverOf = (
  { db, now }: ClockContext,
  asked: InQuestion,
  token_hash: string,
): AccountRow | undefined => {
  const found = findApproval(db, token_hash);
  if (!found) return undefined;
  // A negative age: the clock was set back since.
  const age = now() - found.created_at;
  const { invoice_id, cash_sale_id, discount, amount } = boundTo(asked);
  const isMeant =
    found.requester_id === asked.requester.id &&
    found.invoice_id === invoice_id &&
    found.cash_sale_id === cash_sale_id &&
    found.discount === discount &&
    found.amount === amount;
  return isMeant && age >= 0 && age <= APPROVAL_HOLDS_MS ? findAccount(db, found.approver_id) : undefined;
};

const MOST_TRIES = 5;

/**
 * Bounds the passwords and PINs that one requester tries in the name of one other person, by the same clock as the delays
 * of sign-ins. A right one ends the count for that name alone: with their own password nobody gets more tries at
 * another's.
 * @param clock milliseconds that never decrease
 */
export const createApprovalTries = (clock: () => number = () => performance.now()) => {
  const tries = new Map<string, number[]>();
  const isRecent = (at: number): boolean => clock() - at < MINUTE_MS;
  return {
    /**
     * Counts a try, before it is checked.
     * @returns ends the count of this requester for this name, after a right one
     * @throws BusyError after five within a minute
     */
    take: (requester: number, approver: string): (() => void) => {
      for (const [key, times] of tries) if (!times.some(isRecent)) tries.delete(key);
      const key = `${requester} ${approver}`;
      const recent = (tries.get(key) ?? []).filter(isRecent);
      if (recent.length >= MOST_TRIES) throw new BusyError('There were too many wrong passwords.', 60);
      tries.set(key, [...recent, clock()]);
      return () => void tries.delete(key);
    },
  };
};
export type ApprovalTries = ReturnType<typeof createApprovalTries>;
