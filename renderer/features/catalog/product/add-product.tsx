import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../../data/keys.ts';
import { FailureCallout } from '../../../ui/callout.tsx';
import { RecordPanel, useOpenRecord } from '../../../ui/record-panel.tsx';
import { useNextRecord, useRecordForm } from '../../../ui/use-record-form.ts';
import { createProduct } from '../commands.ts';
import { useCatalogSearch } from '../use-search.ts';
import { ProductFields } from './fields.tsx';
import { additionOf, NOTHING, productRules } from './form.ts';
import classes from './panel.module.css';

/** The form stays open for the next product and keeps the category and unit, which are usually the same. */
export const AddProduct = () => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const { search } = useCatalogSearch();
  const invalidate = useInvalidate();
  const open = useOpenRecord();
  const form = useRecordForm({
    stored: NOTHING,
    first: { category: search.category ?? null, unit: search.unit ?? null },
    rules: productRules,
    write: async (edits) => {
      const addition = additionOf(edits);
      await createProduct(addition).finally(() => void invalidate('catalog'));
      return {
        saved: t('new.done', { name: addition.name }),
        next: { category: addition.category ?? null, unit: addition.unit ?? null },
      };
    },
  });
  const { saved, isBusy, isDirty, failure } = form;
  const submit = useNextRecord(form);
  return (
    <RecordPanel
      open="new"
      label={t('new.label')}
      title={t('new.label')}
      about={t('new.text')}
      closeLabel={t('panel.close')}
      isDirty={isDirty}
      onSubmit={submit}
      foot={
        <>
          <FailureCallout failure={failure} />
          <Group justify="space-between">
            <Text size="sm" role="status" data-tone="paid" className={classes.saved} flex={1}>
              {saved}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => open(undefined)}>
                {common('close')}
              </Button>
              <Button type="submit" loading={isBusy}>
                {t('new.save')}
              </Button>
            </Group>
          </Group>
        </>
      }
    >
      <ProductFields form={form} isNew />
    </RecordPanel>
  );
};
