import * as v from 'valibot';
import { count, id } from './answers.ts';
import { productFilters, productOrdering } from './catalog.ts';
import { booleanParam, choiceParam, query, textParam } from './query.ts';
import { EXPORT_FORMATS, tableFacts, tableHints } from './tables.ts';

/** Products as files: what is exported imports back unchanged. All of it beyond version 1. */

/** What a column of such a file can hold. */
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
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** By what a row is taken for a product that is there: the first of them that the row has, in this order. */
export const PRODUCT_KEYS = ['code', 'external_code', 'article', 'name'] as const;
export type ProductKey = (typeof PRODUCT_KEYS)[number];

export const productExportQuery = query({
  /** Absent: csv. */
  format: choiceParam(EXPORT_FORMATS),
  ...productFilters,
  ordering: productOrdering(),
});
export type ProductExportQuery = v.InferOutput<typeof productExportQuery>;

export const productImportQuery = query({
  /** true: says what would be done, and writes nothing. */
  dry_run: booleanParam(),
  ...tableHints,
  /** `name:0,price:3`: which column (from 0) holds what; absent: by the names in the first row. */
  columns: textParam(),
  /** Absent: whichever of the keys a row has. */
  match_by: choiceParam(PRODUCT_KEYS),
  /** true: rows that are wrong are left out. Else one of them refuses the whole file. */
  skip_wrong: booleanParam(),
  /** As a dry run told it: nothing is written when the same would not come out of it any more. */
  expected_digest: textParam(),
});
export type ProductImportQuery = v.InferOutput<typeof productImportQuery>;

const ROW_PROBLEMS = [
  'REQUIRED',
  'TOO_LONG',
  'NOT_AN_AMOUNT',
  'AMOUNT_TOO_HIGH',
  'NEGATIVE',
  'NOT_A_BOOLEAN',
  'NOT_TEXT',
  /** No product has this code; codes are given by the shop. */
  'UNKNOWN_CODE',
  /** Several rows of the file are about the same product. */
  'REPEATED',
  /** Several products have this key. */
  'AMBIGUOUS',
  /** More cells than there are columns: a delimiter or a quote is wrong. */
  'TOO_MANY_CELLS',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

export const ROW_VERDICTS = ['new', 'changed', 'wrong'] as const;

export const importRow = v.strictObject({
  /** As a table program counts them, from 1. */
  row: count(),
  verdict: v.picklist(ROW_VERDICTS),
  /** The product that it is about; null: a new one, or unknown. */
  product: v.nullable(id()),
  name: v.string(),
  /** As the file would write them. */
  changes: v.array(v.strictObject({ field: v.picklist(PRODUCT_COLUMNS), from: v.string(), to: v.string() })),
  problems: v.array(
    v.strictObject({
      /** Null: of the row as a whole. */
      field: v.nullable(v.picklist(PRODUCT_COLUMNS)),
      code: v.picklist(ROW_PROBLEMS),
      /** What stands there. */
      value: v.string(),
      detail: v.string(),
    }),
  ),
});
export type ImportRow = v.InferOutput<typeof importRow>;

export const productImport = v.strictObject({
  dry_run: v.boolean(),
  /** Of what is to be done; see `expected_digest`. */
  digest: v.string(),
  ...tableFacts,
  /** The first rows below the header, as they are, for somebody who says which column is what. */
  sample: v.array(v.array(v.string())),
  /** Without name or price a dry run compares nothing: digest "", no rows, and of the counts only that of the rows. */
  columns: v.array(v.strictObject({ field: v.picklist(PRODUCT_COLUMNS), column: count() })),
  counts: v.strictObject({
    rows: count(),
    new: count(),
    changed: count(),
    unchanged: count(),
    wrong: count(),
  }),
  /** That do not exist yet and are made along with the products. */
  new_categories: v.array(v.string()),
  new_units: v.array(v.string()),
  /** All but the unchanged. */
  rows: v.array(importRow),
});
export type ProductImport = v.InferOutput<typeof productImport>;

export const IMPORT_PHASES = ['reading', 'comparing', 'writing'] as const;

/** To who accepts application/x-ndjson: a line now and then while it goes on, and what it came to as the last one. */
export type ImportLine =
  | { type: 'progress'; phase: (typeof IMPORT_PHASES)[number]; done: number; total: number | null }
  | { type: 'result'; result: ProductImport }
  | { type: 'refusal'; status: number; body: { detail: string; errors?: Record<string, unknown> } };

export const NDJSON = 'application/x-ndjson';
