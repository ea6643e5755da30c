import type { ProductColumn, RowProblem } from '../../../../shared/api/catalog-files.ts';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import { MAX_AMOUNT } from '../../../../shared/money.ts';
import { fold, printable } from '../../../../shared/text.ts';
import {
  type Decimal,
  type DecimalSign,
  HRYVNIA,
  minorUnitsOf,
  readTypedAmount,
} from '../../tables/typed-amount.ts';

/** The value of a cell, or its problem. */
export type CellResult<Value> = { value: Value } | { problem: RowProblem };

/** First characters that make a table program run a text as a formula: csv-stringify's list, without white space. */
const FORMULA = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const GUARDED = new RegExp(`^'+[${FORMULA}]`, 'u');

/**
 * A text as written in Kramar's files. These put an apostrophe before a text that would run as a formula (csv.ts), and
 * reading removes it; a text with such an apostrophe of its own gets another, in both kinds of file, so that none is
 * lost.
 */
export const guarded = (text: string): string => {
  const plain = printable(text).trim();
  return GUARDED.test(plain) ? `'${plain}` : plain;
};
const unguarded = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** Reads a cell as a product's text. */
export const textOf = (cell: string): string => unguarded(cell.trim()).trim();

/** Characters that most texts lack. */
const SPECIAL = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** The part of a text that survives in a file: no control characters, and one kind of line break. */
const comparable = (text: string): string =>
  SPECIAL.test(text) ? printable(text).replaceAll(/\r\n?/g, '\n').trim() : text.trim();

/** Whether a cell equals the stored text, as far as a file can show. */
export const equalsStored = (stored: string, text: string): boolean =>
  stored === text || comparable(stored) === comparable(cut(text));

/** The key of a name: ignores case and inner white space. */
export const nameKey = (text: string): string => fold(comparable(cut(text))).replaceAll(/\s+/gu, ' ');

/** A longer text is too long for any field, and is not examined character by character. */
const MAX_UNITS = 4 * MAX_LENGTH.name;
export const cut = (text: string): string => (text.length > MAX_UNITS ? text.slice(0, MAX_UNITS) : text);

/** The rules of shared/api/catalog.ts and product-fiscal.ts. @param max length in characters */
export const readText = (field: ProductColumn, text: string, max: number): CellResult<string> => {
  if (text === '') return field === 'name' ? { problem: 'REQUIRED' } : { value: '' };
  if (text.length > MAX_UNITS || [...text].length > max) return { problem: 'TOO_LONG' };
  return text.isWellFormed() && !text.includes('\0') ? { value: text } : { problem: 'NOT_TEXT' };
};

/** How the prices of a file are read. */
export interface PriceReading {
  /** What separates decimals; undefined: each price has to say it. */
  decimalSign: DecimalSign | undefined;
  /** Of the cell, by its column or row. */
  currency: string | undefined;
  /** Hryvnias for one of a currency. */
  rates: ReadonlyMap<string, Decimal>;
}

/** The price in minor units; a conversion or a rounding is reported. */
export type PriceResult = CellResult<number> & { currency?: string; isRounded?: boolean };

export const readPrice = (cell: string, { decimalSign, currency, rates }: PriceReading): PriceResult => {
  const text = cell.trim();
  if (text === '') return { problem: 'REQUIRED' };
  const amount = readTypedAmount(text, decimalSign);
  if (amount === 'ambiguous') return { problem: 'AMBIGUOUS_AMOUNT' };
  if (amount === undefined) {
    const isNegative = /^[-−]/u.test(text) && typeof readTypedAmount(text.slice(1), decimalSign) === 'object';
    return { problem: isNegative ? 'NEGATIVE' : 'NOT_AN_AMOUNT' };
  }
  const named = amount.currency ?? currency ?? HRYVNIA;
  const rate = rates.get(named);
  if (named !== HRYVNIA && rate === undefined) return { problem: 'OTHER_CURRENCY', currency: named };
  const { minor, isRounded } = minorUnitsOf(amount, named === HRYVNIA ? undefined : rate);
  if (minor > BigInt(MAX_AMOUNT)) return { problem: 'AMOUNT_TOO_HIGH' };
  return { value: Number(minor), ...(named === HRYVNIA ? { isRounded } : { currency: named }) };
};

/** Minor units as written in Kramar's files. */
export const priceText = (minor: number): string => {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};

const YES = new Set(['так', 'yes', 'true', '1', 'y', '+', 'істина', 'в архіві', 'archived']);
const NO = new Set(['', 'ні', 'no', 'false', '0', 'n', '-', 'хибність', 'хиба']);

export const YES_NO: Record<'uk' | 'en', { yes: string; no: string }> = {
  uk: { yes: 'так', no: 'ні' },
  en: { yes: 'yes', no: 'no' },
};

export const readBoolean = (text: string): CellResult<0 | 1> => {
  const word = text.length > MAX_UNITS ? text : fold(text);
  if (YES.has(word)) return { value: 1 };
  return NO.has(word) ? { value: 0 } : { problem: 'NOT_A_BOOLEAN' };
};
