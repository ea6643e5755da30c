import { MAX_AMOUNT } from '../../../shared/money.ts';

/** Plain, or grouped by threes with a space, or with the other of comma and dot than that before the decimals. */
const SHAPES = [
  /^(?<whole>\d+|\d{1,3}(?: \d{3})+)(?:[.,](?<decimals>\d{1,2}))?$/,
  /^(?<whole>\d{1,3}(?:,\d{3})+)\.(?<decimals>\d{1,2})$/,
  /^(?<whole>\d{1,3}(?:\.\d{3})+),(?<decimals>\d{1,2})$/,
];

/**
 * `1 234,50 ₴`, `12,5 грн`, `1,234.50` → minor units; undefined: no amount, or one that could mean two things (`1,234`).
 */
export const parseTypedAmount = (typed: string, max = MAX_AMOUNT): number | undefined => {
  const text = typed
    .replace(/[\s\u2009\u202f]+/gu, ' ')
    .trim()
    .replace(/ ?(?:₴|грн\.?|uah)$/iu, '');
  const match = SHAPES.map((shape) => shape.exec(text)).find((found) => found !== null);
  const { whole, decimals = '' } = match?.groups ?? {};
  if (whole === undefined || whole.length > 20) return undefined;
  const minor = Number(whole.replaceAll(/\D/g, '') + decimals.padEnd(2, '0'));
  return minor <= max ? minor : undefined;
};
