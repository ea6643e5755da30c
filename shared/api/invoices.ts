import * as v from 'valibot';
import { DISCOUNT_SCALE, MAX_AMOUNT, QUANTITY_SCALE } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { id, minorUnits, timestamp } from './answers.ts';
import { decimal, dictionary, integer, list, MAX_LENGTH, pk, text } from './fields.ts';
import { pageOf } from './pages.ts';
import {
  booleanParam,
  choiceParam,
  choicesParam,
  countParam,
  datetimeParam,
  integerParam,
  orderingParam,
  pageParams,
  query,
  rangeParam,
  searchParam,
  textParam,
} from './query.ts';
import { INVOICE_STATUSES } from './statuses.ts';

/** Seconds an invoice may be paid, where the request does not say. */
export const DEFAULT_VALIDITY = 86_400;
const MAX_ITEMS = 200;
/** How long an Idempotency-Key is kept with its answer. */
export const KEY_KEPT_MS = DAY_MS;

export const invoiceItem = v.strictObject({
  id: id(),
  name: v.string(),
  price: minorUnits(),
  quantity: v.number(),
  unit: v.string(),
  product: v.nullable(id()),
  discount_pct: v.number(),
  /** The line's total. */
  amount: minorUnits(),
});
export type InvoiceItem = v.InferOutput<typeof invoiceItem>;

export const invoice = v.strictObject({
  id: id(),
  number: id(),
  number_display: v.string(),
  invoice_id: v.string(),
  status: v.picklist(INVOICE_STATUSES),
  status_display: v.string(),
  terminal: id(),
  terminal_name: v.string(),
  cash_register: v.nullable(id()),
  amount: minorUnits(),
  ccy: v.pipe(v.number(), v.integer()),
  final_amount: v.nullable(minorUnits()),
  reference: v.string(),
  destination: v.string(),
  comment: v.string(),
  page_url: v.string(),
  failure_reason: v.string(),
  masked_pan: v.string(),
  approval_code: v.string(),
  rrn: v.string(),
  payment_system: v.string(),
  fee: minorUnits(),
  created_locally: v.boolean(),
  webhook_received: v.boolean(),
  created_date: timestamp(),
  modified_date: v.nullable(timestamp()),
  paid_date: v.nullable(timestamp()),
  is_cancellable: v.boolean(),
  items: v.array(invoiceItem),
});
export type Invoice = v.InferOutput<typeof invoice>;

/** What only we write: a client may send back what it read, and these are then left out. */
const READ_ONLY = [
  'id',
  'number',
  'number_display',
  'invoice_id',
  'status',
  'status_display',
  'terminal_name',
  'ccy',
  'final_amount',
  'page_url',
  'failure_reason',
  'masked_pan',
  'approval_code',
  'rrn',
  'payment_system',
  'fee',
  'created_locally',
  'webhook_received',
  'created_date',
  'modified_date',
  'paid_date',
  'is_cancellable',
] as const satisfies readonly (keyof Invoice)[];

const quantity = () => decimal(QUANTITY_SCALE, 1, 1_000_000 * 10 ** QUANTITY_SCALE);

const invoiceItemCreate = dictionary(
  {
    name: text(MAX_LENGTH.name),
    price: integer(0, MAX_AMOUNT),
    quantity: v.optional(quantity(), 1),
    unit: v.optional(text(MAX_LENGTH.unit, { blank: true }), ''),
    product: v.optional(v.nullable(pk()), null),
    discount_pct: v.optional(decimal(DISCOUNT_SCALE, 0, 100 * 10 ** DISCOUNT_SCALE), 0),
  },
  ['id', 'amount'] satisfies readonly (keyof InvoiceItem)[],
);

