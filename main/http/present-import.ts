import {
  type ImportRow,
  PRODUCT_COLUMNS,
  type ProductColumn,
  type ProductImport,
} from '../../shared/api/catalog-files.ts';
import { cooperative, mapYielding } from '../platform/async.ts';
import { type Outcome, writtenProduct } from '../shop/catalog/import/check-row.ts';
import { FIELDS } from '../shop/catalog/import/fields.ts';
import type { Comparison, Imported } from '../shop/catalog/import/import.ts';
import type { CatalogIndex } from '../shop/catalog/import/known-catalog.ts';
import type { Plan, PlannedRow } from '../shop/catalog/import/plan.ts';
import { faultText, shownValue } from '../shop/catalog/import/row-faults.ts';
import type { Language } from './preferences.ts';

/** Sample rows below the header, and cells of each. */
const SAMPLE_ROWS = 10;
const SAMPLE_CELLS = 50;

type Texts = Record<ProductColumn, string>;

interface Context {
  catalog: CatalogIndex;
  language: Language;
}

/** A product as its file has it; a new one has no code yet. */
const textsOf = (outcome: Outcome, code: number | undefined, { catalog, language }: Context): Texts => {
  const product = writtenProduct(outcome, code, catalog);
  return Object.fromEntries(
    PRODUCT_COLUMNS.map((field) => [field, FIELDS[field].write(product, language)]),
  ) as Texts;
};

const changesOf = ({ outcome, product }: PlannedRow, context: Context): ImportRow['changes'] => {
  if (!outcome) return [];
  const to = textsOf(outcome, product?.code, context);
  const from =
    product &&
    textsOf({ ...product, category: product.category_id, unit: product.unit_id }, product.code, context);
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

const presentRow = (row: PlannedRow, context: Context): ImportRow[] => {
  const { verdict } = row;
  if (verdict === 'unchanged') return [];
  const problems = row.problems.map((problem) => ({
    field: problem.field,
    code: problem.code,
    value: shownValue(problem.value),
    detail: faultText(problem),
  }));
  const changes = changesOf(row, context);
  return [
    {
      row: row.row,
      verdict,
      product: row.product?.id ?? null,
      name: shownValue(row.name),
      matched_by: row.matchedBy ?? null,
      changes,
      problems,
    },
  ];
};

const presentRows = async (rows: readonly PlannedRow[], context: Context): Promise<ImportRow[]> =>
  (await cooperative(mapYielding(rows, (row) => presentRow(row, context)))).flat();

const countOf = (plan: Plan | undefined, verdict: PlannedRow['verdict']): number =>
  plan?.rows.filter((row) => row.verdict === verdict).length ?? 0;

const presentAssumptions = ({
  plan,
  groups,
  leftOut,
  otherCodes,
}: Comparison): ProductImport['assumptions'] => {
  const read = plan.rows.filter(({ outcome }) => outcome !== undefined);
  const converted = Map.groupBy(
    read.filter(({ price }) => price.currency !== undefined),
    ({ price }) => price.currency ?? '',
  );
  const rounded = read.filter(({ price }) => price.isRounded).length;
  const all: ProductImport['assumptions'] = [
    {
      code: 'other_codes',
      rows: otherCodes === undefined ? 0 : plan.rows.length,
      value: shownValue(otherCodes ?? ''),
    },
    { code: 'groups', rows: groups, value: '' },
    { code: 'left_out', rows: leftOut, value: '' },
    { code: 'rounded', rows: rounded, value: '' },
    ...[...converted].map(([value, { length }]) => ({ code: 'converted' as const, rows: length, value })),
  ];
  return all.filter(({ rows }) => rows > 0);
};

export const presentImport = async (
  { table, columns, comparison }: Imported,
  isDry: boolean,
  language: Language,
): Promise<ProductImport> => {
  const plan = comparison?.plan;
  return {
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
      new: countOf(plan, 'new'),
      changed: countOf(plan, 'changed'),
      unchanged: countOf(plan, 'unchanged'),
      wrong: countOf(plan, 'wrong'),
      left_out: (comparison?.groups ?? 0) + (comparison?.leftOut ?? 0),
    },
    assumptions: comparison ? presentAssumptions(comparison) : [],
    new_categories: [...(plan?.newCategories.values() ?? [])],
    new_units: [...(plan?.newUnits.values() ?? [])],
    rows: comparison
      ? await presentRows(comparison.plan.rows, { catalog: comparison.catalog, language })
      : [],
  };
};
