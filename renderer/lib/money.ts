import { MAX_AMOUNT } from '../../shared/money.ts';

/** Parses and formats amounts. Integers in minor units throughout: no float touches money. */

export type AmountFault = 'empty' | 'format' | 'range';
type Parsed = { minor: number; fault?: undefined } | { minor?: undefined; fault: AmountFault };

/** Digits plain or grouped by threes, then at most two decimals behind a comma or a dot. */
const shape = /^(?<whole>\d+|\d{1,3}(?: \d{3})+)(?:[.,](?<decimals>\d{1,2}))?$/;

/**
 * `340`, `340,5`, `340.50`, `1 234,50`, `1 234,50 ₴`, `340 грн`. Ambiguous input (`1,234`, `12 34`) is refused, since a
 * wrong guess here is a wrong charge.
 */
export function parseAmount(typed: string): Parsed {
  const text = typed
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/ ?(?:₴|грн\.?|uah)$/iu, '');
  if (text === '') return { fault: 'empty' };
  const { whole, decimals = '' } = shape.exec(text)?.groups ?? {};
  if (whole === undefined) return { fault: 'format' };
  const digits = (whole.replaceAll(' ', '') + decimals.padEnd(2, '0')).replace(/^0+(?=\d)/u, '');
  if (digits.length > String(MAX_AMOUNT).length) return { fault: 'range' };
  const minor = Number.parseInt(digits, 10);
  return minor >= 1 && minor <= MAX_AMOUNT ? { minor } : { fault: 'range' };
}

const LOCALES = { uk: 'uk-UA', en: 'en-GB' };

const compact = new Map<string, Intl.NumberFormat>();

const compactFormat = (locale: string): Intl.NumberFormat => {
  let format = compact.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
    compact.set(locale, format);
  }
  return format;
};

/**
 * `1250000` → `12,5 тис. ₴`: for an axis, where there is no room for every digit. Two decimals: the steps of an axis
 * have at most three digits that count, so that no label is rounded (1050 ₴ is `1,05 тис. ₴`).
 */
export const formatCompact = (minor: number, language: keyof typeof LOCALES): string =>
  `${compactFormat(LOCALES[language]).format(minor / 100)}\u00a0₴`;

const FREE = /^0+(?:[.,]0{1,2})?$/u;

/** Parses an amount, or 0 for a product whose price is entered at the sale. */
export const parsePrice = (typed: string): ReturnType<typeof parseAmount> => {
  const parsed = parseAmount(typed);
  const bare = typed.trim().replace(/\s*(?:₴|грн\.?|uah)$/iu, '');
  return FREE.test(bare) ? { minor: 0 } : parsed;
};

/** `1250` → `12,50`, for an input. @param minor minor units */
export const typedPrice = (minor: number): string => {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};
