import type { ProductColumn, RowProblem } from '../../../../shared/api/catalog-files.ts';
import { TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { MAX_BARCODES } from '../../../../shared/barcodes.ts';
import { MAX_TAX, MAX_TAXES } from '../../../../shared/fiscal.ts';
import { MAX_AMOUNT } from '../../../../shared/money.ts';
import { shortened } from '../../../../shared/text.ts';
import { priceText } from './cells.ts';

/** What is wrong with a row of a file, and where. */
export interface RowFault {
  /** Null: the row as a whole. */
  field: ProductColumn | null;
  code: RowProblem;
  value: string;
}

const TEXTS: Record<RowProblem, string> = {
  REQUIRED: 'is empty, and has to be there',
  TOO_LONG: 'is too long',
  NOT_AN_AMOUNT: 'is no amount; expected one such as 1 234,50',
  AMBIGUOUS_AMOUNT:
    'could be a thousand and more, or one and a fraction; write it as 1234,00 or 1,23, or say decimal_sign',
  OTHER_CURRENCY:
    'is in another currency; put it in hryvnias, or say the rate, for dollars by rates=USD:41.50',
  AMOUNT_TOO_HIGH: `is above the highest price, ${priceText(MAX_AMOUNT)}`,
  NEGATIVE: 'is below zero',
  NOT_A_BOOLEAN: 'is neither yes nor no',
  NOT_TEXT: 'holds what is no text',
  UNKNOWN_CODE: 'is the code of no product; codes are given by the shop: leave it empty for a new one',
  OTHER_NAME:
    'is the name of the product that has this code here; say whether the row renames it or is another product: ' +
    'other_names=rename, other_names=new',
  REPEATED: 'several rows of the file are about this product',
  AMBIGUOUS: 'several products have it; match by something that only one has',
  NOT_A_BARCODE: 'is no barcode: characters of another kind, or digits that a table program rounded',
  WRONG_CHECK_DIGIT: 'has a wrong check digit: a digit was misread or mistyped',
  TOO_MANY_BARCODES: `has more than ${MAX_BARCODES} barcodes`,
  BARCODE_TAKEN: 'is the barcode of another product, or of another row',
  NOT_A_COLOR: `is no colour of a tile; expected one of: ${TILE_COLORS.join(', ')}`,
  NOT_TAX_RATES: `is no list of tax rates; expected up to ${MAX_TAXES} numbers from 0 to ${MAX_TAX}, such as 1, 7`,
  NOT_UKTZED: 'is no commodity code (УКТЗЕД): it has 4 to 10 digits',
  TOO_MANY_CELLS: 'has more cells than there are columns: a delimiter or a quotation mark is wrong',
};

/** Longest quotation of a cell. */
const SHOWN = 200;

export const shownValue = (value: string): string => shortened(value, SHOWN).toWellFormed();

/** The message of a fault, in the language of refusals. */
export const faultText = ({ field, code, value }: RowFault): string => {
  const text = TEXTS[code];
  if (field === null) return code === 'REPEATED' ? `${text}.` : `it ${text}.`;
  return value === '' ? `${field} ${text}.` : `${field} "${shownValue(value)}" ${text}.`;
};
