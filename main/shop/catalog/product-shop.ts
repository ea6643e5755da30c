import type { ProductPatch } from '../../../shared/api/catalog.ts';
import type { ProductShopPatch } from '../../../shared/api/product-shop.ts';
import { barcodeKey, splitBarcodes } from '../../../shared/barcodes.ts';
import { type Problem, type Problems, problem } from '../../../shared/errors.ts';
import type { ProductRow } from '../../store/catalog.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import {
  type BarcodeOwner,
  barcodeOwners,
  findProductShop,
  type ShopFields,
  writeProductShop,
} from '../../store/product-shop.ts';
import { recordAction } from '../actions/record.ts';
import { refuseProblems } from '../validate.ts';

const taken = (barcode: string, { id, name }: BarcodeOwner): Problem =>
  problem('barcode_taken', `Barcode ${barcode} is already on product ${id} "${name}".`, {
    barcode,
    product: id,
    name,
  });

/** One problem for each barcode that another product, which is sold, has. */
const clashes = (db: Db, product: number, barcodes: readonly string[]): Problem[] => {
  const owners = barcodeOwners(db, barcodes).filter(({ id }) => id !== product);
  return barcodes.flatMap((barcode) => {
    const owner = owners.find(({ barcode_key }) => barcodeKey(barcode_key) === barcodeKey(barcode));
    return owner ? [taken(barcode, owner)] : [];
  });
};

/** The barcodes of a body; faulty ones, which the schema has reported, are left out. */
const soundBarcodes = ({ barcodes = [] }: Pick<ProductShopPatch, 'barcodes'>): string[] =>
  barcodes.filter((barcode) => typeof barcode === 'string');

/** An archived product may share a barcode: nobody sells it. */
const productShopProblems = (
  db: Db,
  { id, is_archived }: Pick<ProductRow, 'id' | 'is_archived'>,
  input: ProductShopPatch,
): Problems => {
  const found = is_archived === 1 ? [] : clashes(db, id, soundBarcodes(input));
  return found.length === 0 ? {} : { barcodes: found };
};

/** A product that comes back from the archive may not bring a barcode that another has now. */
export const restoringProblems = (
  db: Db,
  row: Pick<ProductRow, 'id' | 'is_archived'>,
  { is_archived }: Pick<ProductPatch, 'is_archived'>,
): Problems => {
  if (row.is_archived === 0 || is_archived !== false) return {};
  const found = clashes(db, row.id, findProductShop(db, row.id).barcodes);
  return found.length === 0 ? {} : { is_archived: found };
};

/** Absent fields stay. @throws ValidationError */
export const patchProductShop = (
  { db, now }: DbContext,
  product: ProductRow,
  input: ProductShopPatch,
): ShopFields =>
  db.transaction(() => {
    refuseProblems(productShopProblems(db, product, input));
    const before = findProductShop(db, product.id);
    const changed: ShopFields = {
      barcodes: input.barcodes ? splitBarcodes(input.barcodes.join(' ')) : before.barcodes,
      tile_color: input.tile_color ?? before.tile_color,
      is_favorite: input.is_favorite ?? before.is_favorite,
    };
    writeProductShop(db, product.id, changed);
    recordAction(db, now(), {
      code: 'product_changed',
      object: { kind: 'product', id: product.id, label: product.name },
      facts: { changed: Object.keys(input) },
    });
    return changed;
  });
