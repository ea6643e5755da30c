import {
  type Approval,
  discountApproval,
  discountApprovalRequest,
  type InvoiceRefunds,
  invoiceRefunds,
  type OpenRefund,
  refundApproval,
  refundApprovalRequest,
  refundRules,
} from '../../../shared/api/refunds.ts';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import { isoTime } from '../../../shared/time.ts';
import { remainingAmount, wasPaid } from '../../money/bank-state/status.ts';
import {
  type ApprovalContext,
  approve,
  type InQuestion,
  presentApproval,
} from '../../money/guard/approvals.ts';
import { refundReason } from '../../money/guard/attempt-actions.ts';
import { allowanceNow, limitsOf, RIGHT_TO } from '../../money/guard/rights.ts';
import { loadMoney, openMoneyIn } from '../../money/journal/invoice-money.ts';
import { isConfirmed, requestPlanOf } from '../../money/journal/open-money.ts';
import { loadSold, soldLines } from '../../money/sale/sold-lines.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { confirmPassword } from '../../shop/accounts/confirm-password.ts';
import { loadInvoice } from '../../shop/accounts/scope.ts';
import type { Sessions } from '../../shop/accounts/sessions.ts';
import { refundReasons } from '../../shop/settings.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import type { OpenMoney } from '../../store/invoices/attempts.ts';
import { defineExtension, type Route } from '../route.ts';

const presentOpenRefund = (db: Db, open: OpenMoney | undefined): OpenRefund | null =>
  open?.kind !== 'refund'
    ? null
    : {
        amount: requestPlanOf(open).amount,
        requested_at: isoTime(open.created_at),
        by: accountName(db, open.account_id),
        reason: refundReason(open),
        state: isConfirmed(open) ? 'processing' : 'in_doubt',
      };

const presentRefunds = (db: Db, invoiceId: number): InvoiceRefunds => {
  const money = loadMoney(db, invoiceId);
  const { invoice, attempts } = money;
  return {
    invoice: invoiceId,
    left: wasPaid(invoice.status) ? remainingAmount(invoice) : 0,
    under_way: presentOpenRefund(db, openMoneyIn(money)),
    items: soldLines(money, loadSold(db, invoice, attempts)).map(({ id, quantity, amount, returned }) => ({
      item: id,
      amount,
      quantity: quantity / 10 ** QUANTITY_SCALE,
      returned: returned / 10 ** QUANTITY_SCALE,
    })),
  };
};

/** The context of the routes of refunds and approvals. */
export interface ApprovalRouteContext extends ApprovalContext {
  sessions: Sessions;
}

/** The refunded and refundable amounts, the shop's rules, and the second person's consent. */
export const refundRoutes = (context: ApprovalRouteContext): Route[] => [
  rulesRoute(context),
  approvalRoute(context),
  discountApprovalRoute(context),
  defineExtension({
    at: 'GET invoices/{id}/refunds/',
    id: 'getInvoiceRefunds',
    summary: 'Read what may still be refunded, and the refund that is under way',
    description:
      'Sends no bank request: events and refresh bring its news. While under_way is not null no other ' +
      'refund is accepted.',
    answer: invoiceRefunds,
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(context.db),
    handler: ({ target }) => presentRefunds(context.db, target.id),
  }),
];

const rulesRoute = (context: ClockContext): Route =>
  defineExtension({
    at: 'GET refunds/rules/',
    id: 'getRefundRules',
    summary: "Read the shop's rules for refunds, as they hold for the caller",
    description:
      "The owner's list of reasons, and what the caller refunds without a second person. The owner sets both in the " +
      'program; the owner has no limits.',
    answer: refundRules,
    access: 'can_cancel_invoices',
    honoursScope: true,
    handler: ({ actor }) => {
      const { reasons, isRequired } = refundReasons(context.db);
      const { largest, per_day } = limitsOf(context.db, actor);
      const { left_today } = allowanceNow(context, actor);
      return { reasons, reason_required: isRequired, largest, per_day, left_today };
    },
  });

export const BY_A_MANAGER = {
  approve: { summary: 'A manager', value: { amount: 80_000, username: 'iryna', password: 'correct horse' } },
};

const approvalRoute = (context: ApprovalRouteContext): Route =>
  defineExtension({
    at: 'POST invoices/{id}/refund-approvals/',
    id: 'approveRefund',
    summary: "Approve the caller's refund as a second person",
    description:
      "For a refund above the caller's limit: another active person with can_cancel_invoices, whose own limit it does " +
      'not exceed, gives their name and password. Send the token with the refund, in the header Refund-Approval: it is ' +
      'good once, for this amount of this invoice by this caller, within two minutes. PINs are not taken here.',
    answer: refundApproval,
    access: 'can_cancel_invoices',
    honoursScope: true,
    load: loadInvoice(context.db),
    body: refundApprovalRequest,
    examples: BY_A_MANAGER,
    status: 201,
    handler: ({ actor, target, body }) =>
      giveConsent(context, { requester: actor, invoice: target, amount: body.amount }, body),
  });

const discountApprovalRoute = (context: ApprovalRouteContext): Route =>
  defineExtension({
    at: 'POST discount-approvals/',
    id: 'approveDiscount',
    summary: "Approve the discount of the caller's sale as a second person",
    description:
      'For a sale whose discount is above the limit of the shop (discount_limit of counter/): the owner, or another ' +
      'active person with can_create_invoices who may give discounts, gives their name and password. discount and ' +
      'amount are those that the refusal with the code discount_limit names. Send the token with the sale, in the ' +
      'header Discount-Approval: it is good once, for a sale with this discount and total by this caller, within two ' +
      'minutes. PINs are not taken here.',
    answer: discountApproval,
    access: RIGHT_TO.sell,
    honoursScope: true,
    body: discountApprovalRequest,
    examples: {
      approve: {
        summary: 'A manager',
        value: { discount: 5000, amount: 20_000, username: 'iryna', password: 'correct horse' },
      },
    },
    status: 201,
    handler: ({ actor, body: { discount, amount, ...person } }) =>
      giveConsent(context, { requester: actor, discount, amount }, person),
  });

/** The consent of a second person who gives their name and password. @throws as approve and confirmPassword */
export const giveConsent = async (
  context: ApprovalRouteContext,
  asked: InQuestion,
  { username, password }: { username: string; password: string },
): Promise<Approval> => {
  const prove = () => confirmPassword(context.sessions, { username, password }, 'password');
  return presentApproval(await approve(context, asked, username, prove));
};
