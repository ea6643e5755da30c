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

/** The last digit of an EAN or UPC, computed of the digits before it. */
export const checkDigit = (digits: string): number => {
  // From the right: thrice every other digit, beginning with the one before the check digit.
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

export type BarcodeFault = 'characters' | 'check_digit' | 'too_long';

/** Why a text can be no barcode; undefined: it can. */
export const barcodeFault = (barcode: string): BarcodeFault | undefined => {
  if (barcode.length > MAX_BARCODE) return 'too_long';
  if (!CHARACTERS.test(barcode) || SEPARATORS.test(barcode)) return 'characters';
  const isMisread =
    WITH_CHECK_DIGIT.test(barcode) && checkDigit(barcode.slice(0, -1)) !== Number(barcode.at(-1));
  return isMisread ? 'check_digit' : undefined;
};

/** Equal for barcodes that are one: a UPC-A is the EAN-13 with a zero in front, and scanners send either. */
export const barcodeKey = (barcode: string): string => (/^\d{12}$/.test(barcode) ? `0${barcode}` : barcode);

/** `4820000000017, ABC-1` → both, without repetitions. */
export const splitBarcodes = (text: string): string[] => {
  const barcodes = text.split(/[\s,;]+/u).filter((barcode) => barcode !== '');
  return barcodes.filter(
    (barcode, at) => barcodes.findIndex((other) => barcodeKey(other) === barcodeKey(barcode)) === at,
  );
};

export const joinBarcodes = (barcodes: readonly string[]): string => barcodes.join(', ');
