import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCategory, IconRuler2, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params } from '../../../api/keys.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { ConfirmDialog, Dialog } from '../../../kit/dialog.tsx';
import { formatCount } from '../../../lib/count.ts';
import { useIsWorking } from '../../../shop/tasks/background-work.tsx';
import { NamedSelect } from '../named/named-select.tsx';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import { BULK_WORK, type BulkAction, startBulk } from './run.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  selection: Selection;
  /** Filters without order and page. */
  filters: Params;
  /** The number of matches. */
  count: number;
}

/** The actions on the checked products. */
export const BulkBar = ({ selection, filters, count }: BulkBarProps) => {
  const { t } = useTranslation('catalog');
  const queries = useQueryClient();
  const isWorking = useIsWorking(BULK_WORK);
  const [openDialog, setOpenDialog] = useState<'delete' | 'category' | 'unit'>();
  const chosen = selection.isAll ? count : selection.some.size;
  if (chosen === 0) return null;
  const start = (action: BulkAction): void => {
    setOpenDialog(undefined);
    startBulk({
      action,
      chosen: selection.isAll ? { all: filters } : { products: [...selection.some] },
      queries,
      t,
      onDone: selection.clear,
    });
  };
  const button = { size: 'xs', variant: 'default', disabled: isWorking } as const;
  return (
    <Group
      component="section"
      className="ruled-below"
      justify="space-between"
      gap="xs"
      px="sm"
      py={6}
      bg="var(--mantine-color-ink-light)"
      aria-label={t('bulk.label')}
    >
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {t('bulk.chosen', { count: chosen, total: formatCount(chosen) })}
        </Text>
        {!selection.isAll && count > chosen ? (
          <Act
            tone="quiet"
            size="compact-sm"
            onClick={selection.takeAll}
            text={t('bulk.takeAll', { count, total: formatCount(count) })}
          />
        ) : null}
      </Group>
      <Group gap={6}>
        {isWorking ? <Hint>{t('bulk.busy')}</Hint> : null}
        <Button
          {...button}
          leftSection={<IconArchive size={16} aria-hidden />}
          onClick={() => start({ kind: 'archive' })}
        >
          {t('keeping.archive')}
        </Button>
        <Button
          {...button}
          leftSection={<IconArchiveOff size={16} aria-hidden />}
          onClick={() => start({ kind: 'restore' })}
        >
          {t('keeping.restore')}
        </Button>
        <Button
          {...button}
          leftSection={<IconCategory size={16} aria-hidden />}
          onClick={() => setOpenDialog('category')}
        >
          {t('fields.category')}
        </Button>
        <Button
          {...button}
          leftSection={<IconRuler2 size={16} aria-hidden />}
          onClick={() => setOpenDialog('unit')}
        >
          {t('fields.unit')}
        </Button>
        <Button
          {...button}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setOpenDialog('delete')}
        >
          {t('words.delete')}
        </Button>
        <CloseButton aria-label={t('bulk.clear')} onClick={selection.clear} />
      </Group>
      {openDialog === 'delete' ? (
        <BulkDeletion count={chosen} onConfirm={start} onClose={() => setOpenDialog(undefined)} />
      ) : null}
      {openDialog === 'category' || openDialog === 'unit' ? (
        <BulkAssignment
          kind={openDialog}
          count={chosen}
          onConfirm={start}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : null}
    </Group>
  );
};

interface DialogProps {
  count: number;
  onConfirm(action: BulkAction): void;
  onClose(): void;
}

const BulkDeletion = ({ count, onConfirm, onClose }: DialogProps) => {
  const { t } = useTranslation('catalog');
  const total = formatCount(count);
  return (
    <ConfirmDialog
      title={t('bulk.deletion.title', { count, total })}
      keep={t('deletion.keep')}
      confirm={t('bulk.deletion.confirm', { count, total })}
      onConfirm={() => onConfirm({ kind: 'delete' })}
      onClose={onClose}
    >
      <Text size="sm">{t('deletion.stays')}</Text>
      <Text size="sm">{t('deletion.instead')}</Text>
    </ConfirmDialog>
  );
};

/** Chooses the category or unit of the products; "none" is allowed. */
const BulkAssignment = ({ kind, count, onConfirm, onClose }: DialogProps & { kind: 'category' | 'unit' }) => {
  const { t } = useTranslation('catalog');
  const { data: categories } = useQuery(categoriesQuery);
  const { data: units } = useQuery(unitsQuery);
  const [to, setTo] = useState<{ id: number | null; name: string }>({ id: null, name: '' });
  const options = kind === 'category' ? categories : units;
  const total = formatCount(count);
  return (
    <Dialog title={t(`bulk.placing.${kind}`, { count, total })} onClose={onClose}>
      <Stack>
        <NamedSelect
          kind={kind === 'category' ? 'categories' : 'units'}
          label={t(`fields.${kind}`)}
          options={options}
          value={to.id}
          onChange={(id, name) => setTo({ id, name })}
        />
        <Group justify="flex-end">
          <Act onClick={onClose} text={t('cancel')} />
          <Act
            tone="main"
            onClick={() => onConfirm({ kind, to: to.id })}
            text={
              to.id === null
                ? t('bulk.placing.none', { count, total })
                : t('bulk.placing.confirm', { count, total, name: to.name })
            }
          />
        </Group>
      </Stack>
    </Dialog>
  );
};
