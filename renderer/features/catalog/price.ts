import { parseAmount } from '../../lib/money.ts';

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
