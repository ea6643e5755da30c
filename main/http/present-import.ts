import {
  type ImportRow,
  PRODUCT_COLUMNS,
  type ProductColumn,
  type ProductImport,
} from '../../shared/api/catalog-files.ts';
import { cooperative, mapYielding } from '../platform/async.ts';
import { priceText, YES_NO } from '../shop/catalog/import/cells.ts';
import { type Named, type Outcome, problemText, shownValue } from '../shop/catalog/import/check-row.ts';
import { barcodesText, colorText } from '../shop/catalog/import/counter-cells.ts';
import { taxesText } from '../shop/catalog/import/fiscal-cells.ts';
import type { Imported } from '../shop/catalog/import/import.ts';
import type { CatalogIndex } from '../shop/catalog/import/known-catalog.ts';
import type { Plan, PlannedRow } from '../shop/catalog/import/plan.ts';
import type { CatalogProduct } from '../store/catalog-files.ts';
import type { Language } from './preferences.ts';

/** Sample rows below the header, and cells of each. */
const SAMPLE_ROWS = 10;
const SAMPLE_CELLS = 50;

type Texts = Record<ProductColumn, string>;

const nameOf = (named: Named, find: (id: number) => string): string => {
  if (named === null) return '';
  return typeof named === 'number' ? find(named) : named.name;
};

/** A product as its file has it; a new one has no code yet. */
const textsOf = (
  outcome: Outcome,
  code: number | undefined,
  { catalog, language }: { catalog: CatalogIndex; language: Language },
): Texts => ({
  code: code === undefined ? '' : String(code),
  name: outcome.name,
  price: priceText(outcome.price),
  article: outcome.article,
  external_code: outcome.external_code,
  category: nameOf(outcome.category, catalog.categoryName),
  unit: nameOf(outcome.unit, (id) => catalog.unitNames(id).name),
  name_for_docs: outcome.name_for_docs,
  is_archived: YES_NO[language][outcome.is_archived === 1 ? 'yes' : 'no'],
  barcodes: barcodesText(outcome.barcodes),
  tile_color: colorText(outcome.tile_color, language),
  is_favorite: YES_NO[language][outcome.is_favorite === 1 ? 'yes' : 'no'],
  tax: taxesText(outcome.tax),
  uktzed: outcome.uktzed,
  header: outcome.header,
  footer: outcome.footer,
});

const asOutcome = (product: CatalogProduct): Outcome => ({
  ...product,
  category: product.category_id,
  unit: product.unit_id,
});

const changesOf = (
  { outcome, product }: PlannedRow,
  context: { catalog: CatalogIndex; language: Language },
): ImportRow['changes'] => {
  if (!outcome) return [];
  const to = textsOf(outcome, product?.code, context);
  const from = product && textsOf(asOutcome(product), product.code, context);
  const isShown = (field: ProductColumn): boolean => {
    if (from) return from[field] !== to[field];
    return field === 'is_archived' || field === 'is_favorite' ? outcome[field] === 1 : to[field] !== '';
  };
  return PRODUCT_COLUMNS.filter(isShown).map((field) => ({
    field,
    from: from?.[field] ?? '',
    to: to[field],
  }));
};

const presentRow = (row: PlannedRow, context: { catalog: CatalogIndex; language: Language }): ImportRow[] => {
  const { verdict } = row;
  if (verdict === 'unchanged') return [];
  const problems = row.problems.map((problem) => ({
    field: problem.field,
    code: problem.code,
    value: shownValue(problem.value),
    detail: problemText(problem),
  }));
  const changes = changesOf(row, context);
  return [
    {
      row: row.row,
      verdict,
      product: row.product?.id ?? null,
      name: shownValue(row.name),
      changes,
      problems,
    },
  ];
};

const presentRows = async (
  rows: readonly PlannedRow[],
  context: { catalog: CatalogIndex; language: Language },
): Promise<ImportRow[]> => (await cooperative(mapYielding(rows, (row) => presentRow(row, context)))).flat();

const countOf = ({ rows }: Plan, verdict: PlannedRow['verdict']): number =>
  rows.filter((row) => row.verdict === verdict).length;

export const presentImport = async (
  { table, columns, plan, catalog }: Imported,
  isDry: boolean,
  language: Language,
): Promise<ProductImport> => ({
  dry_run: isDry,
  digest: plan?.digest ?? '',
  format: table.facts.format,
  encoding: table.facts.encoding,
  delimiter: table.facts.delimiter,
  has_header: table.facts.has_header,
  header: table.facts.header.map(shownValue),
  sample: table.rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.slice(0, SAMPLE_CELLS).map(shownValue)),
  columns: [...columns].map(([field, column]) => ({ field, column })),
  counts: {
    rows: table.rows.length,
    new: plan ? countOf(plan, 'new') : 0,
    changed: plan ? countOf(plan, 'changed') : 0,
    unchanged: plan ? countOf(plan, 'unchanged') : 0,
    wrong: plan ? countOf(plan, 'wrong') : 0,
  },
  new_categories: [...(plan?.newCategories.values() ?? [])],
  new_units: [...(plan?.newUnits.values() ?? [])],
  rows: plan && catalog ? await presentRows(plan.rows, { catalog, language }) : [],
});
