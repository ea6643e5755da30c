import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconReceipt2, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { read } from '../../../api/client.ts';
import { keyOf, useInvalidate } from '../../../api/keys.ts';
import { changeProductFiscal, changeProductShop } from '../../../api/mutations.ts';
import { putData } from '../../../api/put-data.ts';
import { productQuery, productShopQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import {
  RecordEditor,
  RecordPanel,
  RecordView,
  useListed,
  useOpenRecord,
  useRecordTexts,
} from '../../../kit/record-panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useNextRecord, useRecordForm } from '../../../kit/use-record-form.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { FiscalForm } from '../../../shop/fiscal-form.tsx';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
import { type EarlyInput, takeEarlyKeys } from '../../../shop/session/early-inputs.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { changeProduct, createProduct, Deletion, deleteProduct } from '../deletion.tsx';
import type { OpenRecord } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';
import { ProductFields } from './fields.tsx';
import { additionOf, changesOf, fieldsOf, NOTHING, productRules, shopChangesOf } from './form.ts';

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
      return { saved: t('saved') };
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
      <fieldset style={{ display: 'contents' }} disabled={!canWrite}>
        <ProductFields form={form} isNew={false} isShopKnown={shop !== undefined} />
        <FiscalSection product={product} isOpen={isFiscalOpen} onOpen={setIsFiscalOpen} />
        {canWrite ? (
          <ArchiveSection product={product} isConfirming={isConfirming} onConfirming={setIsConfirming} />
        ) : null}
      </fieldset>
    </RecordEditor>
  );
};

interface FiscalSectionProps {
  product: Product;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/** What the fiscal receipt says of a product; only a shop with a fiscal register needs it, so it is apart. */
const FiscalSection = ({ product, isOpen, onOpen }: FiscalSectionProps) => {
  const { t } = useTranslation('fiscal');
  return (
    <Stack gap="xs" className="ruled" pt="sm">
      <Hint>{t('product.about')}</Hint>
      <div>
        <Act icon={IconReceipt2} size="xs" onClick={() => onOpen(true)} text={t('product.open')} />
      </div>
      {isOpen ? <ProductFiscalDialog product={product} onClose={() => onOpen(false)} /> : null}
    </Stack>
  );
};

const ProductFiscalDialog = ({ product, onClose }: { product: Product; onClose(): void }) => {
  const { t } = useTranslation('fiscal');
  const toast = useToast();
  const queries = useQueryClient();
  const query = read('catalog/products/{id}/fiscal/', { id: product.id });
  return (
    <Dialog title={t('product.title', { name: product.name })} closeOnClickOutside={false} onClose={onClose}>
      <QueryView query={useQuery(query)} rows={4} height={60}>
        {(stored) => (
          <FiscalForm
            stored={stored}
            text={t('product.text')}
            save={async (fields) => {
              putData(queries, query.queryKey, await changeProductFiscal(product.id, fields));
              toast.success(t('saved'));
            }}
            onClose={onClose}
          />
        )}
      </QueryView>
    </Dialog>
  );
};

interface ArchiveSectionProps {
  product: Product;
  isConfirming: boolean;
  onConfirming(isConfirming: boolean): void;
}

/** Archives, restores or deletes a product. */
const ArchiveSection = ({ product, isConfirming, onConfirming }: ArchiveSectionProps) => {
  const { t } = useTranslation('catalog');
  const invalidate = useInvalidate();
  const action = useAction();
  const { id, name, is_archived } = product;
  const turn = () =>
    action.run(async () => {
      await changeProduct(id, { is_archived: !is_archived });
      await invalidate('catalog');
    });
  return (
    <Stack gap="xs" className="ruled" pt="sm">
      <Hint>{t(is_archived ? 'keeping.archived' : 'keeping.active')}</Hint>
      <Group gap="xs">
        <Act
          size="xs"
          loading={action.isBusy}
          leftSection={
            is_archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
          }
          onClick={() => void turn()}
          text={t(is_archived ? 'keeping.restore' : 'keeping.archive')}
        />
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onConfirming(true)}
        >
          {t('words.delete')}
        </Button>
      </Group>
      <FailureCallout failure={action.failure} />
      {isConfirming ? <ProductDeletion id={id} name={name} onClose={() => onConfirming(false)} /> : null}
    </Stack>
  );
};

const ProductDeletion = ({ id, name, onClose }: { id: number; name: string; onClose(): void }) => {
  const { t } = useTranslation('catalog');
  const open = useOpenRecord();
  const onDone = (): void => open(undefined, { isSaved: true });
  return (
    <Deletion name={name} remove={() => deleteProduct(id)} onDone={onDone} onClose={onClose}>
      <Text size="sm">{t('deletion.stays')}</Text>
      <Text size="sm">{t('deletion.instead')}</Text>
    </Deletion>
  );
};

/** The form stays open for the next product and keeps the category and unit, which are usually the same. */
const AddProduct = () => {
  const { t } = useTranslation('catalog');
  const { search } = useCatalogSearch();
  const invalidate = useInvalidate();
  const open = useOpenRecord();
  /** Made, but its barcodes were refused: the next try changes it, and makes no second one. */
  const made = useRef<number>(undefined);
  const form = useRecordForm({
    stored: NOTHING,
    first: { category: search.category ?? null, unit: search.unit ?? null },
    rules: productRules,
    write: async (edits) => {
      const addition = additionOf(edits);
      const id = made.current;
      try {
        const product = await (id === undefined ? createProduct(addition) : changeProduct(id, addition));
        made.current = product.id;
        const shopChanges = shopChangesOf(NOTHING, edits);
        if (Object.keys(shopChanges).length > 0) await changeProductShop(product.id, shopChanges);
        made.current = undefined;
      } finally {
        void invalidate('catalog');
      }
      return {
        saved: t('new.done', { name: addition.name }),
        next: { category: addition.category ?? null, unit: addition.unit ?? null },
      };
    },
  });
  /** What was typed before the form was there; its first key is the N that opened it. */
  const takeName = useEffectEvent(([first]: EarlyInput[]) => {
    if (first && 'text' in first) form.edit({ name: first.text.slice(1) });
  });
  useEffect(() => takeEarlyKeys('catalog', takeName), []);
  const { saved, isBusy, isDirty, failure } = form;
  const submit = useNextRecord(form);
  return (
    <RecordPanel
      open="new"
      label={t('add')}
      title={t('add')}
      about={t('new.text')}
      closeLabel={t('panel.close')}
      isDirty={isDirty}
      onSubmit={submit}
      foot={
        <>
          <FailureCallout failure={failure} />
          <Group justify="space-between">
            <Text size="sm" role="status" data-tone="paid" c="var(--tone)" flex={1}>
              {saved}
            </Text>
            <Group gap="xs">
              <Act onClick={() => open(undefined)} text={t('close')} />
              <Act tone="main" type="submit" loading={isBusy} text={t('words.add')} />
            </Group>
          </Group>
        </>
      }
    >
      <ProductFields form={form} isNew isShopKnown />
    </RecordPanel>
  );
};
