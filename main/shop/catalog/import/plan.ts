import { createHash } from 'node:crypto';
import type { ImportRow } from '../../../../shared/api/catalog-files.ts';
import { barcodeKey } from '../../../../shared/barcodes.ts';
import { forEachCooperatively } from '../../../platform/async.ts';
import type { CatalogProduct } from '../../../store/catalog-files.ts';
import { type CheckedRow, checkRow, type Named, type Outcome, type RowContext } from './check-row.ts';
import { storedBarcodes } from './fields.ts';
import type { GroupedRow } from './group-rows.ts';

export type PlannedRow = CheckedRow & { verdict: ImportRow['verdict'] | 'unchanged' };

export interface Plan {
  rows: PlannedRow[];
  /** Names to be created, by their key. */
  newCategories: Map<string, string>;
  newUnits: Map<string, string>;
  /** Equal for equal rows on an equal catalog. */
  digest: string;
}

interface Progress {
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Computes the changes of the catalog by a table; writes nothing. */
export const planImport = async (
  context: RowContext,
  rows: readonly GroupedRow[],
  progress: Progress,
): Promise<Plan> => {
  const total = rows.length;
  const checked: CheckedRow[] = [];
  await forEachCooperatively(rows, (row) => checked.push(checkRow(context, row)), {
    signal: progress.signal,
    onPause: () => progress.onProgress(checked.length, total),
  });
  progress.onProgress(total, total);
  refuseRepeated(checked);
  refuseTakenBarcodes(checked, context.catalog.rows.products);
  return sumUp(checked, progress.signal);
};

/** Rejects all rows about the same product, since it is unknown which one is right. */
const refuseRepeated = (rows: readonly CheckedRow[]): void => {
  const counts = new Map<string, number>();
  for (const { identity } of rows) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  for (const row of rows) {
    if (row.identity === '' || (counts.get(row.identity) ?? 0) < 2) continue;
    row.problems.push({ field: null, code: 'REPEATED', value: '' });
    row.outcome = undefined;
  }
};

const verdictOf = ({ product, outcome }: CheckedRow): PlannedRow['verdict'] => {
  if (!outcome) return 'wrong';
  if (!product) return 'new';
  const { category, unit, ...fields } = outcome;
  const isSame =
    category === product.category_id &&
    unit === product.unit_id &&
    FIELDS.every((field) => fields[field] === product[field]);
  return isSame ? 'unchanged' : 'changed';
};

const FIELDS = [
  ...(['name', 'price', 'article', 'external_code', 'name_for_docs', 'is_archived'] as const),
  ...(['barcodes', 'tile_color', 'is_favorite'] as const),
  ...(['tax', 'uktzed', 'header', 'footer'] as const),
];

const sumUp = async (checked: readonly CheckedRow[], signal: AbortSignal): Promise<Plan> => {
  const newCategories = new Map<string, string>();
  const newUnits = new Map<string, string>();
  const hash = createHash('sha256');
  const rows: PlannedRow[] = [];
  const addRow = (one: CheckedRow): void => {
    const verdict = verdictOf(one);
    rows.push(Object.assign(one, { verdict }));
    const { row, product, outcome } = one;
    // A rejected row, skipped or not, is part of the displayed plan.
    if (!outcome) hash.update(`${row} wrong\n`);
    if (!outcome || verdict === 'unchanged') return;
    note(newCategories, outcome.category);
    note(newUnits, outcome.unit);
    hash.update(`${row} ${product?.id ?? 'new'} ${outcomeText(outcome)} ${before(product)}\n`);
  };
  await forEachCooperatively(checked, addRow, { signal });
  return { rows, newCategories, newUnits, digest: hash.digest('hex') };
};

const note = (names: Map<string, string>, named: Named): void => {
  if (typeof named === 'object' && named !== null && !names.has(named.key)) names.set(named.key, named.name);
};

const outcomeText = (outcome: Outcome): string =>
  JSON.stringify([...FIELDS.map((field) => outcome[field]), outcome.category, outcome.unit]);

/** The digest includes the product's current values: a displayed change has two sides. */
const before = (product: CheckedRow['product']): string =>
  product
    ? JSON.stringify([...FIELDS.map((field) => product[field]), product.category_id, product.unit_id])
    : '';

/** A product that has a barcode after the import. */
interface Claim {
  name: string;
  /** The row that gives it; undefined: the product has it and stays as it is. */
  row?: CheckedRow;
  barcode: string;
}

type Sold = Pick<CatalogProduct, 'barcodes' | 'is_archived' | 'name'>;

const soldBarcodes = ({ barcodes, is_archived }: Sold): string[] =>
  is_archived === 1 || barcodes === '[]' ? [] : storedBarcodes(barcodes);

/** Whether the product has the barcode already, and is sold. */
const hadBefore = ({ product }: CheckedRow, key: string): boolean =>
  product !== undefined && soldBarcodes(product).some((barcode) => barcodeKey(barcode) === key);

const claimsOf = (rows: readonly CheckedRow[], products: readonly CatalogProduct[]): Map<string, Claim[]> => {
  const claims = new Map<string, Claim[]>();
  const add = (sold: Sold, row?: CheckedRow): void => {
    for (const barcode of soldBarcodes(sold)) {
      const claim = { name: sold.name, barcode, ...(row && { row }) };
      const key = barcodeKey(barcode);
      claims.set(key, [...(claims.get(key) ?? []), claim]);
    }
  };
  const changed = new Set<number>();
  for (const row of rows) {
    if (!row.outcome) continue;
    if (row.product) changed.add(row.product.id);
    add(row.outcome, row);
  }
  for (const product of products) if (!changed.has(product.id)) add(product);
  return claims;
};

/**
 * Rejects the rows that would give a product a barcode of another that is sold. Repeated, because a product whose row is
 * rejected keeps the barcodes that it has.
 */
const refuseTakenBarcodes = (rows: readonly CheckedRow[], products: readonly CatalogProduct[]): void => {
  let isAnyRefused: boolean;
  do {
    isAnyRefused = false;
    for (const [key, claims] of claimsOf(rows, products)) {
      if (claims.length < 2) continue;
      for (const { row, barcode } of claims) {
        if (!row?.outcome || hadBefore(row, key)) continue;
        const other = claims.find((claim) => claim.row !== row);
        row.problems.push({
          field: 'barcodes',
          code: 'BARCODE_TAKEN',
          value: `${barcode} (${other?.name ?? ''})`,
        });
        row.outcome = undefined;
        isAnyRefused = true;
      }
    }
  } while (isAnyRefused);
};
