import type { Cart, CartLine } from '../../../../shared/api/carts.ts';
import { formatScaled } from '../../../lib/decimals.ts';
import { sumOf } from '../charge-of.ts';
import { type Details, EMPTY_FORM, type Form, type Line, typedChange, VALIDITIES } from '../form.ts';

/** A cart that was taken back, as a form, and what is no longer as it was. Pure. */

const asTyped = (value: number): string => String(value).replace('.', ',');

/** A product whose price has changed since the cart was set aside. */
export interface PriceChange {
  name: string;
  from: number;
  to: number;
}

const isChanged = ({ price, current_price }: CartLine): boolean =>
  current_price !== null && current_price !== price;

export const priceChanges = ({ lines }: Pick<Cart, 'lines'>): PriceChange[] =>
  lines.flatMap((line) =>
    isChanged(line) ? [{ name: line.name, from: line.price, to: line.current_price ?? line.price }] : [],
  );

/** The names of products that are no longer sold. */
export const notSold = ({ lines }: Pick<Cart, 'lines'>): string[] =>
  lines.flatMap(({ product, current_price, name }) =>
    product !== null && current_price === null ? [name] : [],
  );

const lineOf = (line: CartLine, key: number, isRepriced: boolean): Line => {
  const price = isRepriced ? (line.current_price ?? line.price) : line.price;
  return {
    key,
    product: line.product,
    name: line.name,
    unit: line.unit,
    price: line.product === null ? formatScaled(price, 2) : price,
    quantity: asTyped(line.quantity),
    discount: line.discount_pct === 0 ? '' : asTyped(line.discount_pct),
  };
};

/** The discounts and charges of the form: one as it was typed, several as one in hryvnias. */
const discountOf = ({ discounts, amount, lines }: Cart): Partial<Details> => {
  const [only, ...others] = discounts;
  if (only && others.length === 0 && only.percent !== null)
    return {
      discount: asTyped(only.percent),
      discountKind: only.type === 'discount' ? 'percentOff' : 'percentOn',
    };
  const change = amount - (sumOf(lines.map((line, at) => lineOf(line, at, false))) ?? amount);
  return change === 0 ? {} : typedChange(change);
};

const detailsOf = (cart: Cart): Details => {
  const { destination, reference, comment, validity, payment_type, customer_emails } = cart;
  return {
    ...EMPTY_FORM.details,
    ...{ destination, reference, comment },
    validity: VALIDITIES.find((each) => each === validity) ?? EMPTY_FORM.details.validity,
    isHold: payment_type === 'hold',
    ...discountOf(cart),
    emails: customer_emails.join(', '),
  };
};

/** @param isRepriced at the present prices, in place of those when it was set aside */
export const formOfCart = (cart: Cart, isRepriced: boolean): Form => ({
  ...EMPTY_FORM,
  mode: 'lines',
  lines: cart.lines.map((line, at) => lineOf(line, at + 1, isRepriced)),
  details: detailsOf(cart),
  cart: cart.id,
});
