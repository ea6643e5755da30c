import { type ChosenColor, TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { barcodeFault, joinBarcodes, MAX_BARCODES, splitBarcodes } from '../../../../shared/barcodes.ts';
import { fold } from '../../../../shared/text.ts';
import type { CellResult } from './cells.ts';

/** The columns of a file for the counter: barcodes and the colour of a tile. */

/** The names of the colours in Kramar's own files. */
const COLOR_NAMES: Record<'uk' | 'en', Record<ChosenColor, string>> = {
  uk: {
    ...{ '': '', red: 'червоний', orange: 'оранжевий', yellow: 'жовтий', green: 'зелений' },
    ...{ teal: 'бірюзовий', blue: 'синій', violet: 'фіолетовий', gray: 'сірий' },
  },
  en: {
    ...{ '': '', red: 'red', orange: 'orange', yellow: 'yellow', green: 'green' },
    ...{ teal: 'teal', blue: 'blue', violet: 'violet', gray: 'gray' },
  },
};

const COLORS: ReadonlyMap<string, ChosenColor> = new Map(
  (['', ...TILE_COLORS] as const).flatMap((color) =>
    [COLOR_NAMES.uk[color], COLOR_NAMES.en[color]].map((name) => [name, color] as const),
  ),
);

export const colorText = (color: string, language: 'uk' | 'en'): string =>
  COLOR_NAMES[language][color as ChosenColor];

/** Longest text that is looked up. */
const MAX_COLOR = 32;

export const readColor = (text: string): CellResult<ChosenColor> => {
  const color = text.length > MAX_COLOR ? undefined : COLORS.get(fold(text));
  return color === undefined ? { problem: 'NOT_A_COLOR' } : { value: color };
};

/** A table program that took a barcode for a number has lost its digits: `4,82E+12`. */
const ROUNDED = /\d[.,]?\d*e\+\d/i;
/** More is no list of barcodes, and is not examined. */
const MAX_TEXT = 1000;

/** A cell's barcodes, separated by commas or spaces, as they are stored. */
export const readBarcodes = (text: string): CellResult<string> => {
  if (text.length > MAX_TEXT || ROUNDED.test(text)) return { problem: 'NOT_A_BARCODE' };
  const barcodes = splitBarcodes(text);
  if (barcodes.length > MAX_BARCODES) return { problem: 'TOO_MANY_BARCODES' };
  const faults = barcodes.map(barcodeFault);
  if (faults.includes('check_digit')) return { problem: 'WRONG_CHECK_DIGIT' };
  return faults.some((fault) => fault !== undefined)
    ? { problem: 'NOT_A_BARCODE' }
    : { value: JSON.stringify(barcodes) };
};

export const storedBarcodes = (stored: string): string[] => JSON.parse(stored) as string[];

/** Stored barcodes as written in Kramar's files. */
export const barcodesText = (stored: string): string => joinBarcodes(storedBarcodes(stored));
