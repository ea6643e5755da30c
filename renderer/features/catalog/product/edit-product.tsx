import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { keyOf, useInvalidate } from '../../../api/keys.ts';
import { changeProductShop } from '../../../api/mutations.ts';
import { putData } from '../../../api/put-data.ts';
import { productQuery, productShopQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { RecordEditor, RecordView, useListed, useRecordTexts } from '../../../kit/record-panel.tsx';
import { useRecordForm } from '../../../kit/use-record-form.ts';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { changeProduct } from '../commands.ts';
import type { OpenRecord } from '../search.ts';
import { AddProduct } from './add-product.tsx';
import { ArchiveSection } from './archive-section.tsx';
import { ProductFields } from './fields.tsx';
import { FiscalSection } from './fiscal-section.tsx';
import { changesOf, fieldsOf, productRules, shopChangesOf } from './form.ts';
import classes from './panel.module.css';

/** The open product or the form of a new one. */
export const ProductSide = ({ open }: { open: OpenRecord | undefined }) => {
  const canWrite = useCanWriteCatalog();
  if (open === undefined || (open === 'new' && !canWrite)) return null;
  return open === 'new' ? <AddProduct /> : <StoredProduct key={open} id={open} />;
};

const StoredProduct = ({ id }: { id: number }) => {
  const query = useQuery({ ...productQuery(id), ...useListed<Product>(keyOf('catalog/products/'), id) });
  return (
    <RecordView id={id} query={query} texts={useRecordTexts('catalog')} rows={6} height={52}>
      {(product, isGone) => <EditProduct product={product} isGone={isGone} />}
    </RecordView>
  );
};

const EditProduct = ({ product, isGone }: { product: Product; isGone: boolean }) => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const dates = useDates();
  const canWrite = useCanWriteCatalog();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isFiscalOpen, setIsFiscalOpen] = useState(false);
  const { id, name, code, created_at, updated_at } = product;
  const { data: shop } = useQuery(productShopQuery(id));
  const form = useRecordForm({
    stored: fieldsOf(product, shop),
    rules: productRules,
    read: async () =>
      fieldsOf(await readNow(queries, productQuery(id)), await readNow(queries, productShopQuery(id))),
    write: async (edits, stored) => {
      const shopChanges = shopChangesOf(stored, edits);
      const changes = changesOf(stored, edits);
      // Another product may have the barcode: refused first, it leaves the rest unchanged.
      if (Object.keys(shopChanges).length > 0)
        putData(queries, productShopQuery(id).queryKey, await changeProductShop(id, shopChanges));
      if (Object.keys(changes).length > 0)
        putData(queries, productQuery(id).queryKey, await changeProduct(id, changes));
      void invalidate('catalog');
      return { saved: common('saved') };
    },
  });
  return (
    <RecordEditor
      open={id}
      form={form}
      texts={useRecordTexts('catalog')}
      title={name}
      about={t('panel.about', {
        code,
        since: dates.day(Date.parse(created_at)),
        changed: dates.short(Date.parse(updated_at)),
      })}
      isGone={isGone}
      isCovered={isConfirming || isFiscalOpen}
    >
      <fieldset className={classes.whole} disabled={!canWrite}>
        <ProductFields form={form} isNew={false} isShopKnown={shop !== undefined} />
        <FiscalSection product={product} isOpen={isFiscalOpen} onOpen={setIsFiscalOpen} />
        {canWrite ? (
          <ArchiveSection product={product} isConfirming={isConfirming} onConfirming={setIsConfirming} />
        ) : null}
      </fieldset>
    </RecordEditor>
  );
};
