import { barcodeKey } from '../../../../shared/barcodes.ts';
import type { CatalogProduct } from '../../../store/catalog-files.ts';
import type { CheckedRow } from './check-row.ts';
import { storedBarcodes } from './fields.ts';

/** Who would have a barcode once the file is written. */
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
export const refuseTakenBarcodes = (
  rows: readonly CheckedRow[],
  products: readonly CatalogProduct[],
): void => {
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
