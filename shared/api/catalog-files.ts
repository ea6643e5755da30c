import * as v from 'valibot';
import { choice, count, flag, id, nullable, shape, string } from './answers.ts';
import { productFilters, productOrdering } from './catalog.ts';
import { described } from './described.ts';
import { booleanParam, choiceParam, query, textParam } from './query.ts';
import { EXPORT_FORMATS, tableFacts, tableHints } from './tables.ts';

/** Products as files: an exported file imports back unchanged. All of it is beyond version 1. */

/** The columns of such a file. */
export const PRODUCT_COLUMNS = [
  'code',
  'name',
  'price',
  'article',
  'external_code',
  'category',
  'unit',
  'name_for_docs',
  'is_archived',
  'barcodes',
  'tile_color',
  'is_favorite',
  'tax',
  'uktzed',
  'header',
  'footer',
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** The columns of a file that is imported: prices may be in several currencies. */
export const IMPORT_COLUMNS = [...PRODUCT_COLUMNS, 'currency'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Keys that match a row to an existing product: the first one that the row has, in this order. */
export const PRODUCT_KEYS = ['code', 'external_code', 'article', 'name'] as const;
export type ProductKey = (typeof PRODUCT_KEYS)[number];

export const productExportQuery = query({
  format: choiceParam(EXPORT_FORMATS, 'Format of the file. Default: csv.'),
  ...productFilters,
  ordering: productOrdering(),
});
export type ProductExportQuery = v.InferOutput<typeof productExportQuery>;

export const DECIMAL_SIGNS = ['comma', 'point'] as const;
export type DecimalSignName = (typeof DECIMAL_SIGNS)[number];
const OTHER_NAMES = ['rename', 'new'] as const;

export const productImportQuery = query({
  dry_run: booleanParam('true: says what would be done, and writes nothing.'),
  ...tableHints,
  columns: textParam('Indexes of the columns, from 0, by name. Absent: by the names in the first row.'),
  decimal_sign: choiceParam(
    DECIMAL_SIGNS,
    'What separates decimals in prices such as 1,234. Absent: it is detected; a price that could mean two things is wrong.',
  ),
  rates: textParam(
    'Hryvnias for one of another currency, as USD:41.50,EUR:44.2. Absent: a price in another currency is wrong.',
  ),
  groups: booleanParam(
    'false: a row that has a name alone is a product without a price. Absent or true: in a list that begins with such ' +
      'a row they name the category of the rows below them.',
  ),
  other_names: choiceParam(
    OTHER_NAMES,
    'What a row is that has the code, external_code or article of a product, under another name. rename: that product ' +
      'under a new name. new: another product; its code is kept as external_code. Absent: such a row is wrong.',
  ),
  match_by: choiceParam(
    PRODUCT_KEYS,
    'The only key by which rows are taken for products. Absent: whichever a row has.',
  ),
  skip_wrong: booleanParam(
    'true: rows that are wrong are left out. Absent or false: one of them refuses the whole file.',
  ),
  expected_digest: textParam(
    'The digest of a dry run: if the changes would differ by now, nothing is done, and the answer is a 400.',
  ),
});
export type ProductImportQuery = v.InferOutput<typeof productImportQuery>;

const ROW_PROBLEMS = [
  'REQUIRED',
  'TOO_LONG',
  'NOT_AN_AMOUNT',
  /** `1,234`: a thousand and more, or one and a fraction. */
  'AMBIGUOUS_AMOUNT',
  /** The value names the currency. */
  'OTHER_CURRENCY',
  'AMOUNT_TOO_HIGH',
  'NEGATIVE',
  'NOT_A_BOOLEAN',
  'NOT_TEXT',
  /** No product has this code; Kramar assigns codes. */
  'UNKNOWN_CODE',
  /** The product with this key has quite another name; the value is that name. */
  'OTHER_NAME',
  /** Several rows of the file concern the same product. */
  'REPEATED',
  /** Several products have this key. */
  'AMBIGUOUS',
  /** More cells than columns: a delimiter or a quote is wrong. */
  'TOO_MANY_CELLS',
  /** Characters that no barcode has, or digits that a table program rounded: 4,82E+12. */
  'NOT_A_BARCODE',
  'WRONG_CHECK_DIGIT',
  'TOO_MANY_BARCODES',
  /** Another product that is sold, or another row, has the barcode; the value names both. */
  'BARCODE_TAKEN',
  'NOT_A_COLOR',
  /** Something else than numbers of tax rates, or too many of them. */
  'NOT_TAX_RATES',
  'NOT_UKTZED',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

export const ROW_VERDICTS = ['new', 'changed', 'wrong'] as const;

/** What an import takes for granted. */
const ASSUMPTIONS = ['other_codes', 'groups', 'left_out', 'rounded', 'converted'] as const;

const importRow = shape('ImportRow', {
  row: count('As a table program counts them, from 1.', 3),
  verdict: choice(ROW_VERDICTS, 'wrong: nothing is made of it; see problems.', 'changed'),
  product: nullable(id(), 'Id of the product that it is about; null: a new one, or unknown.', 1),
  name: string('What the row calls it.', 'Еспресо'),
  matched_by: nullable(
    choice(PRODUCT_KEYS),
    'By what it was taken for that product; null: a new one, or unknown.',
    'code',
  ),
  changes: described(
    v.array(v.strictObject({ field: choice(PRODUCT_COLUMNS), from: string(), to: string() })),
    'What is written, field by field, as a file would write it.',
    [{ field: 'price', from: '45,00', to: '48,00' }],
  ),
  problems: described(
    v.array(
      v.strictObject({
        /** Null: the row as a whole. */
        field: nullable(choice(PRODUCT_COLUMNS)),
        code: choice(ROW_PROBLEMS),
        value: string(),
        detail: string(),
      }),
    ),
    'What is wrong, where, and what stands there; `detail` says it in words.',
    [],
  ),
});
export type ImportRow = v.InferOutput<typeof importRow>;

export const productImport = shape('ProductImport', {
  dry_run: flag('true: a dry run, and nothing was written.', true),
  digest: string(
    'Digest of the planned changes; send it back as expected_digest, and nothing else is done. Empty ' +
      'while it is not known which column is what.',
    'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  ),
  ...tableFacts,
  sample: described(v.array(v.array(v.string())), 'The first ten rows below the header, as they are.', [
    ['2', 'Лате', '70,00'],
    ['1', 'Еспресо', '48,00'],
  ]),
  columns: described(
    v.array(v.strictObject({ field: choice(IMPORT_COLUMNS), column: count() })),
    'Which column (from 0) was taken for what; currency: that of the price in the row. Without name or price nothing can be compared: a dry run then ' +
      'answers without rows, and of the counts with that of the rows alone, so that somebody can say which ' +
      'they are.',
    [
      { field: 'code', column: 0 },
      { field: 'name', column: 1 },
      { field: 'price', column: 2 },
    ],
  ),
  counts: described(
    v.strictObject({
      rows: count('', 2),
      new: count(),
      changed: count('', 1),
      unchanged: count('', 1),
      wrong: count(),
      left_out: count(),
    }),
    'Rows of the file, and how many of them are new, changed, unchanged, wrong, or left out because they are no products.',
  ),
  assumptions: described(
    v.array(v.strictObject({ code: choice(ASSUMPTIONS), rows: count('', 2), value: string() })),
    'What was taken for granted, and of how many rows. other_codes: the column of codes (its name is the value) is ' +
      "another program's and was read as external_code. groups: rows that name the category of those below them. " +
      'left_out: rows below the list. rounded: prices with more than two decimals, rounded half up. converted: prices ' +
      'in the currency that the value names.',
    [],
  ),
  new_categories: described(
    v.array(v.string()),
    'Names of categories that do not exist yet and are made along with the products.',
    [],
  ),
  new_units: described(v.array(v.string()), 'The same for units of measure.', []),
  rows: described(
    v.array(importRow),
    'The planned change of each row, in the order of the file; unchanged rows are left out.',
  ),
});
export type ProductImport = v.InferOutput<typeof productImport>;

export const IMPORT_PHASES = ['reading', 'comparing', 'writing'] as const;

/** For clients that accept application/x-ndjson: progress lines, and the result as the last one. */
export type ImportLine =
  | { type: 'progress'; phase: (typeof IMPORT_PHASES)[number]; done: number; total: number | null }
  | { type: 'result'; result: ProductImport }
  | {
      type: 'refusal';
      status: number;
      /** Seconds; of a refusal that may pass. */
      retry_after?: number;
      body: { detail: string; errors?: Record<string, unknown> };
    };

export const NDJSON = 'application/x-ndjson';
