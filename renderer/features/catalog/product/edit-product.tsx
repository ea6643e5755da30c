import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { useInvalidate } from '../../../data/keys.ts';
import { productQuery } from '../../../data/queries.ts';
import { readNow } from '../../../data/read-now.ts';
import { Strip } from '../../../ui/callout.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useDates } from '../../../ui/use-dates.ts';
import { changeProduct } from '../commands.ts';
import { EditFoot } from './edit-foot.tsx';
import { ProductFields } from './fields.tsx';
import { focusFault } from './focus.ts';
import { changesOf, fieldsOf, isOvertaken } from './form.ts';
import { Keeping } from './keeping.tsx';
import { PanelHead, SidePanel } from './panel.tsx';
import { type Draft, useDraft } from './use-draft.ts';

interface EditProductProps {
  /** As it is stored, as far as is known. */
  product: Product;
  /** It was there, and is no longer. */
  isGone: boolean;
}

export const EditProduct = ({ product, isGone }: EditProductProps) => {
  const { t } = useTranslation('catalog');
  const [isAsking, setIsAsking] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const action = useAction();
  const draft = useDraft(fieldsOf(product), () => {
    action.forget();
    setIsSaved(false);
  });
  const save = useSave(product, draft, () => setIsSaved(true));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!draft.isDirty) return;
    if (draft.check()) void action.run(save.run);
    else focusFault(event.currentTarget);
  };
  return (
    <SidePanel open={product.id} label={t('panel.label')} isDirty={draft.isDirty} isCovered={isAsking}>
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="sm">
          <Head product={product} />
          {isGone ? (
            <Strip tone="failed" title={t('missing.title')}>
              {t('missing.text')}
            </Strip>
          ) : null}
          {save.isOvertaken ? (
            <Strip tone="working" title={t('overtaken.title')}>
              {t('overtaken.text')}
            </Strip>
          ) : null}
          <ProductFields draft={draft} failure={action.failure} isNew={false} />
          <Keeping product={product} isAsking={isAsking} onAsking={setIsAsking} />
        </Stack>
        <EditFoot draft={draft} action={action} isSaved={isSaved} onUndo={save.forget} />
      </form>
    </SidePanel>
  );
};

/** Looks once more before it writes: what somebody else has changed meanwhile is shown first. */
const useSave = (product: Product, draft: Draft, tellSaved: () => void) => {
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const [overtaken, setOvertaken] = useState(false);
  const { id } = product;
  const run = async (isThere: () => boolean): Promise<void> => {
    const stored = await readNow(queries, productQuery(id));
    const isNews = isOvertaken(fieldsOf(product), fieldsOf(stored), draft.edits);
    setOvertaken(isNews);
    if (isNews) return;
    const changed = await changeProduct(id, changesOf(fieldsOf(stored), draft.edits));
    queries.setQueryData(productQuery(id).queryKey, changed);
    void invalidate('catalog');
    if (!isThere()) return;
    draft.clearSent(draft.edits);
    tellSaved();
  };
  const forget = (): void => {
    setOvertaken(false);
    draft.clear();
  };
  return { run, isOvertaken: overtaken, forget };
};

const Head = ({ product }: { product: Product }) => {
  const { t } = useTranslation('catalog');
  const dates = useDates();
  const { name, code, created_at, updated_at } = product;
  return (
    <PanelHead title={name}>
      {t('panel.about', {
        code,
        since: dates.day(Date.parse(created_at)),
        changed: dates.short(Date.parse(updated_at)),
      })}
    </PanelHead>
  );
};
