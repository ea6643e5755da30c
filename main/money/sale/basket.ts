import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { InvoiceDiscountInput, InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import { type FiscalFields, NO_FISCAL_FIELDS } from '../../../shared/fiscal.ts';
import { basketDiscount, lineTotal, MAX_AMOUNT, QUANTITY_SCALE, shareOut } from '../../../shared/money.ts';
import type { BankBasketLine, BankDiscount, CancelItem, ReceiptExtras } from '../../bank/requests.ts';
import type { FiscalState } from '../../shop/fiscal/settings.ts';
import type { SoldProduct } from '../../store/sold-products.ts';

/** The prices of a sale, and its lines as the bank gets them, with their names, codes and fiscal fields. Pure. */

/** The part of a line that the bank gets in sales and returns alike. */
export interface LineLabel {
  name: string;
  code: string;
  extras: ReceiptExtras;
}

/** An item with its total, minor units. */
export type PricedItem = InvoiceItemInput & { amount: number };

/** A discount on the whole basket, or an extra charge, in minor units. */
export interface BasketDiscount {
  type: InvoiceDiscountInput['type'];
  amount: number;
}

/** The sums of a basket, minor units. */
export interface PricedBasket {
  items: PricedItem[];
  discounts: BasketDiscount[];
  total: number;
}

/**
 * Why a basket's sum can be no invoice: the items make nothing, the discounts leave nothing, or it is more than an
 * invoice may be.
 */
export type SumProblem = 'zero' | 'nothing-left' | 'too-large';

/** Totals of the items and their sum less the discounts; bigints until they are known to be in range. */
export const priceItems = (
  items: readonly InvoiceItemInput[],
  discounts: readonly InvoiceDiscountInput[] = [],
): PricedBasket | SumProblem => {
  const totals = items.map(({ price, quantity, discount_pct }) =>
    lineTotal({ price, quantity, discount: discount_pct }),
  );
  const sum = totals.reduce((left, right) => left + right, 0n);
  if (sum === 0n) return 'zero';
  const changes = discounts.map((each) => ({ type: each.type, amount: basketDiscount(sum, each) }));
  const total = changes.reduce(
    (left, { type, amount }) => (type === 'discount' ? left - amount : left + amount),
    sum,
  );
  if (total < 1n) return 'nothing-left';
  if (sum > BigInt(MAX_AMOUNT) || total > BigInt(MAX_AMOUNT)) return 'too-large';
  return {
    items: items.map((item, index) => ({ ...item, amount: Number(totals[index]) })),
    // A percentage of a small sum may be nothing.
    discounts: changes
      .filter(({ amount }) => amount > 0n)
      .map(({ type, amount }) => ({ type, amount: Number(amount) })),
    total: Number(total),
  };
};

/** The lines of a sale as they are kept. */
export const soldRows = (items: readonly PricedItem[]) =>
  items.map(({ name, price, quantity, unit, product, discount_pct, amount }) => ({
    name,
    price,
    quantity,
    unit,
    product_id: product,
    discount: discount_pct,
    amount,
  }));

export interface BasketItem extends LineLabel {
  unit: string;
  price: number;
  /** Thousandths. */
  quantity: number;
  /** Hundredths of a percent. */
  discount_pct: number;
  /** price × quantity less the discount, minor units. */
  amount: number;
}

interface Basket {
  basketOrder: BankBasketLine[];
  discounts?: BankDiscount[];
}

const ONE = 10 ** QUANTITY_SCALE;

/** One line for an amount without goods: a fiscal register takes no receipt without lines. */
export const lineOfAmount = ({ name, code, extras }: LineLabel, amount: number): CancelItem => ({
  name,
  qty: 1,
  sum: amount,
  code,
  ...extras,
});

/**
 * Quantities (thousandths) and unit prices (minor units) whose products, each rounded half up, add up to `amount`: one
 * pair if possible, else two, the second with a price higher by one.
 * @param preferred unit price to use if it fits
 */
export const unitPrices = (
  quantity: number,
  amount: number,
  preferred: number,
): { quantity: number; price: number }[] => {
  const below = Number((BigInt(amount) * BigInt(ONE)) / BigInt(quantity));
  const exact = [preferred, below, below + 1].find((price) => product(quantity, price) === amount);
  if (exact !== undefined) return [{ quantity, price: exact }];
  const price = product(quantity, below + 1) < amount ? below + 1 : below;
  // Each whole unit at the higher price adds exactly one minor unit.
  const dearer = (amount - product(quantity, price)) * ONE;
  return [
    { quantity: quantity - dearer, price },
    { quantity: dearer, price: price + 1 },
  ];
};

/** quantity × price, rounded half up to a minor unit. */
const product = (quantity: number, price: number): number =>
  Number((BigInt(quantity) * BigInt(price) + BigInt(ONE / 2)) / BigInt(ONE));

const labelled = ({ name, code, extras, unit }: BasketItem, qty: number, sum: number): BankBasketLine => ({
  name,
  code,
  qty: qty / ONE,
  sum,
  ...(unit === '' ? {} : { unit }),
  ...extras,
});

export const basketLine = (item: BasketItem): BankBasketLine => ({
  ...labelled(item, item.quantity, item.price),
  ...(item.discount_pct === 0
    ? {}
    : { discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: item.discount_pct / 100 }] }),
});

