import { Group, List, Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupState } from '../../../../shared/operations/safekeeping.ts';
import { callProgram } from '../../../api/bridge.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { programKey } from '../../../api/keys.ts';
import { restoringStore } from '../../../api/restoring.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useNow } from '../../../kit/use-now.ts';
import { useStore } from '../../../lib/create-store.ts';
import { useLockHold } from '../../../shop/session/lock.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { Waiting } from './restore-outcome.tsx';

/** A listed backup, or a file that was sent, of which only a check can say more. */
export type Chosen = Pick<BackupState, 'path' | 'created_at'>;

interface RestoreDialogProps {
  backup: Chosen;
  /** Of an encrypted copy. */
  phrase?: string | undefined;
  onClose(): void;
}

/** Verifies the backup, compares it with the current data, then restores it on confirmation. */
export const RestoreDialog = ({ backup, phrase, onClose }: RestoreDialogProps) => {
  const { t } = useTranslation('backups');
  const dates = useDates();
  const { path, created_at } = backup;
  const wanted = { name: path, ...(phrase !== undefined && { phrase }) };
  const action = useAction();
  const restoring = useStore(restoringStore);
  const canClose = !action.isBusy && restoring === undefined;
  const check = useQuery({
    queryKey: programKey('backups.verify', wanted),
    queryFn: async () => {
      const checked = await callProgram('backups.verify', wanted);
      // The list on the screen may be outdated.
      const { invoices } = await callProgram('backups.list', {});
      return { at: checked.created_at, invoicesThen: checked.invoices ?? 0, invoicesNow: invoices };
    },
    enabled: canClose,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Once per opening of the dialog: the check reads the whole file.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const moment = dates.spoken(Date.parse(check.data?.at ?? created_at));
  // Progress must stay visible without user activity.
  useLockHold(!canClose);
  // From then on it is shown above all screens.
  useEffect(() => {
    if (restoring) onClose();
  }, [restoring, onClose]);
  return (
    <Modal
      opened
      size="lg"
      onClose={() => canClose && onClose()}
      withCloseButton={canClose}
      closeOnClickOutside={false}
      title={t('restore.title', { moment })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {action.isBusy ? <Waiting title={t('restore.running')} text={t('restore.runningText')} /> : null}
      {canClose ? (
        <Check
          moment={moment}
          isChecking={check.isFetching}
          failure={check.error ? failureOf(check.error) : action.failure}
          found={check.isFetching ? undefined : check.data}
          onRestore={() =>
            void action.run(async () => {
              const restored = await callProgram('backups.restore', wanted);
              restoringStore.set({ state: 'done', ...restored });
            })
          }
          onClose={onClose}
        />
      ) : null}
    </Modal>
  );
};

interface CheckProps {
  /** The backup's time. */
  moment: string;
  isChecking: boolean;
  failure: Failure | undefined;
  /** undefined: it cannot be restored, or not yet. */
  found: { invoicesThen: number; invoicesNow: number } | undefined;
  onRestore(): void;
  onClose(): void;
}

const Check = ({ moment, isChecking, failure, found, onRestore, onClose }: CheckProps) => {
  const { t } = useTranslation('backups');
  return (
    <Stack>
      {isChecking ? <Waiting title={t('restore.checking')} text={t('restore.checkingText')} /> : null}
      {found ? (
        <Comparison moment={moment} invoicesThen={found.invoicesThen} invoicesNow={found.invoicesNow} />
      ) : null}
      <FailureLine failure={isChecking ? undefined : failure} />
      <Group justify="end">
        <Act data-autofocus onClick={onClose} text={t('cancel')} />
        {found ? <Act tone="danger" onClick={onRestore} text={t('restore.confirm', { moment })} /> : null}
      </Group>
    </Stack>
  );
};

const MEANS = ['payments', 'else', 'passwords', 'kept'] as const;
const CHECK_INTERVAL_MS = 60_000;

interface ComparisonProps {
  /** The backup's time. */
  moment: string;
  /** The number of invoices in the backup. */
  invoicesThen: number;
  invoicesNow: number;
}

/** Compares the backup with the current data, and says what restoring means. */
const Comparison = ({ moment, invoicesThen, invoicesNow }: ComparisonProps) => {
  const { t } = useTranslation('backups');
  const dates = useDates();
  const now = useNow(CHECK_INTERVAL_MS);
  const fewer = invoicesNow - invoicesThen;
  return (
    <Stack gap="sm">
      <Table
        withRowBorders={false}
        highlightOnHover={false}
        verticalSpacing={4}
        horizontalSpacing={0}
        className="figures"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{t('compare.then')}</Table.Th>
            <Table.Th scope="col">{t('compare.now')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('compare.moment')}</Table.Th>
            <Table.Td>{moment}</Table.Td>
            <Table.Td>{dates.spoken(now)}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">{t('compare.invoices')}</Table.Th>
            <Table.Td>{invoicesThen}</Table.Td>
            <Table.Td>{invoicesNow}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Text fw={550} size="sm">
        {fewer > 0 ? t('compare.fewer', { count: fewer }) : t('compare.same')}
      </Text>
      <List size="sm" spacing={4}>
        {MEANS.map((name) => (
          <List.Item key={name}>{t(`compare.${name}`)}</List.Item>
        ))}
      </List>
    </Stack>
  );
};
