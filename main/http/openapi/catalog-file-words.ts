import type { ImportRow, ProductImport } from '../../../shared/api/catalog-files.ts';
import type { FieldWords } from './words.ts';

/** Words and examples of products as files. */

const productImport: FieldWords<ProductImport> = {
  dry_run: 'true: it was only tried, and nothing was written.',
  digest:
    'Of what is to be done; send it back as expected_digest, and nothing else is done. Empty while it is not known ' +
    'which column is what.',
  format: 'What the file turned out to be.',
  encoding: 'Of a CSV file; null for a workbook.',
  delimiter: 'Between the cells of a CSV file; null for a workbook.',
  has_header: 'Whether a row names the columns.',
  header: 'Names of the columns as they stand there; empty where there is none.',
  sample: 'The first ten rows below the header, as they are.',
  columns:
    'Which column (from 0) was taken for what. Without name or price nothing can be compared: a dry run then answers ' +
    'without rows, and of the counts with that of the rows alone, so that somebody can say which they are.',
  counts: 'Rows of the file, and how many of them are new, changed, unchanged or wrong.',
  new_categories: 'Names of categories that do not exist yet and are made along with the products.',
  new_units: 'The same of units of measure.',
  rows: 'What becomes of each row, in the order of the file; the unchanged are left out.',
};

const importRow: FieldWords<ImportRow> = {
  row: 'As a table program counts them, from 1.',
  verdict: 'wrong: nothing is made of it; see problems.',
  product: 'Id of the product that it is about; null: a new one, or unknown.',
  name: 'What the row calls it.',
  changes: 'What is written, field by field, as a file would write it.',
  problems: 'What is wrong, where, and what stands there; `detail` says it in words.',
};

export const CATALOG_FILE_WORDS = { ProductImport: productImport, ImportRow: importRow };

const exampleRow: ImportRow = {
  row: 3,
  verdict: 'changed',
  product: 1,
  name: 'Еспресо',
  changes: [{ field: 'price', from: '45,00', to: '48,00' }],
  problems: [],
};

const exampleImport: ProductImport = {
  dry_run: true,
  digest: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  ...{ format: 'csv', encoding: 'utf-8', delimiter: 'semicolon', has_header: true },
  header: ['Код', 'Назва', 'Ціна'],
  sample: [
    ['2', 'Лате', '70,00'],
    ['1', 'Еспресо', '48,00'],
  ],
  columns: [
    { field: 'code', column: 0 },
    { field: 'name', column: 1 },
    { field: 'price', column: 2 },
  ],
  counts: { rows: 2, new: 0, changed: 1, unchanged: 1, wrong: 0 },
  new_categories: [],
  new_units: [],
  rows: [exampleRow],
};

export const CATALOG_FILE_EXAMPLES = { ProductImport: exampleImport, ImportRow: exampleRow };
