import * as v from 'valibot';
import type { CartLine } from '../../../shared/api/carts.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import { DEFAULT_VALIDITY, type Invoice } from '../../../shared/api/invoices.ts';
import { basketChange, formatAmount, QUANTITY_SCALE } from '../../../shared/money.ts';
import { formatScaled, readScaled } from '../../lib/decimals.ts';
import { parseAmount, typedPrice } from '../../lib/money.ts';

/** The form's raw input; charge-of.ts parses it. */

export const VALIDITIES = [600, 3600, 86_400, 259_200] as const;

const lineSchema = v.object({
  /** Unique within the form. */
  key: v.number(),
  /** null: a free line. */
  product: v.nullable(v.number()),
  name: v.string(),
  unit: v.string(),
  /** Minor units from the catalog; raw input in a free line. */
  price: v.union([v.number(), v.string()]),
  quantity: v.string(),
  discount: v.string(),
});
export type Line = v.InferOutput<typeof lineSchema>;

/** A discount on the whole basket or an extra charge, in percent or in hryvnias. */
const DISCOUNT_KINDS = ['percentOff', 'amountOff', 'percentOn', 'amountOn'] as const;

const detailsSchema = v.object({
  destination: v.string(),
  reference: v.string(),
  comment: v.string(),
  validity: v.number(),
  isHold: v.optional(v.boolean(), false),
  discount: v.optional(v.string(), ''),
  discountKind: v.optional(v.picklist(DISCOUNT_KINDS), 'percentOff'),
  /** Of the customer, with commas or spaces between them. */
  emails: v.optional(v.string(), ''),
});
export type Details = v.InferOutput<typeof detailsSchema>;

export const formSchema = v.object({
  /** What is shown beside the cart; auto: products, where the catalog has any. */
  mode: v.picklist(['auto', 'amount', 'lines']),
  amount: v.string(),
  lines: v.array(lineSchema),
  details: detailsSchema,
  /** The cart (id) that the lines were taken from. */
  cart: v.optional(v.number()),
});
export type Form = v.InferOutput<typeof formSchema>;

export const EMPTY_FORM: Form = {
  mode: 'auto',
  amount: '',
  lines: [],
  details: {
    destination: '',
    reference: '',
    comment: '',
    validity: DEFAULT_VALIDITY,
    isHold: false,
    discount: '',
    discountKind: 'percentOff',
    emails: '',
  },
};

/** A product, and how much of it a label says; one without it. */
export type AddedProduct = Pick<Product, 'id' | 'name' | 'price' | 'unit_name'> & { quantity?: number };

export type FormAction =
  | { type: 'mode'; mode: Form['mode'] }
  | { type: 'amount'; amount: string }
  | { type: 'add'; product: AddedProduct }
  | { type: 'ownSum'; name: string }
  | { type: 'line'; key: number; changes: Partial<Pick<Line, 'name' | 'price' | 'quantity' | 'discount'>> }
  | { type: 'step'; key: number; by: 1 | -1 }
  | { type: 'remove'; key: number }
  | { type: 'details'; changes: Partial<Details> }
  | { type: 'clear' };

const ONE = 10 ** QUANTITY_SCALE;

export const reduceForm = (form: Form, action: FormAction): Form => {
  switch (action.type) {
    case 'mode':
      return { ...form, mode: action.mode };
    case 'amount':
      return { ...form, amount: action.amount };
    case 'add':
      return { ...form, lines: withProduct(form.lines, action.product) };
    case 'ownSum':
      return hasAmount(form) ? { ...form, amount: '', lines: linesOf(form, action.name) } : form;
    case 'line':
      return { ...form, lines: changed(form.lines, action.key, (each) => ({ ...each, ...action.changes })) };
    case 'step':
      return { ...form, lines: changed(form.lines, action.key, (each) => stepped(each, action.by * ONE)) };
    case 'remove':
      return { ...form, lines: form.lines.filter(({ key }) => key !== action.key) };
    case 'details':
      return { ...form, details: { ...form.details, ...action.changes } };
    case 'clear':
      return { ...EMPTY_FORM, mode: form.mode };
  }
};

