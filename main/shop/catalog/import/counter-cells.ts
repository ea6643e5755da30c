import { type ChosenColor, TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { barcodeFault, MAX_BARCODES, splitBarcodes } from '../../../../shared/barcodes.ts';
import { isUktzed, plainUktzed, splitTaxes } from '../../../../shared/fiscal.ts';
import { fold } from '../../../../shared/text.ts';
import type { CellResult } from './cells.ts';

/** What the counter and a fiscal register need of a product, as cells have it. */

/** The names of the colours in Kramar's own files. */
export const COLOR_NAMES: Record<'uk' | 'en', Record<ChosenColor, string>> = {
  uk: {
    '': '',
    red: 'червоний',
    orange: 'оранжевий',
    yellow: 'жовтий',
    green: 'зелений',
    teal: 'бірюзовий',
    blue: 'синій',
    violet: 'фіолетовий',
    gray: 'сірий',
  },
  en: {
    '': '',
    red: 'red',
    orange: 'orange',
    yellow: 'yellow',
    green: 'green',
    teal: 'teal',
    blue: 'blue',
    violet: 'violet',
    gray: 'gray',
  },
};

const COLORS: ReadonlyMap<string, ChosenColor> = new Map(
  (['', ...TILE_COLORS] as const).flatMap((color) =>
    [COLOR_NAMES.uk[color], COLOR_NAMES.en[color]].map((name) => [name, color] as const),
  ),
);

/** More is no list of barcodes, of rates or of words, and is not examined. */
const MAX_TEXT = 1000;
const within = <Value>(text: string, read: (text: string) => Value | undefined): Value | undefined =>
  text.length > MAX_TEXT ? undefined : read(text);

/** A table program that took a barcode for a number has lost its digits: `4,82E+12`. */
const ROUNDED = /\d[.,]?\d*e\+\d/i;
/** What programs write where there is no barcode. */
const NO_BARCODE = /^(?:[-–—0]+|немає|нема|нет|без шк|none|null|nan|n\/a|#n\/a)$/iu;
/** A number that went through a program of decimals: `4820000000017.0`. */
const WITH_DECIMALS = /^(\d{7,14})[.,]0+$/;

/** A cell's barcodes, separated by commas or spaces, as they are stored. */
export const readBarcodes = (text: string): CellResult<string> => {
  if (NO_BARCODE.test(text)) return { value: '[]' };
  if (text.length > MAX_TEXT || ROUNDED.test(text)) return { problem: 'NOT_A_BARCODE' };
  const barcodes = splitBarcodes(WITH_DECIMALS.exec(text)?.[1] ?? text);
  if (barcodes.length > MAX_BARCODES) return { problem: 'TOO_MANY_BARCODES' };
  const faults = barcodes.map(barcodeFault);
  if (faults.includes('check_digit')) return { problem: 'WRONG_CHECK_DIGIT' };
  return faults.some((fault) => fault !== undefined)
    ? { problem: 'NOT_A_BARCODE' }
    : { value: JSON.stringify(barcodes) };
};

export const readColor = (text: string): CellResult<ChosenColor> => {
  const color = within(text, (word) => COLORS.get(fold(word)));
  return color === undefined ? { problem: 'NOT_A_COLOR' } : { value: color };
};

/** A cell's numbers of tax rates, separated by commas or spaces, as they are stored. */
export const readTaxes = (text: string): CellResult<string> => {
  const taxes = within(text, splitTaxes);
  return taxes === undefined ? { problem: 'NOT_TAX_RATES' } : { value: JSON.stringify(taxes) };
};

export const readUktzed = (text: string): CellResult<string> => {
  const code = within(text, plainUktzed);
  return code === '' || (code !== undefined && isUktzed(code)) ? { value: code } : { problem: 'NOT_UKTZED' };
};
