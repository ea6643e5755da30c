import type { Cart, CartLine } from '../../../../shared/api/carts.ts';
import { formatScaled } from '../../../lib/decimals.ts';
import { EMPTY_FORM, type Form, type Line } from '../form.ts';

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

/** @param isRepriced at the present prices, in place of those when it was set aside */
export const formOfCart = ({ id, lines }: Cart, isRepriced: boolean): Form => ({
  ...EMPTY_FORM,
  mode: 'lines',
  lines: lines.map((line, at) => lineOf(line, at + 1, isRepriced)),
  cart: id,
});
