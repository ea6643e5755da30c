import type { RowProblem } from '../../../../shared/api/catalog-files.ts';
import { MAX_AMOUNT } from '../../../../shared/money.ts';
import { priceText } from './cells.ts';
import type { Problem } from './judge.ts';

const TEXTS: Record<RowProblem, string> = {
  REQUIRED: 'is empty, and has to be there',
  TOO_LONG: 'is too long',
  NOT_AN_AMOUNT: 'is no amount; expected one such as 1 234,50, with at most two decimals',
  AMOUNT_TOO_HIGH: `is above the highest price, ${priceText(MAX_AMOUNT)}`,
  NEGATIVE: 'is below zero',
  NOT_A_BOOLEAN: 'is neither yes nor no',
  NOT_TEXT: 'holds what is no text',
  UNKNOWN_CODE: 'is the code of no product; codes are given by the shop: leave it empty for a new one',
  REPEATED: 'several rows of the file are about this product',
  AMBIGUOUS: 'several products have it; match by something that only one has',
  TOO_MANY_CELLS: 'has more cells than there are columns: a delimiter or a quotation mark is wrong',
};

/** Characters of a cell that are told again. */
const SHOWN = 200;

export const shownValue = (value: string): string =>
  value.length > SHOWN ? `${value.slice(0, SHOWN).toWellFormed()}…` : value.toWellFormed();

/** In words, in the language of refusals. */
export const problemText = ({ field, code, value }: Problem): string => {
  const text = TEXTS[code];
  if (field === null) return code === 'REPEATED' ? `${text}.` : `it ${text}.`;
  return value === '' ? `${field} ${text}.` : `${field} "${shownValue(value)}" ${text}.`;
};
