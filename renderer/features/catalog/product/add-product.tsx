import { Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../../api/keys.ts';
import { changeProductShop } from '../../../api/mutations.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { RecordPanel, useOpenRecord } from '../../../kit/record-panel.tsx';
import { useNextRecord, useRecordForm } from '../../../kit/use-record-form.ts';
import { type EarlyInput, takeEarlyKeys } from '../../../shop/session/early-inputs.ts';
import { changeProduct, createProduct } from '../commands.ts';
import { useCatalogSearch } from '../use-search.ts';
import { ProductFields } from './fields.tsx';
import { additionOf, NOTHING, productRules, shopChangesOf } from './form.ts';

/** The form stays open for the next product and keeps the category and unit, which are usually the same. */
export const AddProduct = () => {
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