/** Whether the pad holds a sum. */
const hasAmount = ({ amount }: Form): boolean => parseAmount(amount).minor !== undefined;

/** Whether the sale is a sum without lines. */
export const isByAmount = ({ lines, mode, amount }: Form): boolean =>
  lines.length === 0 && (mode !== 'lines' || amount.trim() !== '');

/** The lines with the sum of the pad, which becomes one beside others. */
export const linesOf = (form: Form, name = '-'): Line[] =>
  hasAmount(form)
    ? [...form.lines, line(form.lines, { product: null, name, unit: '', price: form.amount })]
    : form.lines;

const line = (lines: readonly Line[], facts: Pick<Line, 'product' | 'name' | 'unit' | 'price'>): Line => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  quantity: '1',
  discount: '',
  ...facts,
});

const changed = (lines: readonly Line[], key: number, change: (line: Line) => Line): Line[] =>
  lines.map((each) => (each.key === key ? change(each) : each));

/** More or less, in thousandths, and never nothing: a button removes the line. */
const stepped = (each: Line, by: number): Line => {
  const quantity = readScaled(each.quantity, QUANTITY_SCALE);
  if (quantity === undefined) return each;
  const next = quantity + by;
  return next <= 0 ? each : { ...each, quantity: formatScaled(next, QUANTITY_SCALE) };
};

/** Adding the same product at the same price adds to its quantity: one more, or what a label says. */
const withProduct = (
  lines: readonly Line[],
  { id, name, price, unit_name, quantity = 1 }: AddedProduct,
): Line[] => {
  const thousandths = Math.round(quantity * ONE);
  const there = lines.find((each) => each.product === id && each.price === price);
  if (there) return changed(lines, there.key, (each) => stepped(each, thousandths));
  const added = line(lines, { product: id, name, unit: unit_name, price });
  return [...lines, { ...added, quantity: formatScaled(thousandths, QUANTITY_SCALE) }];
};

export const isEmpty = ({ amount, lines, details }: Form): boolean =>
  amount.trim() === '' &&
  lines.length === 0 &&
  [details.destination, details.reference, details.comment, details.discount, details.emails].every(
    (text) => text.trim() === '',
  );

/** A form with the content of a failed invoice, except for its number. */
export const formOf = (invoice: Invoice): Form => {
  const { amount, items, destination, comment, reference, number_display } = invoice;
  return {
    mode: items.length === 0 ? 'amount' : 'lines',
    amount:
      items.length === 0
        ? formatAmount(amount)
            .replace(/\u00a0₴$/u, '')
            .replaceAll('\u00a0', ' ')
        : '',
    lines: items.map((item, at) => lineOf(item, at + 1)),
    details: {
      ...EMPTY_FORM.details,
      destination,
      comment,
      reference: reference === `INV-${number_display}` ? '' : reference,
      ...typedDiscount(invoice),
    },
  };
};

/** A decimal as it is typed. */
export const asTyped = (value: number): string => String(value).replace('.', ',');

/** A line of an invoice or a cart as it is typed. */
export const lineOf = (
  { product, name, unit, price, quantity, discount_pct }: Invoice['items'][number] | CartLine,
  key: number,
): Line => ({
  key,
  product,
  name,
  unit,
  price: product === null ? formatScaled(price, 2) : price,
  quantity: asTyped(quantity),
  discount: discount_pct === 0 ? '' : asTyped(discount_pct),
});

/** The basket's discounts and charges as one, in hryvnias. */
const typedDiscount = ({ amount, items }: Invoice): Partial<Details> => {
  const { change } = basketChange(amount, items) ?? { change: 0 };
  return change === 0 ? {} : typedChange(change);
};

/** @param change minor units; negative: a discount */
export const typedChange = (change: number): Pick<Details, 'discount' | 'discountKind'> => ({
  discount: typedPrice(Math.abs(change)),
  discountKind: change < 0 ? 'amountOff' : 'amountOn',
});
