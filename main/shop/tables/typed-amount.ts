import { fold } from '../../../shared/text.ts';

/** Amounts as people and programs write them in tables. Pure. */

/** ISO codes of the currencies that lists of goods in Ukraine name, by their signs and words. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  UAH: ['₴', 'грн', 'гривня', 'гривні', 'гривень', 'uah', 'hrn', '980'],
  // «У. о.» is a dollar at the seller's own rate, which whoever imports the list types.
  USD: ['$', 'usd', 'us$', 'дол', 'долар', 'долари', 'доларів', 'доллар', 'долл', 'уо', 'уе', '840'],
  EUR: ['€', 'eur', 'euro', 'євро', 'евро', '978'],
  PLN: ['zł', 'zl', 'pln', 'злотий', 'злоті', 'злотих', '985'],
  GBP: ['£', 'gbp', 'фунт', '826'],
  RUB: ['₽', 'rub', 'руб'],
};
const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(CURRENCIES).flatMap(([code, words]) => words.map((word) => [word, code] as const)),
);

export const HRYVNIA = 'UAH';

/** The currency that a text names and nothing else, as `$`, `дол.`, `EUR`; undefined: it names none. */
export const currencyOf = (text: string): string | undefined => {
  const word = fold(text).replaceAll(/[\s.]/gu, '');
  return CODES.get(word) ?? (/^[a-z]{3}$/.test(word) ? word.toUpperCase() : undefined);
};

/** A currency named in the title of a column, as in `Ціна, $`; undefined: none is. */
export const currencyInTitle = (title: string): string | undefined => {
  const sign = /[₴$€£₽]|zł/iu.exec(title)?.[0];
  if (sign !== undefined) return currencyOf(sign);
  const words = fold(title)
    .replaceAll(/(?<!\p{L})у\. ?[ое](?!\p{L})/gu, 'уо')
    .split(/[^\p{L}]+/u);
  return words.map((word) => CODES.get(word)).find((code) => code !== undefined);
};

/** A decimal number, exact: `digits` / 10^`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

interface TypedAmount extends Decimal {
  /** The currency that stands beside the number. */
  currency: string | undefined;
}

export type DecimalSign = '.' | ',';

/** Longest text that is examined, and digits of a number. */
const MAX_TEXT = 100;

const PLAIN = /^(?<whole>\d+)(?:(?<sign>[.,])(?<decimals>\d+))?$/;
const SHAPES = [
  PLAIN,
  // Grouped by spaces or apostrophes.
  /^(?<whole>\d{1,3}(?:[ '’]\d{3})+)(?:[.,](?<decimals>\d+))?$/,
  // Grouped by the other of comma and dot than that before the decimals.
  /^(?<whole>\d{1,3}(?:,\d{3})+)\.(?<decimals>\d+)$/,
  /^(?<whole>\d{1,3}(?:\.\d{3})+),(?<decimals>\d+)$/,
  /^(?<whole>\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,})$/,
];

/** `1,234`: a thousand and more, or one and a fraction. */
const isAmbiguous = (whole: string, decimals: string): boolean =>
  decimals.length === 3 && whole.length <= 3 && !whole.startsWith('0');

const split = (typed: string): [before: string, number: string, after: string] | undefined => {
  const text = typed.replaceAll(/[\s\u2009\u202f]+/gu, ' ').trim();
  if (text.length > MAX_TEXT) return undefined;
  const [, before = '', number = '', after = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/u.exec(text) ?? [];
  return number === '' ? undefined : [before.trim(), number, after.trim()];
};

/**
 * `1 234,50 ₴`, `12,5 грн`, `$1,234.50`, `55.0000`; undefined: no amount.
 * @param decimalSign what separates decimals; without it a text that could mean two things (`1,234`) is 'ambiguous'
 */
export const readTypedAmount = (
  typed: string,
  decimalSign?: DecimalSign,
): TypedAmount | 'ambiguous' | undefined => {
  const [before, number, after] = split(typed) ?? [];
  if (before === undefined || number === undefined || after === undefined) return undefined;
  const named = [before, after].filter((part) => part !== '').map(currencyOf);
  if (named.length > 1 || named.includes(undefined)) return undefined;
  const [currency] = named;
  const groups = SHAPES.map((shape) => shape.exec(number)).find((found) => found !== null)?.groups;
  if (!groups) return undefined;
  const { whole = '', decimals = '', sign } = groups;
  const isGrouped = sign !== undefined && isAmbiguous(whole, decimals) && decimalSign !== sign;
  if (isGrouped && decimalSign === undefined) return 'ambiguous';
  return {
    digits: BigInt(whole.replaceAll(/\D/gu, '') + decimals),
    scale: isGrouped ? 0 : decimals.length,
    currency,
  };
};

const signOf = (typed: string): DecimalSign | undefined => {
  const number = split(typed)?.[1] ?? '';
  const { whole = '', decimals = '', sign } = PLAIN.exec(number)?.groups ?? {};
  if (sign !== undefined) return isAmbiguous(whole, decimals) ? undefined : (sign as DecimalSign);
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+|(?<=,\d{3},\d{3}))$/.test(number)) return '.';
  return /^\d{1,3}(?:\.\d{3})+(?:,\d+|(?<=\.\d{3}\.\d{3}))$/.test(number) ? ',' : undefined;
};

/** What separates decimals in a column, by the amounts that can mean one thing only; undefined: they do not agree. */
export const decimalSignOf = (column: Iterable<string>): DecimalSign | undefined => {
  const signs = new Set<DecimalSign>();
  for (const cell of column) {
    const sign = signOf(cell);
    if (sign !== undefined) signs.add(sign);
  }
  const [sign] = signs;
  return signs.size === 1 ? sign : undefined;
};

const ONE: Decimal = { digits: 1n, scale: 0 };

/** Minor units, half rounded up. @param rate minor units of one */
export const minorUnitsOf = (amount: Decimal, rate: Decimal = ONE): { minor: bigint; isRounded: boolean } => {
  const product = amount.digits * rate.digits * 100n;
  const divisor = 10n ** BigInt(amount.scale + rate.scale);
  return { minor: (product + divisor / 2n) / divisor, isRounded: product % divisor !== 0n };
};

/** An amount of hryvnias, minor units; undefined: none, or one that is above `max`, or could mean two things. */
export const parseTypedAmount = (
  typed: string,
  max: number,
  decimalSign?: DecimalSign,
): number | undefined => {
  const read = readTypedAmount(typed, decimalSign);
  if (read === undefined || read === 'ambiguous' || (read.currency ?? HRYVNIA) !== HRYVNIA) return undefined;
  const { minor } = minorUnitsOf(read);
  return minor <= BigInt(max) ? Number(minor) : undefined;
};
