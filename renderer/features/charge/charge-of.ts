import * as v from 'valibot';
import { invoiceCreate } from '../../../shared/api/invoices.ts';
import {
  basketDiscount,
  DISCOUNT_SCALE,
  lineTotal,
  MAX_AMOUNT,
  QUANTITY_SCALE,
} from '../../../shared/money.ts';
import type { Charge, ChargeDiscount, ChargeLine } from '../../api/mutations.ts';
import { formatScaled, readScaled } from '../../lib/decimals.ts';
import { type AmountFault, parseAmount, parsePrice } from '../../lib/money.ts';
import { type Details, type Form, isByAmount, type Line, linesOf } from './form.ts';

/** Converts a form to a request, or to its faults. */

export type LineField = 'name' | 'price' | 'quantity' | 'discount';
export type TextField = 'destination' | 'reference' | 'comment';
type LinesFault = 'none' | 'zero' | 'range' | 'tooMany';
type DiscountFault = 'format' | 'nothingLeft';

export interface Faults {
  amount?: AmountFault;
  lines?: LinesFault;
  /** Faults by line key. */
  line: ReadonlyMap<number, ReadonlySet<LineField>>;
  texts: ReadonlySet<TextField>;
  discount?: DiscountFault;
  emails?: true;
}

export interface ChargeTerminal {
  terminal: number;
  cashRegister: number | null;
}

export type Read = { charge: Charge; amount: number } | { faults: Faults };

/** The unit price, minor units. A free line may cost nothing. */
export const priceOf = ({ price }: Pick<Line, 'price'>): number | undefined =>
  typeof price === 'number' ? price : parsePrice(price).minor;

const discountOf = ({ discount }: Pick<Line, 'discount'>): number | undefined =>
  discount.trim() === '' ? 0 : readScaled(discount, DISCOUNT_SCALE);

/** A line's total, computed as the service does, minor units; undefined while invalid. */
export const totalOf = (line: Line): bigint | undefined => {
  const price = priceOf(line);
  const quantity = readScaled(line.quantity, QUANTITY_SCALE);
  const discount = discountOf(line);
  if (price === undefined || !quantity || discount === undefined || discount > 10_000) return undefined;
  return lineTotal({ price, quantity, discount });
};

/** The sum of the lines; undefined while a line is invalid or the sum exceeds the limit of an invoice. */
export const sumOf = (lines: readonly Line[]): number | undefined => {
  let sum = 0n;
  for (const line of lines) {
    const total = totalOf(line);
    if (total === undefined) return undefined;
    sum += total;
  }
  return sum > BigInt(MAX_AMOUNT) ? undefined : Number(sum);
};

/** The current amount; undefined when there is none. */
export const amountOf = (form: Form): number | undefined => {
  if (!isByAmount(form)) return basketAmountOf({ ...form, lines: linesOf(form) });
  return parseAmount(form.amount).minor;
};

const basketAmountOf = ({ lines, details }: Form): number | undefined => {
  const sum = lines.length === 0 ? undefined : sumOf(lines);
  const amount = sum && discountedSum(sum, details);
  return amount === undefined || amount < 0 || amount > MAX_AMOUNT ? undefined : amount;
};

const emailsOf = (typed: string) => {
  const emails = typed.split(/[\s,;]+/u).filter((each) => each !== '');
  return emails.length === 0 ? {} : { customer_emails: emails };
};

/** Unparsed input is passed as typed, so that the schema, which is the service's own, refuses it. */
export const itemOf = (line: Line): Omit<ChargeLine, 'price'> & { price: number | string } => {
  const quantity = readScaled(line.quantity, QUANTITY_SCALE);
  const discount = discountOf(line);
  return {
    name: line.name.trim(),
    price: priceOf(line) ?? line.price,
    quantity: quantity === undefined ? line.quantity : formatScaled(quantity, QUANTITY_SCALE, '.'),
    ...(line.unit === '' ? {} : { unit: line.unit }),
    ...(line.product === null ? {} : { product: line.product }),
    ...(discount === 0
      ? {}
      : {
          discount_pct: discount === undefined ? line.discount : formatScaled(discount, DISCOUNT_SCALE, '.'),
        }),
  };
};

const given = (name: TextField, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() });

/** The details as fields of a request: an invoice's, or a cart's. */
export const detailsFields = (details: Details) => ({
  ...given('destination', details.destination),
  ...given('reference', details.reference),
  ...given('comment', details.comment),
  validity: details.validity,
  ...(details.isHold ? { payment_type: 'hold' as const } : {}),
  ...discountsOf(details),
  ...emailsOf(details.emails),
});

