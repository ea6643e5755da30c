import { MAX_AMOUNT } from '../../shared/money.ts';

/** Parses and formats amounts. Integers in minor units throughout: no float touches money. */

export type AmountFault = 'empty' | 'format' | 'range';
type Parsed = { minor: number } | { fault: AmountFault };

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
    format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    compact.set(locale, format);
  }
  return format;
};

/** `1250000` → `12,5 тис. ₴`: for an axis, where there is no room for every digit. */
export const formatCompact = (minor: number, language: keyof typeof LOCALES): string =>
  `${compactFormat(LOCALES[language]).format(minor / 100)}\u00a0₴`;
