import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../../data/keys.ts';
import { FailureCallout } from '../../../ui/callout.tsx';
import { SidePanelFoot } from '../../../ui/side-panel.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { createProduct } from '../commands.ts';
import { useCatalogSearch, useOpen } from '../use-search.ts';
import { ProductFields } from './fields.tsx';
import { focusFault } from './focus.ts';
import { additionOf, NOTHING } from './form.ts';
import classes from './panel.module.css';
import { PanelHead, SidePanel } from './panel.tsx';
import { useDraft } from './use-draft.ts';

/** One after another: goods rarely come alone, and the next one mostly belongs where the last one did. */
export const AddProduct = () => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const { search } = useCatalogSearch();
  const invalidate = useInvalidate();
  const open = useOpen();
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  const isTyping = useRef(false);
  const [added, setAdded] = useState<string>();
  const [first, setFirst] = useState({ category: search.category ?? null, unit: search.unit ?? null });
  const draft = useDraft(
    NOTHING,
    () => {
      action.forget();
      setAdded(undefined);
      isTyping.current = true;
    },
    first,
  );

  const add = async (isThere: () => boolean): Promise<void> => {
    isTyping.current = false;
    const addition = additionOf(draft.edits);
    await createProduct(addition).finally(() => void invalidate('catalog'));
    if (!isThere()) return;
    const next = { category: addition.category ?? null, unit: addition.unit ?? null };
    setFirst(next);
    draft.clearSent(draft.edits, next);
    setAdded(addition.name);
    // Whoever types the next one already is where they type it.
    if (!isTyping.current) form.current?.querySelector('input')?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.check()) void action.run(add);
    else focusFault(event.currentTarget);
  };
  return (
    <SidePanel open="new" label={t('new.label')} isDirty={draft.isDirty}>
      <form ref={form} onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="sm">
          <PanelHead title={t('new.label')}>{t('new.text')}</PanelHead>
          <ProductFields draft={draft} failure={action.failure} isNew />
        </Stack>
        <SidePanelFoot>
          <Stack gap="xs">
            <FailureCallout failure={action.failure} />
            <Group justify="space-between">
              <Text size="sm" role="status" data-tone="paid" className={classes.saved} flex={1}>
                {added === undefined ? '' : t('new.done', { name: added })}
              </Text>
              <Group gap="xs">
                <Button variant="default" onClick={() => open(undefined)}>
                  {common('close')}
                </Button>
                <Button type="submit" loading={action.isBusy}>
                  {t('new.save')}
                </Button>
              </Group>
            </Group>
          </Stack>
        </SidePanelFoot>
      </form>
    </SidePanel>
  );
};
