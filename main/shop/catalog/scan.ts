import type { Scan } from '../../../shared/api/product-shop.ts';
import { type Label, readLabel, scannedText } from '../../../shared/labels.ts';
import type { Db } from '../../store/db/connection.ts';
import { onlySoldByCode, soldByBarcodes, tilesOf } from '../../store/product-shop.ts';
import { scaleLabels } from '../settings.ts';

/** Longest number of a product in scales. */
const MAX_ITEM = 8;

/** The numbers of scales have zeros in front that an article need not have. */
const itemSpellings = (item: string): string[] =>
  item === '' ? [] : Array.from({ length: MAX_ITEM }, (_, at) => item.padStart(at + 1, '0'));

const byLabel = (db: Db, { barcodes, item }: Label): number | undefined =>
  soldByBarcodes(db, barcodes)[0] ?? onlySoldByCode(db, [...new Set(itemSpellings(item))]);

interface Found {
  kind: Scan['kind'];
  product?: number | undefined;
  label?: Label;
}

const find = (db: Db, code: string): Found => {
  const text = scannedText(code);
  if (text === '') return { kind: null };
  const [product] = soldByBarcodes(db, [text]);
  if (product !== undefined) return { kind: 'barcode', product };
  const label = readLabel(code, scaleLabels(db));
  if (label) return { kind: label.kind, product: byLabel(db, label), label };
  const byCode = onlySoldByCode(db, [text]);
  return byCode === undefined ? { kind: null } : { kind: 'code', product: byCode };
};

const ONE = 1000;

/** Thousandths. @param price of one */
const quantityOf = ({ quantity, sum }: Label, price: number): number | undefined => {
  if (quantity !== undefined) return quantity;
  return sum === undefined || price === 0 ? undefined : Math.round((sum * ONE) / price);
};

/** The product of a scanned code, and how much of it the label says. */
export const findScanned = (db: Db, code: string): Scan =>
  db.read(() => {
    const { kind, product: id, label } = find(db, code);
    const [product] = id === undefined ? [] : tilesOf(db, [id]);
    const quantity = label && quantityOf(label, product?.price ?? 0);
    return {
      kind,
      product: product ?? null,
      item: label?.item ?? '',
      quantity: quantity === undefined || quantity === 0 ? null : quantity / ONE,
      sum: label?.sum ?? null,
    };
  });

/** The ids of the products that a code names as a barcode or by a label. */
export const soldByScan = (db: Db, code: string): number[] => {
  const exact = soldByBarcodes(db, [scannedText(code)]);
  const label = exact.length > 0 ? undefined : readLabel(code, scaleLabels(db));
  const found = label && byLabel(db, label);
  return found === undefined ? exact : [found];
};
