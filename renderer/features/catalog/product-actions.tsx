import { Button, Group, Kbd } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Params } from '../../data/queries.ts';
import { formatCount } from '../../lib/count.ts';
import { useKeysOutsideFields } from '../../session/hotkeys.ts';
import { ExportMenu } from '../../tasks/export-menu.tsx';
import { writingStore } from './import/writing.ts';
import { useCatalogSearch, useOpen } from './use-search.ts';

interface ProductActionsProps {
  filters: Params;
  /** How many match; undefined: not known yet. */
  count: number | undefined;
}

export const ProductActions = ({ filters, count }: ProductActionsProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const open = useOpen();
  // By the key's place, and never behind a dialog: there it would be typed into nothing.
  useKeysOutsideFields([
    [
      'N',
      () => {
        if (!document.querySelector('[role="dialog"]')) open('new');
      },
      { usePhysicalKeys: true },
    ],
  ]);
  const toImport = (): void => {
    // What the last one came to has been seen.
    if (writingStore.get()?.state !== 'under-way') writingStore.set(undefined);
    setSearch({ ...search, import: true, open: undefined });
  };
  return (
    <Group gap="xs">
      <ExportMenu
        table={{
          work: 'products-export',
          title: t('export.title'),
          path: 'catalog/products/export/',
          params: filters,
        }}
        what={count === undefined ? undefined : t('export.what', { count, total: formatCount(count) })}
      />
      <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={toImport}>
        {t('import.button')}
      </Button>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        rightSection={<Kbd size="xs">N</Kbd>}
        data-opens="new"
        onClick={() => open('new')}
      >
        {t('add')}
      </Button>
    </Group>
  );
};
