import { problem } from '../../../shared/errors.ts';
import { tokenMissing } from '../../bank/errors.ts';
import { MoneyPermit } from '../../platform/money-permit.ts';
import { loadInvoice, seesInvoice } from '../../shop/accounts/scope.ts';
import { type Actor, mayDo, requireRight } from '../../shop/accounts/sessions.ts';
import { NotFoundError, ValidationError } from '../../shop/errors.ts';
import { onlyOwnSales } from '../../shop/events.ts';
import { refundReasons } from '../../shop/settings.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import { ACT_OF, type AttemptRow, insertAttempt, newTag } from '../../store/invoices/attempts.ts';
import { type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { type CashSaleRow, cashSaleOfInvoice } from '../../store/shifts.ts';
import { findTerminal } from '../../store/terminals.ts';
import { isUnpaid } from '../bank-state/status.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import { AMOUNT_BY_HAND } from '../sale/rules.ts';
import { type Authorisation, authoriseRefund } from './approvals.ts';
import { recordRequest } from './attempt-actions.ts';
import { RIGHT_TO } from './rights.ts';

/**
 * The one guard of money. Whatever makes the bank or the books give, take or give back money declares here what it does,
 * how much, and of which invoice; the guard decides by rights, own sales, prices of the catalog, reason, limits and second
 * person, journals the request with its action of the log, and issues the permit without which the bank's functions and
 * the tables of money cannot be reached.
 */

interface OfInvoice {
  by: Actor;
  invoice: InvoiceRow;
}

/** What gives money back, as far as the shop's rules go. */
interface GivingBack extends OfInvoice {
  /** Minor units. */
  amount: number;
  /** The sum was typed: it is neither everything nor that of whole lines. */
  isTyped: boolean;
  /** One of the owner's list. */
  reason?: string | undefined;
  /** A second person's consent. */
  approval?: string | undefined;
  /** The sale in parts of which it gives a part back; `cash`, minor units, goes back beside it. */
  ofSale?: { row: CashSaleRow; cash: number } | undefined;
}

interface RemoveRequest extends OfInvoice {
  kind: 'remove';
  isWithdrawal: boolean;
}

export interface GiveBackRequest<Kind extends 'refund' | 'release' = 'refund' | 'release'>
  extends GivingBack {
  kind: Kind;
}

/** Takes `amount` of held money. */
interface CaptureRequest extends GivingBack {
  kind: 'capture';
  /** What is not taken, minor units: a refund by every rule of refunds. */
  givesUp: number;
}

/** A request about an invoice that the bank has. */
export type MoneyRequest =
  | RemoveRequest
  | GiveBackRequest<'refund'>
  | GiveBackRequest<'release'>
  | CaptureRequest;

/**
 * Decides about a request without writing anything.
 * @returns undefined: no second person's consent is needed
 * @throws ForbiddenError, NotFoundError, ValidationError
 */
export const checkMoney = (context: ClockContext, request: MoneyRequest): Authorisation | undefined => {
  const { by, invoice } = request;
  if (!seesInvoice(by, invoice)) throw new NotFoundError('invoice', invoice.id);
  if (request.kind === 'remove') {
    const isOwn = request.isWithdrawal && invoice.created_by === by.id && mayDo(by, RIGHT_TO.sell);
    if (!isOwn) requireRight(by, RIGHT_TO.cancel);
    return undefined;
  }
  if (request.kind !== 'capture') return checkGivingBack(context, request);
  requireRight(by, RIGHT_TO.capture);
  if (!loadSeenOrMade(context.db)(invoice.id, by)) throw new NotFoundError('invoice', invoice.id);
  return request.givesUp === 0
    ? undefined
    : checkGivingBack(context, { ...request, amount: request.givesUp });
};

const checkGivingBack = (context: ClockContext, request: GivingBack): Authorisation | undefined => {
  const { by, invoice, amount, isTyped, reason, approval, ofSale } = request;
  requireRight(by, RIGHT_TO.giveBack);
  refuseReason(context.db, reason);
  // To give a part of a price back is to sell at another one. The goods of a sale in parts are the sale's.
  const isOfGoods = () =>
    itemsOfInvoices(context.db, [invoice.id]).has(invoice.id) || cashSaleOfInvoice(context.db, invoice.id);
  if (isTyped && by.catalogPricesOnly && !ofSale && isOfGoods())
    throw new ValidationError({ amount: [AMOUNT_BY_HAND] });
  const whole = amount + (ofSale?.cash ?? 0);
  return authoriseRefund(context, { requester: by, invoice, cashSale: ofSale?.row, amount: whole }, approval);
};

export const refuseReason = (db: Db, reason = ''): void => {
  const { reasons, isRequired } = refundReasons(db);
  if (reason === '' ? !isRequired : reasons.includes(reason)) return;
  const choices = reasons.join('; ');
  const found =
    reason === ''
      ? problem('required', `The shop requires a reason of every refund: ${choices}. Nothing was refunded.`)
      : problem(
          'invalid_choice',
          `"${reason}" is not one of the shop's reasons: ${choices}. Nothing was refunded.`,
          { value: reason, choices },
        );
  throw new ValidationError({ reason: [found] });
};

/** The invoice of a path for somebody who sees it, or made it and may sell; undefined, and so a 404, for others. */
export const loadSeenOrMade =
  (db: Db) =>
  (id: number, actor: Actor): InvoiceRow | undefined => {
    const viewer = mayDo(actor, 'can_view_invoices') ? actor : onlyOwnSales(actor);
    return mayDo(viewer, 'can_view_invoices') ? loadInvoice(db)(id, viewer) : undefined;
  };

/** A journaled request, and the permit to send it. */
export interface Journaled<Kind extends AttemptRow['kind']> {
  attempt: AttemptRow;
  permit: MoneyPermit<(typeof ACT_OF)[Kind]>;
}

/**
 * Decides, writes the request to the journal and the log, and issues the permit: in one transaction, so that of two
 * requests at once the limits let only one pass.
 * @param plan the JSON of the journal
 * @throws what `checkMoney` does; BankError TOKEN_MISSING: the terminal was deleted meanwhile
 */
export const journalMoney = <Request extends MoneyRequest>(
  context: ClockContext,
  request: Request,
  plan: object,
  keyed: KeyedRequest | undefined,
): Journaled<Request['kind']> =>
  context.db.transaction(() => {
    const { db, now, bankNow } = context;
    const { kind, by, invoice } = request;
    const consent = checkMoney(context, request);
    // The terminal may have been deleted while the bank was asked about the invoice: the outcome could not be learnt.
    if (!findTerminal(db, invoice.terminal_id)) throw tokenMissing(invoice.terminal_name);
    consent?.use();
    const amount = request.kind === 'remove' ? invoice.amount : request.amount;
    const permit = MoneyPermit.issue({ act: ACT_OF[kind], amount }) as Journaled<Request['kind']>['permit'];
    const attempt = insertAttempt(
      db,
      {
        kind,
        tag: newTag(),
        terminal_id: invoice.terminal_id,
        invoice_id: invoice.id,
        account_id: by.id,
        number: null,
        approved_by: consent?.approved_by ?? null,
        request: JSON.stringify(plan),
        created_at: now(),
        bank_created_at: bankNow() ?? null,
        reason: reasonOf(request),
      },
      permit,
    );
    keyed?.bind(attempt.id);
    recordRequest(db, now(), attempt, invoice);
    return { attempt, permit };
  });

/** A capture of everything gives nothing up, and so needs no reason. */
const reasonOf = (request: MoneyRequest): string => {
  if (request.kind === 'remove' || (request.kind === 'capture' && request.givesUp === 0)) return '';
  return request.reason ?? '';
};

/**
 * Kramar itself invalidates what is left over of a sale, a right of nobody: only once the sale is paid or over, or is ended
 * by somebody whom the guard lets, since until then the buyer may pay any of its invoices.
 */
export const permitLeftover = (
  { status, amount }: Pick<InvoiceRow, 'status' | 'amount'>,
  isEnding = false,
): MoneyPermit<'invalidate'> => {
  if (isUnpaid(status) && !isEnding) throw new Error(`A sale that is ${status} has nothing left over.`);
  return MoneyPermit.issue({ act: 'invalidate', amount });
};

/** Taking an amount off a QR register ends the chance to pay it there. @throws ForbiddenError */
export const permitRegisterReset = (by: Actor): MoneyPermit<'invalidate'> => {
  requireRight(by, RIGHT_TO.cancel);
  return MoneyPermit.issue({ act: 'invalidate', amount: 0 });
};
