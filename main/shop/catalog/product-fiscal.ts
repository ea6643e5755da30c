import type { ProductFiscalPatch } from '../../../shared/api/product-shop.ts';
import type { FiscalFields } from '../../../shared/fiscal.ts';
import type { ProductRow } from '../../store/catalog.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { findProductFiscal, writeProductFiscal } from '../../store/fiscal-fields.ts';
import { recordAction } from '../actions/record.ts';

/** Fields of a body may be absent. */
type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** The fields after a change: absent ones stay, and a repeated rate counts once. */
export const changedFiscal = (before: FiscalFields, input: Optional<FiscalFields>): FiscalFields => ({
  tax: input.tax === undefined ? before.tax : [...new Set(input.tax)],
  uktzed: input.uktzed ?? before.uktzed,
  header: input.header ?? before.header,
  footer: input.footer ?? before.footer,
});

export const patchProductFiscal = (
  { db, now }: DbContext,
  { id, name }: Pick<ProductRow, 'id' | 'name'>,
  input: ProductFiscalPatch,
): FiscalFields =>
  db.transaction(() => {
    const changed = changedFiscal(findProductFiscal(db, id), input);
    writeProductFiscal(db, id, changed);
    recordAction(db, now(), {
      code: 'product_changed',
      object: { kind: 'product', id, label: name },
      facts: { changed: Object.keys(input) },
    });
    return changed;
  });
