import * as v from 'valibot';
import { barcodeFault, MAX_BARCODE, MAX_BARCODES } from '../barcodes.ts';
import { problem, rule } from '../errors.ts';
import { isUktzed, MAX_RECEIPT_TEXT, MAX_TAX, MAX_TAXES, plainUktzed } from '../fiscal.ts';
import { choice, flag, id, minorUnits, nullable, recordId, shape, string } from './answers.ts';
import { productFilters, productOrdering } from './catalog.ts';
import { described } from './described.ts';
import { boolean, integer, list, oneOf, requestBody, text, tooLong } from './fields.ts';
import { MAX_ITEMS } from './invoices.ts';
import { booleanParam, idsParam, pageParams, query, searchParam, textParam } from './query.ts';

/** What the counter needs of a product beside its fields in version 1. All of it is beyond version 1. */

/** The colours of a tile, which light and dark screens both show. */
export const TILE_COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'gray'] as const;
/** "": the screen chooses. */
const COLORS = ['', ...TILE_COLORS] as const;
export type ChosenColor = (typeof COLORS)[number];

const barcodes = () =>
  described(
    v.array(v.string()),
    'EAN-8, EAN-13, UPC-A, or any text that a scanner types; no two products that are sold have the same.',
    ['4820000000017'],
  );
const tileColor = () =>
  described(v.picklist(COLORS), 'Colour of its tile; empty: the screen chooses.', 'teal');
const isFavorite = () => flag('True: among the favourites of the charge screen.', true);

export const productShop = shape('ProductShop', {
  product: id('Id of the product.', 7),
  barcodes: barcodes(),
  tile_color: tileColor(),
  is_favorite: isFavorite(),
});
export type ProductShop = v.InferOutput<typeof productShop>;

const FAULTS = {
  too_long: tooLong(MAX_BARCODE),
  characters: problem(
    'invalid',
    'A barcode has printable ASCII characters only: no spaces, commas or semicolons.',
    { expected: 'barcode' },
  ),
  check_digit: problem('check_digit', 'The check digit is wrong: a digit was misread or mistyped.'),
};
const NO_STRING = problem('invalid', 'Not a valid string.', { expected: 'string' });

/* @__NO_SIDE_EFFECTS__ */
const barcode = () =>
  v.pipe(
    v.string(rule(NO_STRING)),
    v.metadata({ minLength: 1, maxLength: MAX_BARCODE }),
    v.transform((text) => text.trim()),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const fault = dataset.typed ? barcodeFault(dataset.value) : undefined;
      if (fault) addIssue({ message: rule(FAULTS[fault]) });
    }),
  );

export const productShopPatch = requestBody(
  'ProductShopPatch',
  {
    barcodes: described(
      v.optional(list(barcode(), MAX_BARCODES)),
      'All of its barcodes; an empty list removes them.',
    ),
    tile_color: v.optional(oneOf(COLORS)),
    is_favorite: v.optional(boolean()),
  },
  productShop,
);
export type ProductShopPatch = v.InferOutput<typeof productShopPatch>;

/** A product as the charge screen shows it. */
export const tile = shape('Tile', {
  id: recordId(7),
  name: string('Name; need not be unique.', 'Еспресо'),
  price: minorUnits('Price of one, minor units.', 4500),
  article: string('Article number; empty when there is none.', 'ESP-1'),
  external_code: string('Code in another system; empty when there is none.'),
  category: nullable(id(), 'Id of its category, or null.', 2),
  unit_name: string('Name of its unit of measure; empty when it has none.', 'Порція'),
  barcodes: barcodes(),
  tile_color: tileColor(),
  is_favorite: isFavorite(),
});
export type Tile = v.InferOutput<typeof tile>;

export const tileQuery = query({
  ids: idsParam('Only these products (ids)', MAX_ITEMS),
  category: productFilters.category,
  is_favorite: booleanParam('true: only favourites; false: only the others.'),
  barcode: textParam(
    'Only the product that this code names: its barcode with any zeros in front, a GS1 code with its number (01), or a ' +
      'label of scales.',
  ),
  search: searchParam('Words to find in name, article or external_code; a word may also be a whole barcode.'),
  ordering: productOrdering(),
  ...pageParams,
});
export type TileQuery = v.InferOutput<typeof tileQuery>;

const SCAN_KINDS = ['barcode', 'gs1', 'scale', 'code'] as const;

/** The most that a QR code holds. */
const MAX_SCANNED = 4296;

export const scanQuery = query({
  code: v.pipe(
    text(MAX_SCANNED, { blank: true, trim: false }),
    v.description('What a scanner has read. Absent: nothing is found.'),
    v.metadata({ type: 'string' }),
  ),
});

export const scan = shape('Scan', {
  kind: nullable(
    choice(SCAN_KINDS),
    'What was read: a barcode; a GS1 code with the number of the product (01); a label of scales by the layout that the ' +
      'owner has set; the article or external_code of one product. Null: nothing known.',
    'scale',
  ),
  product: nullable(tile, 'The product that is sold; null: none is found.'),
  item: string('Number of the product in the scales; empty where the label has none.', '42'),
  quantity: nullable(
    v.number(),
    'Kilograms or pieces by the label, up to 3 decimals; by a label with a price, that price divided by the price of one. ' +
      'Null: the label says nothing.',
    0.35,
  ),
  sum: nullable(minorUnits(), 'Price of all of it by the label, minor units; null: the label has none.'),
});
export type Scan = v.InferOutput<typeof scan>;

/** What a fiscal register needs of a product beside its fields in version 1. All of it is beyond version 1. */

/** The answer's fields; a terminal has the same as its defaults. */
/* @__NO_SIDE_EFFECTS__ */
export const fiscalFields = () => ({
  tax: described(
    v.array(v.pipe(v.number(), v.integer())),
    "Numbers of the tax rates, as the shop's fiscal register counts them; empty: none.",
    [1],
  ),
  uktzed: string('Commodity code (УКТЗЕД), 4 to 10 digits; empty when there is none.', '0901210000'),
  header: string('Printed on the receipt before the name; empty: nothing.'),
  footer: string('Printed on the receipt after the name; empty: nothing.'),
});

const NOT_UKTZED = problem('invalid', 'A commodity code (УКТЗЕД) has 4 to 10 digits.', {
  expected: 'uktzed',
});

/** The same fields in a body, each of them optional. */
/* @__NO_SIDE_EFFECTS__ */
export const fiscalFieldsPatch = () => ({
  tax: described(
    v.optional(list(integer(0, MAX_TAX), MAX_TAXES)),
    'All of them; an empty list removes them.',
  ),
  uktzed: v.optional(
    v.pipe(
      text(MAX_RECEIPT_TEXT, { blank: true }),
      v.transform(plainUktzed),
      v.check((code) => code === '' || isUktzed(code), rule(NOT_UKTZED)),
    ),
  ),
  header: v.optional(text(MAX_RECEIPT_TEXT, { blank: true })),
  footer: v.optional(text(MAX_RECEIPT_TEXT, { blank: true })),
});

export const productFiscal = shape('ProductFiscal', {
  product: id('Id of the product.', 7),
  ...fiscalFields(),
});
export type ProductFiscal = v.InferOutput<typeof productFiscal>;

export const productFiscalPatch = requestBody('ProductFiscalPatch', fiscalFieldsPatch(), productFiscal);
export type ProductFiscalPatch = v.InferOutput<typeof productFiscalPatch>;
