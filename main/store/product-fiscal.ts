import { sql } from 'kysely';
import { type FiscalFields, NO_FISCAL_FIELDS } from '../../shared/fiscal.ts';
import { build, type Db } from './db/connection.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';

/** `tax` is a JSON list in every table. */
export type StoredFiscal = Omit<FiscalFields, 'tax'> & { tax: string };

export const readFiscal = ({ tax, uktzed, header, footer }: StoredFiscal): FiscalFields => ({
  ...{ tax: JSON.parse(tax) as number[], uktzed, header, footer },
});

export const storedFiscal = ({ tax, uktzed, header, footer }: FiscalFields): StoredFiscal => ({
  ...{ tax: JSON.stringify(tax), uktzed, header, footer },
});

const byProduct = fixedQuery<StoredFiscal, [id: number]>(() =>
  build
    .selectFrom('product_fiscal')
    .select(['tax', 'uktzed', 'header', 'footer'])
    .where('product_id', '=', placeholder<number>()),
);

export const findProductFiscal = (db: Db, product: number): FiscalFields => {
  const row = db.get(byProduct(product));
  return row ? readFiscal(row) : NO_FISCAL_FIELDS;
};

export const writeProductFiscal = (db: Db, product: number, fields: FiscalFields): void => {
  const values = storedFiscal(fields);
  db.run(
    build
      .insertInto('product_fiscal')
      .values({ product_id: product, ...values })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(values)),
  );
};

/** What a receipt's line has of its product. */
export interface ReceiptFields extends FiscalFields {
  /** The product's first one; "": none. */
  barcode: string;
}

type StoredReceipt = { [Name in keyof StoredFiscal]: string | null } & {
  id: number;
  barcode: string | null;
};

const byIds = fixedQuery<StoredReceipt, [ids: string]>(() =>
  build
    .selectFrom('products')
    .leftJoin('product_fiscal', 'product_fiscal.product_id', 'products.id')
    .leftJoin('product_shop', 'product_shop.product_id', 'products.id')
    .select(['products.id', 'tax', 'uktzed', 'header', 'footer'])
    .select(sql<string | null>`product_shop.barcodes ->> 0`.as('barcode'))
    .where('products.id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`),
);

/** By product. */
export const receiptFieldsOf = (
  db: Db,
  products: readonly (number | null)[],
): ReadonlyMap<number | null, ReceiptFields> => {
  const ids = products.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  return new Map(
    db.all(byIds(JSON.stringify(ids))).map(({ id, tax, barcode, ...texts }) => [
      id,
      {
        ...readFiscal({
          tax: tax ?? '[]',
          uktzed: texts.uktzed ?? '',
          header: texts.header ?? '',
          footer: texts.footer ?? '',
        }),
        barcode: barcode ?? '',
      },
    ]),
  );
};
