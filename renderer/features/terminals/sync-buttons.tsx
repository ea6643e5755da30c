import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { useIsWorking } from '../../tasks/background-work.tsx';
import { type SyncKind, syncId, useSync } from '../../tasks/sync-terminal.ts';

/** Asks the bank now instead of at the next time; it goes on while one walks elsewhere. */
export const SyncButtons = (props: { terminal: Terminal; isMissingToken: boolean }) => (
  <>
    <SyncButton kind="registers" {...props} />
    <SyncButton kind="invoices" {...props} />
  </>
);

interface SyncButtonProps {
  kind: SyncKind;
  terminal: Terminal;
  /** The card says so, and what to do about it. */
  isMissingToken: boolean;
}

const SyncButton = ({ kind, terminal, isMissingToken }: SyncButtonProps) => {
  const { t } = useTranslation('terminals');
  const sync = useSync();
  const isWorking = useIsWorking(syncId(kind, terminal.id));
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
      loading={isWorking}
      disabled={isMissingToken}
      onClick={() => sync(kind, terminal)}
    >
      {t(`sync.${kind}`)}
    </Button>
  );
};
