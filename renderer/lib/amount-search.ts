import { groupedAmount } from '../../shared/money.ts';
import { parseAmount } from './money.ts';

/** Amounts in the text of a search. The interface searches texts, and filters by amount: pure. */

/** `340,50`, `1 234,5`, `340.50 ₴`, bounded by white space. Without decimals it may as well be a number or a card. */
const AMOUNT = /(?<=^|\s)(?:\d{1,3}(?:\s\d{3})+|\d+)[.,]\d{1,2}(?:\s?(?:₴|грн\.?|uah))?(?=\s|$)/iu;
/** A plain number, or one whose currency is given. */
const WHOLE = /^(?:\d{1,9}|\d{1,3}(?:\s\d{3})+)(?:\s?(?<currency>₴|грн\.?|uah))?$/iu;

interface AmountSearch {
  /** The rest of the text. */
  words: string;
  /** Minor units. */
  amount: number | undefined;
}

const minorOf = (text: string | undefined): number | undefined => {
  const parsed = text === undefined ? undefined : parseAmount(text);
  return parsed?.minor;
};

/** Separates an amount from the words of a search; undefined if there is none that can be nothing else. */
export const readAmountSearch = (text: string): AmountSearch => {
  const whole = WHOLE.exec(text.trim());
  const found = whole?.groups?.currency === undefined ? AMOUNT.exec(text)?.[0] : whole[0];
  const amount = minorOf(found);
  if (found === undefined || amount === undefined) return { words: text, amount: undefined };
  return { words: text.replace(found, ' ').replace(/\s+/gu, ' ').trim(), amount };
};

/** The amount that a search of digits alone may mean as well; minor units. */
export const possibleAmount = (text: string): number | undefined =>
  WHOLE.exec(text.trim()) && readAmountSearch(text).amount === undefined ? minorOf(text) : undefined;

/** The words to mark in what was found, the amount as it is shown. */
export const markedWords = (text: string): string[] => {
  const { words, amount } = readAmountSearch(text);
  const shown = amount === undefined ? [] : [groupedAmount(amount)];
  return [...words.split(/\s+/u).filter(Boolean), ...shown];
};
