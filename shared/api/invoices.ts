import * as v from 'valibot';
import { DISCOUNT_SCALE, MAX_AMOUNT, QUANTITY_SCALE } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { choice, flag, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import {
  decimal,
  email,
  integer,
  list,
  MAX_LENGTH,
  oneOf,
  optionalOrNull,
  pk,
  remark,
  requestBody,
  text,
} from './fields.ts';
import { beyondVersion1, choiceParam, countParam, query, textParam } from './query.ts';
import { INVOICE_STATUSES, PAYMENT_TYPES } from './statuses.ts';

/** Default seconds in which an invoice may be paid. */
export const DEFAULT_VALIDITY = 86_400;
export const MAX_VALIDITY = 2_592_000;
export const MAX_ITEMS = 200;
/** How long an Idempotency-Key is stored with its answer. */
export const KEY_KEPT_MS = DAY_MS;

/** Number of an invoice as shown to people. */
export const numberDisplay = (number: number): string => String(number).padStart(6, '0');

export const invoiceItem = shape('InvoiceItem', {
  id: id('Identifier of the line.', 41),
  name: string('Goods or service.', 'Еспресо'),
  price: minorUnits('Price of one, minor units.', 4500),
  quantity: described(v.number(), 'How many, up to 3 decimals.', 2),
  unit: string('Label of the unit of measure; empty when there is none.', 'порц'),
  product: nullable(id(), 'Id of the catalog product, or null.', 7),
  discount_pct: described(v.number(), 'Discount in percent, up to 2 decimals.', 10),
  amount: minorUnits('price × quantity less the discount, rounded half up to a minor unit.', 8100),
});
export type InvoiceItem = v.InferOutput<typeof invoiceItem>;

export const invoice = shape('Invoice', {
  id: id('Identifier, used in paths.', 15),
  number: id('Invoice number: 1, 2, 3 … Numbers are never used again; there may be gaps.', 15),
  number_display: string('The number with zeros in front, for people.', '000015'),
  invoice_id: string('Identifier of the invoice at the bank.', 'p2_9ZgpZVsl3'),
  status: choice(
    INVOICE_STATUSES,
    'created: waiting for payment. processing: being paid. success: paid. failure: payment failed, the payer ' +
      'may try again. reversed: refunded in full. expired: cancelled, or not paid in time.',
    'created',
  ),
  status_display: string('The status in words; in Ukrainian when Accept-Language prefers it.', 'Created'),
  terminal: id('Id of the terminal. It stays when the terminal is deleted.'),
  terminal_name: string('Name of the terminal.', 'Каса 1'),
  cash_register: nullable(id(), 'Id of the QR cash register, or null.'),
  amount: minorUnits('Requested amount, minor units.', 8100),
  ccy: described(v.pipe(v.number(), v.integer()), 'Currency code, ISO 4217: 980 is UAH.', 980),
  final_amount: nullable(
    minorUnits(),
    'What is left of a payment after refunds, minor units; null until set.',
  ),
  reference: string('Order number.', 'ORDER-42'),
  destination: string('Payment purpose, shown to the payer.', 'Кава'),
  comment: string('Internal comment; empty when there is none.'),
  page_url: string(
    'Where the payer pays. Empty for a payment that was not requested through this service.',
    'https://pay.mbnk.biz/p2_9ZgpZVsl3',
  ),
  failure_reason: string("The bank's reason for a failed payment, else empty."),
  masked_pan: string('Card number with the middle digits hidden; empty until paid.'),
  approval_code: string('Approval code of the payment, else empty.'),
  rrn: string('Retrieval reference number of the payment, else empty.'),
  payment_system: string('Card scheme, else empty.'),
  fee: minorUnits("The bank's fee, minor units; 0 when there is none."),
  created_locally: flag(
    'True when created through this service, false when found in the bank statement.',
    true,
  ),
  webhook_received: flag('True when the bank has reported on it by itself.'),
  created_date: timestamp('When it was requested from the bank, UTC.', '2026-03-02T08:15:27.120Z'),
  modified_date: nullable(timestamp(), 'When it last changed at the bank, UTC, or null.'),
  paid_date: nullable(timestamp(), 'When it was paid, UTC; null when it never was.'),
  is_cancellable: flag('True when cancel may be called: status created, failure or success.', true),
  items: described(v.array(invoiceItem), 'Goods and services; empty when the invoice has a fixed amount.'),
});
export type Invoice = v.InferOutput<typeof invoice>;

/** What only the lines of a cart have, and what only those of a cash sale have: both may be sold, or sold again, as they were read. */
export const currentPrice = nullable(
  minorUnits(),
  'Price of the product in the catalog now; null for a free line, and when the product is no longer sold.',
  4900,
);
export const returned = described(v.number(), 'How many came back; of a return 0.', 0);

const quantity = () => decimal(QUANTITY_SCALE, 1, 1_000_000 * 10 ** QUANTITY_SCALE);

export const invoiceItemCreate = requestBody(
  'InvoiceItemCreate',
  {
    name: described(text(MAX_LENGTH.name), 'Goods or service.'),
    price: described(integer(0, MAX_AMOUNT), 'Price of one, minor units.'),
    quantity: described(
      v.optional(quantity(), 1),
      'How many, as a number or a decimal string, up to 3 decimals.',
    ),
    unit: described(v.optional(text(MAX_LENGTH.unit, { blank: true }), ''), 'Label of the unit of measure.'),
    product: described(v.optional(v.nullable(pk()), null), 'Id of a catalog product, or null.'),
    discount_pct: described(
      v.optional(decimal(DISCOUNT_SCALE, 0, 100 * 10 ** DISCOUNT_SCALE), 0),
      'Discount in percent, as a number or a decimal string, up to 2 decimals.',
    ),
  },
  { entries: { ...invoiceItem.entries, current_price: currentPrice, returned } },
);

export const DISCOUNT_TYPES = ['discount', 'extra_charge'] as const;

/** A discount on the whole basket, or an extra charge. Exactly one of percent and amount is passed. */
const invoiceDiscount = requestBody('InvoiceDiscount', {
  type: described(v.optional(oneOf(DISCOUNT_TYPES), 'discount'), 'discount: taken off. extra_charge: added.'),
  percent: described(
    optionalOrNull(decimal(DISCOUNT_SCALE, 1, 100 * 10 ** DISCOUNT_SCALE)),
    'Percent of the sum of the items, as a number or a decimal string, up to 2 decimals; rounded half up to a ' +
      'minor unit.',
  ),
  amount: described(optionalOrNull(integer(1, MAX_AMOUNT)), 'Minor units.'),
});

const MAX_DISCOUNTS = 10;
const MAX_EMAILS = 10;

/** Fields of a new invoice that do not depend on its terminal or sum; a cart that is set aside stores them too. */
export const purpose = {
  destination: described(
    v.optional(text(MAX_LENGTH.destination, { blank: true }), ''),
    "Payment purpose, shown to the payer. Absent or empty: the shop's usual text.",
  ),
  reference: described(
    v.optional(text(MAX_LENGTH.reference, { blank: true }), ''),
    'Order number. Absent or empty: INV- and the number of the invoice.',
  ),
  comment: remark('Internal comment.'),
  validity: described(
    v.optional(integer(60, MAX_VALIDITY), DEFAULT_VALIDITY),
    'How long the invoice can be paid, seconds.',
  ),
  payment_type: described(
    v.optional(oneOf(PAYMENT_TYPES), 'debit'),
    'An extension. hold: the bank holds the money until the shop captures it (invoices/{id}/capture/) or ' +
      'releases it, within nine days; until then it is not paid, and its status is processing. A QR register takes debit only.',
  ),
};

/** Fields of the whole basket; a cart stores them too. */
export const basketFields = {
  discounts: described(
    v.optional(list(invoiceDiscount, MAX_DISCOUNTS), () => []),
    'Discounts and extra charges on the whole basket, an extension; they need items. The invoice is for the sum ' +
      'of the items with them; the items themselves stay as they are.',
  ),
  customer_emails: described(
    v.optional(list(email(), MAX_EMAILS), () => []),
    "The customer's addresses, an extension: the bank sends the fiscal receipt there, where the merchant issues " +
      'receipts through Checkbox.',
  ),
};

export const invoiceCreate = requestBody(
  'InvoiceCreate',
  {
    terminal: described(pk(), 'Id of an active terminal.'),
    amount: described(
      v.optional(integer(1, MAX_AMOUNT)),
      'Minor units. Required when items is not passed, and not allowed together with items.',
    ),
    cash_register: described(
      v.optional(v.nullable(pk()), null),
      'Id of a QR cash register to bind the invoice to. It must belong to the terminal, be active, and let the ' +
        'merchant set the amount.',
    ),
    ...purpose,
    items: described(
      v.optional(list(invoiceItemCreate, MAX_ITEMS), () => []),
      'Goods and services, instead of amount: the invoice is for their sum.',
    ),
    ...basketFields,
    cart: described(
      v.optional(pk()),
      'Id of the cart that is sold, an extension: the caller has taken it (carts/{id}/take/). The invoice ends it, ' +
        'so that it is sold once.',
    ),
  },
  invoice,
);
/** quantity in thousandths, discount_pct in hundredths of a percent. */
export type InvoiceCreate = v.InferOutput<typeof invoiceCreate>;
export type InvoiceItemInput = InvoiceCreate['items'][number];
/** percent in hundredths of a percent. */
export type InvoiceDiscountInput = InvoiceCreate['discounts'][number];

/** One line of a partial refund, or of a capture: a quantity of one item of the invoice. */
const returnItem = requestBody('InvoiceReturnItem', {
  item: described(pk(), 'Id of an item of the invoice.'),
  quantity: described(
    quantity(),
    'How much of it is returned, as a number or a decimal string, up to 3 decimals.',
  ),
});

/** Refuses an empty list: a till whose cashier chose no line does not mean all of them, as without `items`. */
/* @__NO_SIDE_EFFECTS__ */
export const returnItems = (description: string) =>
  described(
    v.pipe(
      // A default of [] would have to pass the check of the list.
      v.optional(list(returnItem, MAX_ITEMS, 1), () => undefined),
      v.transform((items = []) => items),
    ),
    description,
  );

export const invoiceCancel = requestBody('InvoiceCancel', {
  amount: described(
    v.optional(integer(1, MAX_AMOUNT)),
    'For a paid invoice, how much to refund, minor units; absent: all that is left. Not for an unpaid ' +
      'one.',
  ),
  comment: remark('Why; kept here with the cancellation.'),
  items: returnItems(
    'A partial refund by lines, an extension: the bank gets them at the price that was paid. amount is then their ' +
      'sum, and may be left out. The ids are those of the items of the invoice.',
  ),
});
/** quantity in thousandths. */
export type InvoiceCancel = v.InferOutput<typeof invoiceCancel>;
export type ReturnItem = InvoiceCancel['items'][number];

/** The reason of whatever gives money back. */
/* @__NO_SIDE_EFFECTS__ */
export const refundReason = () =>
  textParam(
    "Why the money is given back: one of the owner's reasons, as refunds/rules/ lists them. Needed only where the owner " +
      'requires one.',
  );

/**
 * The caller's assumption about the invoice. Beyond version 1: without it a cancel meant for an unpaid invoice refunds
 * one that was paid meanwhile.
 */
export const cancelQuery = query({
  expected_status: beyondVersion1(
    choiceParam(
      ['created', 'failure', 'success'],
      'What you take the invoice to be: in another status nothing is done, and the answer is a 400. Pass created or ' +
        'failure where an unpaid invoice is to be cancelled, so that one paid in that moment is not refunded.',
    ),
  ),
  expected_left: beyondVersion1(
    countParam(
      'What you take to be left of the payment, minor units: with another sum left nothing is refunded, and ' +
        'the answer is a 400. It does not make up for an Idempotency-Key: the bank may still be working on a ' +
        'refund.',
    ),
  ),
  reason: beyondVersion1(refundReason()),
});
export const invoiceWithdrawal = requestBody('InvoiceWithdrawal', {
  comment: remark('Why; kept here with the cancellation.'),
});

/** Also the reason, which is no expectation but comes the same way. */
export type CancelExpectation = v.InferOutput<typeof cancelQuery>;
