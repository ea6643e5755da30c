/**
 * Money is an integer in minor units (1/100 of the currency unit). Quantities and percents are parsed to
 * scaled integers; no float touches money.
 */

/** Highest amount of an invoice and price of an item, minor units. */
export const MAX_AMOUNT = 99_999_999_999;
export const CURRENCY_UAH = 980;

/** Quantities are stored in thousandths, discounts in hundredths of a percent. */
export const QUANTITY_SCALE = 3;
export const DISCOUNT_SCALE = 2;
const QUANTITY_ONE = 1000n;
const HUNDRED_PERCENT = 10_000n;

export interface PricedLine {
  /** Minor units per unit. */
  price: number;
  /** Thousandths: 1500 is 1.5. */
  quantity: number;
  /** Hundredths of a percent: 1250 is 12.5 %. */
  discount: number;
}

/**
 * price × quantity × (1 − discount), rounded half up to a minor unit.
 * A bigint, since the product of the highest values goes beyond what a number holds exactly.
 */
export const lineTotal = ({ price, quantity, discount }: PricedLine): bigint => {
  const divisor = QUANTITY_ONE * HUNDRED_PERCENT;
  const product = BigInt(price) * BigInt(quantity) * (HUNDRED_PERCENT - BigInt(discount));
  return (product + divisor / 2n) / divisor;
};

/**
 * A discount on a whole basket, or an extra charge, minor units: an amount, or a percentage of the sum of the lines,
 * whatever the other discounts are, rounded half up.
 * @param percent hundredths of a percent
 */
