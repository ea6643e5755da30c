import * as v from 'valibot';
import { flag, id, minorUnits, nullable, recordId, shape, string, timestamp } from './answers.ts';
import { described, named } from './described.ts';
import { dictionary, list, MAX_LENGTH, text } from './fields.ts';
import { invoiceItemCreate, MAX_ITEMS } from './invoices.ts';
import { booleanParam, pageParams, query } from './query.ts';

/** Sales that are set aside, to be gone on with later or at another register. All of it is beyond version 1. */

const cartLine = shape('CartLine', {
  name: string('Goods or service.', 'Еспресо'),
  price: minorUnits('Price of one when the cart was set aside, minor units.', 4500),
  quantity: described(v.number(), 'How many, up to 3 decimals.', 2),
  unit: string('Label of the unit of measure; empty when there is none.', 'порц'),
  product: nullable(id(), 'Id of the catalog product, or null.', 7),
  discount_pct: described(v.number(), 'Discount in percent, up to 2 decimals.', 0),
  current_price: nullable(
    minorUnits(),
    'Price of the product in the catalog now; null for a free line, and when the product is no longer sold.',
    4900,
  ),
});
export type CartLine = v.InferOutput<typeof cartLine>;

export const cart = shape('Cart', {
  id: recordId(3),
  name: string('By what people recognise it.', 'Столик 4'),
  remark: string('Remark; empty when there is none.', 'Повернеться за 10 хвилин'),
  lines: described(v.array(cartLine), 'What is in it.'),
  amount: minorUnits('Sum of the lines at the prices when it was set aside, minor units.', 9000),
  created_by: string('Name of who set it aside; empty when the account was deleted.', 'Олена Коваль'),
  created_at: timestamp('When it was set aside, UTC.'),
  is_taken: flag('True: somebody took it back to sell it.'),
  taken_by: string('Name of who took it back; empty while nobody has.'),
  taken_at: nullable(timestamp(), 'When it was taken back, UTC, or null.'),
});
export type Cart = v.InferOutput<typeof cart>;

export const cartCreate = named(
  'CartCreate',
  dictionary(
    {
      name: v.optional(text(MAX_LENGTH.code, { blank: true }), ''),
      remark: v.optional(text(MAX_LENGTH.comment, { blank: true }), ''),
      lines: described(list(invoiceItemCreate, MAX_ITEMS), 'At least one line, as of an invoice.'),
    },
    cart,
  ),
);
/** quantity in thousandths, discount_pct in hundredths of a percent. */
export type CartCreate = v.InferOutput<typeof cartCreate>;

export const cartQuery = query({
  is_taken: booleanParam(
    'true: those that were taken back within the last day, and may be set aside again. Default: false, those that wait.',
  ),
  ...pageParams,
});
export type CartQuery = v.InferOutput<typeof cartQuery>;
