import type { Cart } from '../../../../shared/api/carts.ts';
import { sumOf } from '../charge-of.ts';
import { asTyped, type Details, EMPTY_FORM, type Form, lineOf, typedChange, VALIDITIES } from '../form.ts';

/** A cart that was taken back, as a form, and what is no longer as it was. Pure. */

/** The names of products that are no longer sold. */
export const notSold = ({ lines }: Pick<Cart, 'lines'>): string[] =>
  lines.flatMap(({ product, current_price, name }) =>
    product !== null && current_price === null ? [name] : [],
  );

/** The discounts and charges of the form: one as it was typed, several as one in hryvnias. */
const discountOf = ({ discounts, amount, lines }: Cart): Partial<Details> => {
  const [only, ...others] = discounts;
  if (only && others.length === 0 && only.percent !== null)
    return {
      discount: asTyped(only.percent),
      discountKind: only.type === 'discount' ? 'percentOff' : 'percentOn',
    };
  const change = amount - (sumOf(lines.map(lineOf)) ?? amount);
  return change === 0 ? {} : typedChange(change);
};

const detailsOf = (cart: Cart): Details => {
  const { destination, reference, comment, validity, payment_type, customer_emails } = cart;
  return {
    ...EMPTY_FORM.details,
    destination,
    reference,
    comment,
    validity: VALIDITIES.find((each) => each === validity) ?? EMPTY_FORM.details.validity,
    isHold: payment_type === 'hold',
    ...discountOf(cart),
    emails: customer_emails.join(', '),
  };
};

/** At the prices when it was set aside: those that have changed since are asked about as in any sale. */
export const formOfCart = (cart: Cart): Form => ({
  ...EMPTY_FORM,
  mode: 'lines',
  lines: cart.lines.map((line, at) => lineOf(line, at + 1)),
  details: detailsOf(cart),
  cart: cart.id,
});
