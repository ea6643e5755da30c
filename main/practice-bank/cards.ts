import { NotPossible } from './errors.ts';

/** A Luhn-valid number without an owner; the «practice card» button fills it in. */
export const PRACTICE_CARD = { pan: '4444 0311 1112 1902', expiry: '12/30', cvv: '123' } as const;

/** The payer's card; everything has a default. */
export interface Card {
  /** 13 to 19 digits that pass the Luhn check; spaces and dashes are ignored. */
  readonly pan?: string;
  readonly bank?: string;
  /** ISO 3166-1 numeric; `804` is Ukraine. */
  readonly country?: string;
  readonly paymentMethod?: 'pan' | 'apple' | 'google' | 'monobank';
}

export interface KnownCard {
  readonly maskedPan: string;
  readonly paymentSystem: 'visa' | 'mastercard';
  readonly bank: string;
  readonly country: string;
  readonly paymentMethod: 'pan' | 'apple' | 'google' | 'monobank';
}

const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '');

/** The bank's test mode accepts any number that passes this check. */
export function isLuhnValid(typed: string): boolean {
  const digits = digitsOf(typed);
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd++) {
    const digit = Number(digits[digits.length - 1 - fromEnd]);
    const weighed = fromEnd % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** First six and last four, with six stars between at any length: `444403******1902`. */
export function maskPan(typed: string): string {
  const digits = digitsOf(typed);
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}

/** Builds the bank's record of a card. Throws NotPossible when the number fails the Luhn check. */
export function knownCard(card: Card = {}): KnownCard {
  const pan = card.pan ?? PRACTICE_CARD.pan;
  if (!isLuhnValid(pan)) throw new NotPossible('the card number does not pass the Luhn check');
  return {
    maskedPan: maskPan(pan),
    paymentSystem: digitsOf(pan).startsWith('4') ? 'visa' : 'mastercard',
    bank: card.bank ?? 'Універсал Банк',
    country: card.country ?? '804',
    paymentMethod: card.paymentMethod ?? 'pan',
  };
}
