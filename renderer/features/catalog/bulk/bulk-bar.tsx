import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCategory, IconRuler2, IconTrash } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, type Params } from '../../../api/keys.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { ConfirmDialog, Dialog } from '../../../kit/dialog.tsx';
import { formatCount } from '../../../lib/count.ts';
import { whileUserStays } from '../../../shop/session/user-change.ts';
import { startWork, useIsWorking } from '../../../shop/tasks/background-work.tsx';
import { NamedSelect } from '../named/named-select.tsx';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import { applyTo, type BulkAction, collect } from './actions.ts';
import { outcomeStore } from './outcome.ts';
import { type Outcome, runBulk, type Target } from './run.ts';
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
      chosen: selection.isAll
        ? { all: filters }
        : { some: [...selection.some].map(([id, name]) => ({ id, name })) },
      queries,
      t,
      onEnd: ({ done }) => selection.drop(done),
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

/** Only one runs at a time: two could undo each other's changes. */
const BULK_WORK = 'catalog-bulk';

/** Some products, or all matches. */
type Selected = { some: readonly Target[] } | { all: Params };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

interface Bulk {
  action: BulkAction;
  chosen: Selected;
  queries: QueryClient;
  t: TFunction<'catalog'>;
  onEnd(outcome: Outcome): void;
}

/** Runs in the background across screens; reports counts, and failures by name. */
const startBulk = ({ action, chosen, queries, t, onEnd }: Bulk): void => {
  const user = whileUserStays();
  outcomeStore.set(undefined);
  startWork({
    id: BULK_WORK,
    title: t(`bulk.title.${action.kind}`),
    run: async (signal, report) => {
      const targets = 'some' in chosen ? chosen.some : await collect(action, chosen.all, signal);
      const total = formatCount(targets.length);
      const onProgress = (done: number) => report(t('bulk.progress', { done: formatCount(done), total }));
      try {
        onProgress(0);
        const outcome = await runBulk(targets, {
          signal,
          applyTo: (target) => applyTo(action, target),
          onProgress,
          pause: sleep,
        });
        onEnd(outcome);
        if (!user.aborted && (outcome.ended !== null || outcome.failed.length > 0))
          outcomeStore.set({ action, outcome });
        return outcomeText(outcome, action, t);
      } finally {
        void invalidate(queries, 'catalog');
      }
    },
  });
};

const outcomeText = ({ total, done, failed, ended }: Outcome, { kind }: BulkAction, t: Bulk['t']): string => {
  const left = total - done.length - failed.length;
  const parts = [t(`bulk.done.${kind}`, { count: done.length, total: formatCount(done.length) })];
  if (failed.length > 0) parts.push(t('bulk.failed', { total: formatCount(failed.length) }));
  if (ended !== null) parts.push(t('bulk.left', { total: formatCount(left) }));
  return parts.join(' ');
};
