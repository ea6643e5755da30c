import * as v from 'valibot';
import { choice, flag, id, minorUnits, nullable, recordId, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { list, MAX_LENGTH, requestBody, text } from './fields.ts';
import {
  basketFields,
  currentPrice,
  DISCOUNT_TYPES,
  invoiceItemCreate,
  MAX_ITEMS,
  purpose,
} from './invoices.ts';
import { booleanParam, pageParams, query } from './query.ts';
import { PAYMENT_TYPES } from './statuses.ts';

/** Sales that are set aside, to be gone on with later or at another register. All of it is beyond version 1. */

const cartLine = shape('CartLine', {
  name: string('Goods or service.', 'Еспресо'),
  price: minorUnits('Price of one when the cart was set aside, minor units.', 4500),
  quantity: described(v.number(), 'How many, up to 3 decimals.', 2),
  unit: string('Label of the unit of measure; empty when there is none.', 'порц'),
  product: nullable(id(), 'Id of the catalog product, or null.', 7),
  discount_pct: described(v.number(), 'Discount in percent, up to 2 decimals.', 0),
  current_price: currentPrice,
});
export type CartLine = v.InferOutput<typeof cartLine>;

const cartDiscount = shape('CartDiscount', {
  type: choice(DISCOUNT_TYPES, 'discount: taken off. extra_charge: added.'),
  percent: nullable(v.number(), 'Percent of the sum of the lines, or null where it is an amount.', 10),
  amount: nullable(minorUnits(), 'Minor units, or null where it is a percentage.'),
});
export type CartDiscount = v.InferOutput<typeof cartDiscount>;

export const cart = shape('Cart', {
  id: recordId(3),
  name: string('By what people recognise it.', 'Столик 4'),
  remark: string('Remark; empty when there is none.', 'Повернеться за 10 хвилин'),
  lines: described(v.array(cartLine), 'What is in it.'),
  amount: minorUnits(
    'Sum of the lines with the discounts, at the prices when it was set aside, minor units.',
    8100,
  ),
  discounts: described(v.array(cartDiscount), 'Discounts and extra charges on the whole basket.'),
  destination: string('Payment purpose; empty: the usual text.'),
  reference: string('Order number; empty when there is none.'),
  comment: string('Internal comment; empty when there is none.'),
  validity: described(v.number(), 'How long the invoice can be paid, seconds.', 86_400),
  payment_type: choice(PAYMENT_TYPES, 'hold: the money is to be held.'),
  customer_emails: described(v.array(v.string()), "The customer's addresses for the fiscal receipt.", []),
  created_by: string('Name of who set it aside; empty when the account was deleted.', 'Олена Коваль'),
  created_at: timestamp('When it was set aside, UTC.'),
  is_taken: flag('True: somebody took it back to sell it.'),
  taken_by: string('Name of who took it back; empty while nobody has.'),
  taken_at: nullable(timestamp(), 'When it was taken back, UTC, or null.'),
  can_return: flag(
    'True: it is taken, and the caller may set it aside again or delete it: who took it, and for a taker who is gone ' +
      'whoever may cancel and refund.',
  ),
});
export type Cart = v.InferOutput<typeof cart>;

export const cartCreate = requestBody(
  'CartCreate',
  {
    name: v.optional(text(MAX_LENGTH.code, { blank: true }), ''),
    remark: v.optional(text(MAX_LENGTH.comment, { blank: true }), ''),
    lines: described(list(invoiceItemCreate, MAX_ITEMS), 'At least one line, as of an invoice.'),
    ...purpose,
    ...basketFields,
  },
  cart,
);
/** quantity in thousandths, discount_pct and percent in hundredths of a percent. */
export type CartCreate = v.InferOutput<typeof cartCreate>;

export const cartQuery = query({
  is_taken: booleanParam(
    'true: those that were taken back within the last day, and may be set aside again. Default: false, those that wait.',
  ),
  ...pageParams,
});
export type CartQuery = v.InferOutput<typeof cartQuery>;
