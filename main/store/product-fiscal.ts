import { type FiscalFields, NO_FISCAL_FIELDS } from '../../shared/fiscal.ts';
import { build, type Db } from './db/connection.ts';
import { putRow } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';

/** `tax` is a JSON list in every table. */
export type StoredFiscal = Omit<FiscalFields, 'tax'> & { tax: string };

export const readFiscal = ({ tax, uktzed, header, footer }: StoredFiscal): FiscalFields => ({
  tax: JSON.parse(tax) as number[],
  uktzed,
  header,
  footer,
});

export const storedFiscal = ({ tax, uktzed, header, footer }: FiscalFields): StoredFiscal => ({
  tax: JSON.stringify(tax),
  uktzed,
  header,
  footer,
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

export const writeProductFiscal = (db: Db, product_id: number, fields: FiscalFields): void =>
  putRow(db, 'product_fiscal', ['product_id'], { product_id, ...storedFiscal(fields) });
