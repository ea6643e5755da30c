import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import { choice, count, flag, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { passwordField } from './auth.ts';
import { described } from './described.ts';
import { integer, MAX_LENGTH, requestBody, text } from './fields.ts';
import { OPEN_REFUND_STATES } from './statuses.ts';

/** A refund without an outcome. While there is one, no other is accepted. */
const openRefund = shape('OpenRefund', {
  amount: minorUnits('How much, minor units.', 3600),
  requested_at: timestamp('When it was requested, UTC.', '2026-03-02T08:21:03.877Z'),
  by: string('Who requested it: full name, else username.', 'Олена Коваль'),
  reason: string('Why: the reason and the comment of the request; else empty.', 'Товар повернено'),
  state: choice(
    OPEN_REFUND_STATES,
    "in_doubt: the bank's answer was lost, and its outcome is unknown. processing: the bank works on it.",
  ),
});
export type OpenRefund = v.InferOutput<typeof openRefund>;

/** The returnable part of one line of an invoice. */
const returnableItem = shape('ReturnableItem', {
  item: id('Id of the item.', 21),
  amount: minorUnits("What was paid for it, minor units: with its share of the basket's discounts.", 8100),
  quantity: described(v.number(), 'How much was sold.', 2),
  returned: described(v.number(), 'How much of it came back.', 0.5),
});

/** The refundable part of an invoice, beyond the fields of the invoice itself. */
export const invoiceRefunds = shape('InvoiceRefunds', {
  invoice: id('Id of the invoice.', 15),
  left: count(
    'What is left of the payment after all refunds that are done, minor units; 0 for one that was never paid.',
    8100,
  ),
  under_way: described(v.nullable(openRefund), 'The refund whose outcome is still to come, or null.'),
  items: described(
    v.array(returnableItem),
    'Its lines, with what was returned of each by a refund by lines.',
  ),
});
export type InvoiceRefunds = v.InferOutput<typeof invoiceRefunds>;

/** The rules of the shop for refunds, as they hold for the caller. */
export const refundRules = shape('RefundRules', {
  reasons: described(v.array(v.string()), "The owner's list of reasons; a refund may name one of them.", [
    'Товар повернено',
  ]),
  reason_required: flag('True: a refund without a reason is refused.'),
  largest: nullable(
    minorUnits(),
    'Largest refund that the caller makes without a second person, minor units; null: no limit.',
    50_000,
  ),
  per_day: nullable(
    minorUnits(),
    'Largest sum of such refunds in one day of the shop, minor units; null: no limit.',
    200_000,
  ),
  left_today: nullable(minorUnits(), 'What is left of per_day, minor units; null: no limit.', 150_000),
});
export type RefundRules = v.InferOutput<typeof refundRules>;

const secondPerson = {
  username: described(text(MAX_LENGTH.username), "The second person's name to sign in with."),
  password: described(passwordField(), "The second person's password; spaces count."),
};

/** What a second person sends to approve the caller's refund. */
export const refundApprovalRequest = requestBody('RefundApprovalRequest', {
  amount: described(integer(1, MAX_AMOUNT), 'The amount of the refund, minor units.'),
  ...secondPerson,
});

/* @__NO_SIDE_EFFECTS__ */
const approvalOf = (name: string, use: string) =>
  shape(name, {
    token: string(use, 'q8Zk0b1mXv3C4nT5yU6iO7pA8sD9fG0hJ1kL2zX3cV4'),
    approver: string('Who approved: full name, else username.', 'Ірина Бойко'),
    expires_at: timestamp('Until when it may be used, UTC.', '2026-03-02T08:23:03.877Z'),
  });

export const refundApproval = approvalOf(
  'RefundApproval',
  'Send it with the refund, once: `Refund-Approval: <token>`.',
);
export type Approval = v.InferOutput<typeof refundApproval>;

/** What a second person sends to approve the discount of the caller's sale. */
export const discountApprovalRequest = requestBody('DiscountApprovalRequest', {
  discount: described(integer(1, MAX_AMOUNT), 'What is taken off the full price of the lines, minor units.'),
  amount: described(integer(1, MAX_AMOUNT), 'What the sale comes to, minor units, before cash is rounded.'),
  ...secondPerson,
});

export const discountApproval = approvalOf(
  'DiscountApproval',
  'Send it with the sale, once: `Discount-Approval: <token>`.',
);
