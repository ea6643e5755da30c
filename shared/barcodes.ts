/** Barcodes of products: EAN-8, EAN-13, UPC-A, or any other text that a scanner types (Code 128 and the like). */

/** The longest barcode, in characters. */
export const MAX_BARCODE = 48;
/** The most barcodes of one product. */
export const MAX_BARCODES = 10;

/** Printable ASCII without white space; commas and semicolons separate barcodes in a table. */
const CHARACTERS = /^[!-~]+$/;
const SEPARATORS = /[,;]/;
/** EAN-8, UPC-A and EAN-13 are told by their length. */
const WITH_CHECK_DIGIT = /^(?:\d{8}|\d{12}|\d{13})$/;
/** What stands in lists for no barcode, or a number that a program of decimals wrote. */
const NO_BARCODE = /^(?:[^0-9A-Za-z]+|0+|\d{7,14}\.0+)$/;

/** The last digit of an EAN or UPC, computed of the digits before it. */
export const checkDigit = (digits: string): number => {
  // From the right: thrice every other digit, beginning with the one before the check digit.
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

export const hasCheckDigit = (digits: string): boolean =>
  checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));

export type BarcodeFault = 'characters' | 'check_digit' | 'too_long';

/** Why a text can be no barcode; undefined: it can. */
export const barcodeFault = (barcode: string): BarcodeFault | undefined => {
  if (barcode.length > MAX_BARCODE) return 'too_long';
  if (!CHARACTERS.test(barcode) || SEPARATORS.test(barcode) || NO_BARCODE.test(barcode)) return 'characters';
  return WITH_CHECK_DIGIT.test(barcode) && !hasCheckDigit(barcode) ? 'check_digit' : undefined;
};

/** Shorter numbers are the shop's own: their zeros count. */
const GTIN = /^\d{7,14}$/;
const GTIN_LENGTH = 14;

/**
 * Equal for barcodes that are one: EAN-8, UPC-A, EAN-13 and GTIN-14 are one number with other zeros in front, and table
 * programs remove these.
 */
export const barcodeKey = (barcode: string): string =>
  GTIN.test(barcode) ? barcode.padStart(GTIN_LENGTH, '0') : barcode;

/** The ways in which the barcode may be stored. */
export const barcodeSpellings = (barcode: string): string[] => {
  if (!GTIN.test(barcode)) return [barcode];
  const bare = barcode.replace(/^0+/, '');
  const shortest = Math.max(7, bare.length);
  return Array.from({ length: GTIN_LENGTH - shortest + 1 }, (_, at) => bare.padStart(shortest + at, '0'));
};

/** `4820000000017, ABC-1` → both, without repetitions. */
export const splitBarcodes = (text: string): string[] => {
  const barcodes = text.split(/[\s,;]+/u).filter((barcode) => barcode !== '');
  return barcodes.filter(
    (barcode, at) => barcodes.findIndex((other) => barcodeKey(other) === barcodeKey(barcode)) === at,
  );
};

export const joinBarcodes = (barcodes: readonly string[]): string => barcodes.join(', ');