/** At the prices that are paid; two lines where no price of one makes the amount. */
const paidLines = (items: readonly BasketItem[], total: number): BankBasketLine[] => {
  const paid = shareOut(
    total,
    items.map(({ amount }) => amount),
  );
  return items.flatMap((item, at) =>
    unitPrices(item.quantity, paid[at] ?? 0, item.price).map(({ quantity, price }) =>
      labelled(item, quantity, price),
    ),
  );
};

const WIRE_TYPES = { discount: 'DISCOUNT', extra_charge: 'EXTRA_CHARGE' } as const;

/** Sums of minor units in one hryvnia, which the bank takes with two decimals. */
const inHryvnias = (minor: number): number => minor / 100;

interface Sale {
  items: readonly BasketItem[];
  discounts: readonly BasketDiscount[];
  /** What is paid, minor units. */
  total: number;
  /** The line of a sale without items. */
  whole: LineLabel;
  /** The fiscal service of the merchant; "": not known. */
  service: FiscalState['service'];
}

/**
 * The lines of a sale as the bank gets them, so that they make the amount to the minor unit. Checkbox takes discounts
 * and gets them as such: a line's as the percentage that was typed, the basket's in hryvnias, whose sum leaves
 * nothing to round. Any other service adds up quantity × price alone, so each line goes at the price that is paid,
 * with its share of the basket's discounts.
 */
export const basketOf = ({ items, discounts, total, whole, service }: Sale): Basket => {
  if (items.length === 0) return { basketOrder: [lineOfAmount(whole, total)] };
  // A merchant of whom no service is known is treated like one of Checkbox.
  if (service !== 'checkbox' && service !== '') return { basketOrder: paidLines(items, total) };
  return {
    basketOrder: items.map(basketLine),
    ...(discounts.length === 0
      ? {}
      : {
          discounts: discounts.map(({ type, amount }) => ({
            type: WIRE_TYPES[type],
            mode: 'VALUE' as const,
            value: inHryvnias(amount),
          })),
        }),
  };
};

/** The product's fields, and where it has none, the terminal's. */
const extrasOf = (product: SoldProduct | undefined, defaults: FiscalFields): ReceiptExtras => {
  const own = product?.fiscal ?? NO_FISCAL_FIELDS;
  const tax = own.tax.length > 0 ? own.tax : defaults.tax;
  const extras: ReceiptExtras = {};
  if (tax.length > 0) extras.tax = tax;
  if (product?.barcode) extras.barcode = product.barcode;
  for (const name of ['header', 'footer', 'uktzed'] as const) {
    const text = own[name] || defaults[name];
    if (text !== '') extras[name] = text;
  }
  return extras;
};

/** @param product undefined: the line has none @param position of the line, from 0 */
export const labelOf = (
  { settings: { defaults } }: Pick<FiscalState, 'settings'>,
  product: SoldProduct | undefined,
  name: string,
  position: number,
): LineLabel => ({
  // The product's own name for documents, if it has one.
  name: product?.name_for_docs || name,
  code: String(product?.code ?? position + 1),
  extras: extrasOf(product, defaults),
});

/** The line of an amount without goods. */
export const labelOfAmount = (
  { settings: { defaults } }: Pick<FiscalState, 'settings'>,
  destination: string,
): LineLabel => ({
  name: [...destination].slice(0, MAX_LENGTH.name).join(''),
  code: '1',
  extras: extrasOf(undefined, defaults),
});

/** Why the register would refuse a line; undefined: nothing is known against it. */
export const labelProblem = (
  { isFiscal, service }: Pick<FiscalState, 'isFiscal' | 'service'>,
  { name, extras }: LineLabel,
): Problem | undefined =>
  isFiscal && service === 'vchasnokasa' && extras.tax === undefined
    ? problem(
        'tax_missing',
        `"${name}" has no tax rate, and Вчасно.Каса takes no line without one. Nothing was requested. Set it on the ` +
          "product, or as the terminal's default.",
        { name },
      )
    : undefined;