export const basketDiscount = (
  sum: bigint,
  { percent, amount }: { percent?: number | undefined; amount?: number | undefined },
): bigint =>
  percent === undefined
    ? BigInt(amount ?? 0)
    : (sum * BigInt(percent) + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;

/**
 * A sum as it is paid in cash, minor units: to whole steps, half a step up (in steps of 50: 24 → 0, 25 → 50, 74 → 50,
 * 75 → 100), the rule of the National Bank since October 2025.
 * @param step minor units; 1 rounds nothing
 */
export const roundedCash = (total: number, step: number): number =>
  Math.floor((total + Math.floor(step / 2)) / step) * step;

/** A basket whose lines do not make its amount: what they make, and what its own discounts and charges add to that. */
interface BasketChange {
  /** Minor units. */
  lines: number;
  /** Minor units; negative: a discount. */
  change: number;
}

/** Discounts and extra charges on a whole basket, added up; undefined: none, or an amount without lines. */
export const basketChange = (
  amount: number,
  lines: readonly { amount: number }[],
): BasketChange | undefined => {
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  return lines.length === 0 || sum === amount ? undefined : { lines: sum, change: amount - sum };
};

/**
 * The value of returning `quantity`, minor units: its share of the line's paid amount, after the discount. Shares are
 * taken of the running total, so that all returns of a line add up to exactly that amount.
 * @param line its paid amount, minor units, and its quantity and what was returned before, thousandths
 */
export const returnedAmount = (
  line: { amount: number; quantity: number; returned: number },
  quantity: number,
): number => Number(shareOf(line, line.returned + quantity) - shareOf(line, line.returned));

/** amount × part / quantity, rounded half up. */
const shareOf = ({ amount, quantity }: { amount: number; quantity: number }, part: number): bigint => {
  const whole = BigInt(quantity);
  return (BigInt(amount) * BigInt(part) + whole / 2n) / whole;
};

/**
 * Distributes an amount in proportion to weights: whole units that add up to it exactly; each share is less than one
 * unit off its exact value, and 0 for a weight of 0. If all weights are 0, the first gets everything.
 * @param amount an integer, 0 or more
 * @param weights integers, 0 or more
 */
export const shareOut = (amount: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  let upTo = 0;
  let shared = 0;
  return weights.map((weight) => {
    upTo += weight;
    const before = shared;
    shared = portion(amount, upTo, whole);
    return shared - before;
  });
};

/** amount × part / whole, rounded down; the product may exceed the exact integers of a number. */
const portion = (amount: number, part: number, whole: number): number =>
  amount * part <= Number.MAX_SAFE_INTEGER
    ? Math.floor((amount * part) / whole)
    : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?$|^([+-]?)\.(\d+)$/;
/** Far beyond every range, and still quick to parse. */
const MAX_DIGITS = 100;

/**
 * A decimal as sent (JSON number or decimal string) → its value × 10^scale. Digits are read as text: 0.1 + 0.2 never
 * happens here.
 */
export const parseScaled = (
  input: string | number,
  scale: number,
): bigint | 'not-a-number' | 'too-precise' => {
  if (typeof input === 'number' && !Number.isFinite(input)) return 'not-a-number';
  // From 1e21 up a number prints with an exponent; it is an integer then.
  if (typeof input === 'number' && Math.abs(input) >= 1e21) return BigInt(input) * 10n ** BigInt(scale);
  const source = typeof input === 'number' ? input.toString() : input.trim();
  // Below 1e-6 a number also prints with one: more decimals than any scale here.
  if (typeof input === 'number' && source.includes('e')) return 'too-precise';
  const match = DECIMAL.exec(source);
  if (!match) return 'not-a-number';
  const sign = match[1] ?? match[4];
  const whole = match[2] ?? '';
  const fraction = match[3] ?? match[5] ?? '';
  if (whole.length > MAX_DIGITS) return 'not-a-number';
  if (fraction.length > scale) return 'too-precise';
  const scaled = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign === '-' ? -scaled : scaled;
};

/** `123450` → `1 234,50 ₴`, or `1 234,50 USD`; the same in every language, with non-breaking spaces. */
export const formatAmount = (minor: number, ccy: number = CURRENCY_UAH): string =>
  `${groupedAmount(minor)}\u00a0${currencySign(ccy)}`;

/**
 * `340,00 ₴, 70,00 USD`: amounts summed by currency, hryvnia first, then by code; what adds up to nothing is left out,
 * unless nothing remains.
 * @param amounts ccy: hryvnia where it is absent
 */
export const formatSums = (amounts: readonly { amount: number; ccy?: number | undefined }[]): string => {
  const sums = new Map([[CURRENCY_UAH, 0]]);
  for (const { amount, ccy = CURRENCY_UAH } of amounts) sums.set(ccy, (sums.get(ccy) ?? 0) + amount);
  const shown = [...sums].filter(([, sum]) => sum !== 0);
  if (shown.length === 0) return formatAmount(0);
  const rank = ([ccy]: [number, number]): number => (ccy === CURRENCY_UAH ? 0 : ccy);
  return shown
    .toSorted((one, other) => rank(one) - rank(other))
    .map(([ccy, sum]) => formatAmount(sum, ccy))
    .join(', ');
};

/** `₴`, or the code of another currency. */
export const currencySign = (ccy: number): string => (ccy === CURRENCY_UAH ? '₴' : currencyCode(ccy));

/** The same without the currency. */
export const groupedAmount = (minor: number): string => {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not an amount in minor units: ${minor}`);
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/gu, '\u00a0');
  return `${minor < 0 ? '−' : ''}${whole},${digits.slice(-2)}`;
};

/** Alphabetic codes of currencies that cards in Ukraine are paid in most; of another its number. */
const CURRENCY_CODES: Readonly<Record<number, string>> = {
  980: 'UAH',
  840: 'USD',
  978: 'EUR',
  826: 'GBP',
  985: 'PLN',
  756: 'CHF',
  203: 'CZK',
  498: 'MDL',
  946: 'RON',
  348: 'HUF',
};

/** ISO 4217: 840 → USD. */
export const currencyCode = (ccy: number): string => CURRENCY_CODES[ccy] ?? String(ccy).padStart(3, '0');