export const invoiceCreate = dictionary(
  {
    terminal: pk(),
    amount: v.optional(integer(1, MAX_AMOUNT)),
    cash_register: v.optional(v.nullable(pk()), null),
    destination: v.optional(text(MAX_LENGTH.destination, { blank: true }), ''),
    reference: v.optional(text(MAX_LENGTH.reference, { blank: true }), ''),
    comment: v.optional(text(MAX_LENGTH.comment, { blank: true }), ''),
    validity: v.optional(integer(60, 2_592_000), DEFAULT_VALIDITY),
    items: v.optional(list(invoiceItemCreate, MAX_ITEMS), () => []),
  },
  READ_ONLY,
);
/** quantity in thousandths, discount_pct in hundredths of a percent. */
export type InvoiceCreate = v.InferOutput<typeof invoiceCreate>;
export type InvoiceItemInput = InvoiceCreate['items'][number];

/** One line of a partial refund: so much of one item of the invoice. */
export const returnItem = dictionary({ item: pk(), quantity: quantity() });

export const invoiceCancel = dictionary({
  amount: v.optional(integer(1, MAX_AMOUNT)),
  comment: v.optional(text(MAX_LENGTH.comment, { blank: true }), ''),
  /** Beyond version 1: the lines of a partial refund. */
  items: v.optional(list(returnItem, MAX_ITEMS), () => []),
});
/** quantity in thousandths. */
export type InvoiceCancel = v.InferOutput<typeof invoiceCancel>;
export type ReturnItem = InvoiceCancel['items'][number];

/**
 * What the caller takes the invoice to be. Beyond version 1: without it a cancel that is meant for an unpaid invoice
 * refunds one that was paid in the meantime.
 */
export const cancelQuery = query({
  expected_status: choiceParam(['created', 'success']),
  /** What is left of the payment before this refund, minor units. */
  expected_left: countParam(),
});
export type CancelExpectation = v.InferOutput<typeof cancelQuery>;

export const INVOICE_ORDER_FIELDS = [
  'id',
  'number',
  'status',
  'amount',
  'final_amount',
  'created_date',
  'modified_date',
  'paid_date',
] as const;

/** What an invoice may lack. */
export const WITHOUT = ['created_by', 'cash_register', 'product', 'payment_system'] as const;

/** What invoices can be chosen by, wherever they are listed. */
export const invoiceFilters = {
  status: choiceParam(INVOICE_STATUSES),
  terminal: integerParam(),
  cash_register: integerParam(),
  created_locally: booleanParam(),
  created_from: datetimeParam('start'),
  created_to: datetimeParam('end'),
  paid_from: datetimeParam('start'),
  paid_to: datetimeParam('end'),
  /** Beyond version 1, as is all that follows up to the amounts. */
  refunded_from: datetimeParam('start'),
  refunded_to: datetimeParam('end'),
  /** Of the shop's calendar: the hour of the day, and the weekday (Monday is 1), whatever the day. */
  paid_hour: rangeParam(0, 23),
  paid_weekday: rangeParam(1, 7),
  refunded_hour: rangeParam(0, 23),
  refunded_weekday: rangeParam(1, 7),
  /** Who of the shop asked for it, an account's id. */
  created_by: integerParam(),
  /** One of its lines is of this product. */
  product: integerParam(),
  /** As the bank tells it: visa, mastercard, … */
  payment_system: textParam(),
  /** Those that have none: made by nobody of the shop, without a register, with a line of no product, of no known payment system. */
  without: choicesParam(WITHOUT),
  amount_min: integerParam(),
  amount_max: integerParam(),
  search: searchParam(),
};
export const invoiceOrdering = () => orderingParam(INVOICE_ORDER_FIELDS);

export const invoiceQuery = query({
  ...invoiceFilters,
  ordering: invoiceOrdering(),
  ...pageParams,
});
export type InvoiceQuery = v.InferOutput<typeof invoiceQuery>;

export const invoicePage = v.strictObject({
  ...pageOf(invoice).entries,
  /** Sums over all that match the filters, before pagination. */
  totals: v.strictObject({ total_amount: minorUnits(), success_amount: minorUnits() }),
});
export type InvoicePage = v.InferOutput<typeof invoicePage>;
export type InvoiceTotals = InvoicePage['totals'];
