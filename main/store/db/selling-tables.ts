import type { Generated } from 'kysely';

// Tables of the counter: what a product has for it, and carts that are set aside. Times are milliseconds UTC.

/** A product without a row has none of it. */
export interface ProductShopTable {
  product_id: number;
  /** JSON list of texts. */
  barcodes: string;
  /** One of shared/api/product-shop.ts; "": none. */
  tile_color: string;
  is_favorite: 0 | 1;
}

/** Maintained by triggers (migrations/013-selling.ts) only. */
export interface ProductBarcodesTable {
  /** The barcode, as `barcodeKey` makes it. */
  barcode_key: string;
  product_id: number;
}

export interface CartsTable {
  id: Generated<number>;
  name: string;
  remark: string;
  /** JSON list of lines (domain/carts/carts.ts). */
  lines: string;
  /** JSON of what else its invoice is created with; a field that is missing has its default. */
  details: string;
  /** Who set it aside; null: a deleted account. */
  account_id: number | null;
  created_at: number;
  /** Null: it waits. */
  taken_at: Generated<number | null>;
  taken_by: Generated<number | null>;
}