/** Keys have a fixed order: equal content gives equal text, and thus the same Idempotency-Key (attempts.ts). */
export const chargeOf = (form: Form, { terminal, cashRegister }: ChargeTerminal): Read => {
  const amount = isByAmount(form) ? parseAmount(form.amount) : undefined;
  const { isHold, discount } = form.details;
  const body = {
    terminal,
    ...(cashRegister === null ? {} : { cash_register: cashRegister }),
    ...(amount === undefined ? { items: form.lines.map(itemOf) } : {}),
    ...(amount?.minor === undefined ? {} : { amount: amount.minor }),
    ...detailsFields({
      ...form.details,
      // A QR register takes debits only.
      isHold: isHold && cashRegister === null,
      // Only lines have a discount.
      discount: amount === undefined ? discount : '',
    }),
    ...(form.cart === undefined ? {} : { cart: form.cart }),
  };
  const faults = faultsOf(form, body, amount?.fault);
  const sum = amountOf(form);
  if (faults || sum === undefined) return { faults: faults ?? { line: new Map(), texts: new Set() } };
  return { charge: body as Charge, amount: sum };
};

const TEXT_FIELDS: ReadonlySet<unknown> = new Set<TextField>(['destination', 'reference', 'comment']);

const faultsOf = (form: Form, body: object, amount: AmountFault | undefined): Faults | undefined => {
  const paths = (v.safeParse(invoiceCreate, body).issues ?? []).map(({ path = [] }) =>
    path.map(({ key }) => key),
  );
  const texts = new Set(
    paths.map(([field]) => field).filter((field) => TEXT_FIELDS.has(field)),
  ) as Set<TextField>;
  const line = lineFaults(form.lines, paths);
  const isTooLong = paths.some(([field, index]) => field === 'items' && index === undefined);
  const lines = isTooLong
    ? 'tooMany'
    : !isByAmount(form) && line.size === 0
      ? sumFault(form.lines)
      : undefined;
  const discount = !isByAmount(form) ? discountFault(form, paths) : undefined;
  const isEmailWrong = paths.some(([field]) => field === 'customer_emails');
  if (!amount && !lines && !discount && !isEmailWrong && line.size === 0 && texts.size === 0)
    return undefined;
  return {
    ...(amount ? { amount } : {}),
    ...(lines ? { lines } : {}),
    ...(discount ? { discount } : {}),
    ...(isEmailWrong ? { emails: true } : {}),
    line,
    texts,
  };
};

const discountFault = ({ lines, details }: Form, paths: readonly unknown[][]): DiscountFault | undefined => {
  if (paths.some(([field]) => field === 'discounts')) return 'format';
  const sum = sumOf(lines);
  if (!sum) return undefined;
  const amount = discountedSum(sum, details);
  if (amount === undefined || amount > MAX_AMOUNT) return 'format';
  return amount < 1 ? 'nothingLeft' : undefined;
};

const lineFaults = (lines: readonly Line[], paths: readonly unknown[][]): Faults['line'] => {
  const faults = new Map<number, Set<LineField>>();
  for (const [field, index, part] of paths) {
    const at = field === 'items' && index !== undefined ? lines[Number(index)] : undefined;
    if (!at) continue;
    // Other faults of a line (unit, product) come from the catalog and are shown at the name.
    faults.set(at.key, (faults.get(at.key) ?? new Set()).add(FIELDS[String(part)] ?? 'name'));
  }
  return faults;
};

const FIELDS: Record<string, LineField> = {
  name: 'name',
  price: 'price',
  quantity: 'quantity',
  discount_pct: 'discount',
};

const sumFault = (lines: readonly Line[]): LinesFault | undefined => {
  if (lines.length === 0) return 'none';
  const sum = sumOf(lines);
  if (sum === undefined) return 'range';
  return sum === 0 ? 'zero' : undefined;
};

/** The discount on the whole basket, or the extra charge, that was typed. Pure. */

type TypedDiscount = Pick<Details, 'discount' | 'discountKind'>;

const isPercent = ({ discountKind }: TypedDiscount): boolean =>
  discountKind === 'percentOff' || discountKind === 'percentOn';

const isExtraCharge = ({ discountKind }: TypedDiscount): boolean =>
  discountKind === 'percentOn' || discountKind === 'amountOn';

/** Hundredths of a percent, or minor units; 0: none; undefined: unreadable. */
const readSize = (typed: TypedDiscount): number | undefined => {
  if (typed.discount.trim() === '') return 0;
  if (isPercent(typed)) return readScaled(typed.discount, DISCOUNT_SCALE);
  return parsePrice(typed.discount).minor;
};

/** Unparsed input is passed as typed, so that the schema, which is the service's own, refuses it. */
const discountsOf = (
  typed: TypedDiscount,
): { discounts?: (Omit<ChargeDiscount, 'amount'> & { amount?: number | string })[] } => {
  const value = readSize(typed);
  if (value === 0) return {};
  const type = isExtraCharge(typed) ? { type: 'extra_charge' as const } : {};
  const size = isPercent(typed)
    ? { percent: value === undefined ? typed.discount : formatScaled(value, DISCOUNT_SCALE, '.') }
    : { amount: value ?? typed.discount };
  return { discounts: [{ ...type, ...size }] };
};

/** A sum of lines with the discount, minor units, which may be less than nothing; undefined while it is unreadable. */
const discountedSum = (sum: number, typed: TypedDiscount): number | undefined => {
  const value = readSize(typed);
  if (value === undefined) return undefined;
  const change = Number(
    basketDiscount(BigInt(sum), isPercent(typed) ? { percent: value } : { amount: value }),
  );
  return isExtraCharge(typed) ? sum + change : sum - change;
};
