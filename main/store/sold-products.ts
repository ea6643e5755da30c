import { sql } from 'kysely';
import type { FiscalFields } from '../../shared/fiscal.ts';
import type { ProductRow } from './catalog.ts';
import { build, type Db } from './db/connection.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import { readFiscal, type StoredFiscal } from './fiscal-fields.ts';

/** What a sale has of a product: what the catalog says of it, and what a receipt's line gets. */
export interface SoldProduct extends ProductRow {
  /** Both names of its unit; empty: it has none. */
  units: readonly string[];
  fiscal: FiscalFields;
  /** The product's first one; "": none. */
  barcode: string;
}

type StoredProduct = ProductRow & { [Name in keyof StoredFiscal]: string | null } & {
  barcode: string | null;
  unit_name: string | null;
  unit_short: string | null;
};

const byIds = fixedQuery<StoredProduct, [ids: string]>(() =>
  build
    .selectFrom('products')
    .leftJoin('units', 'units.id', 'products.unit_id')
    .leftJoin('product_fiscal', 'product_fiscal.product_id', 'products.id')
    .leftJoin('product_shop', 'product_shop.product_id', 'products.id')
    .selectAll('products')
    .select([
      'tax',
      'uktzed',
      'header',
      'footer',
      'units.name as unit_name',
      'units.short_name as unit_short',
    ])
    .select(sql<string | null>`product_shop.barcodes ->> 0`.as('barcode'))
    .where('products.id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`),
);

/** The existing products of these lines, by id. */
export const findSoldProducts = (
  db: Db,
  lines: readonly { product?: number | null }[],
): ReadonlyMap<number | null, SoldProduct> => {
  const found = new Map<number | null, SoldProduct>();
  const ids: number[] = [];
  for (const { product } of lines) if (typeof product === 'number') ids.push(product);
  if (ids.length === 0) return found;
  for (const row of db.all(byIds(JSON.stringify(ids)))) {
    const { tax, uktzed, header, footer, barcode, unit_name, unit_short, ...product } = row;
    const fiscal = { tax: tax ?? '[]', uktzed: uktzed ?? '', header: header ?? '', footer: footer ?? '' };
    const units = unit_name === null ? [] : [unit_name, unit_short ?? ''];
    found.set(row.id, { ...product, units, fiscal: readFiscal(fiscal), barcode: barcode ?? '' });
  }
  return found;
};
