import { ActionIcon, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDotsVertical, IconKey, IconReceipt2, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { Act } from '../../kit/act.tsx';
import { useCanGiveTokens, usePermission } from '../../shop/session/account.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { type SyncKind, syncId, useSync } from '../../shop/tasks/sync-terminal.ts';
import { DeleteTerminal } from './delete-terminal.tsx';
import { EarlierPayments } from './earlier-payments.tsx';
import { FiscalDialog } from './fiscal-dialog.tsx';
import { Registers } from './registers.tsx';
import classes from './terminal-card.module.css';
import { TerminalFacts, type TerminalState } from './terminal-facts.tsx';
import { TerminalName } from './terminal-name.tsx';
import { TerminalSwitches } from './terminal-switches.tsx';
import { TokenMissing } from './token-missing.tsx';

interface TerminalCardProps {
  terminal: Terminal;
  /** undefined until loaded */
  state: TerminalState | undefined;
  /** The next automatic sync; only the owner receives it. */
  nextSync: string | null;
  /** Registers of all terminals. */
  registers: UseQueryResult<CashRegister[]>;
}

export const TerminalCard = ({ terminal, state, nextSync, registers }: TerminalCardProps) => {
  const id = useId();
  const canManage = usePermission('can_manage_terminals');
  const isMissingToken = state?.token === 'missing';
  return (
    <section className={`card ${classes.card}`} aria-labelledby={id}>
      <Group justify="space-between" align="center" gap="sm" className={classes.head}>
        <TerminalName terminal={terminal} headingId={id} />
        {canManage ? (
          <Group gap="xs">
            <SyncButtons terminal={terminal} isMissingToken={isMissingToken} />
            <TerminalMenu terminal={terminal} />
          </Group>
        ) : null}
      </Group>
      {isMissingToken ? <TokenMissing terminal={terminal} /> : null}
      <div className={classes.about}>
        <TerminalFacts terminal={terminal} state={state} nextSync={nextSync} />
        <TerminalSwitches terminal={terminal} />
      </div>
      {canManage ? <EarlierPayments terminal={terminal} isMissingToken={isMissingToken} /> : null}
      <Registers terminal={terminal} query={registers} />
    </section>
  );
};

/** Syncs now instead of at the next time, in the background. */
const SyncButtons = (props: { terminal: Terminal; isMissingToken: boolean }) => (
  <>
    <SyncButton kind="registers" {...props} />
    <SyncButton kind="invoices" {...props} />
  </>
);

interface SyncButtonProps {
  kind: SyncKind;
  terminal: Terminal;
  /** The card explains it. */
  isMissingToken: boolean;
}

const SyncButton = ({ kind, terminal, isMissingToken }: SyncButtonProps) => {
  const { t } = useTranslation('terminals');
  const sync = useSync();
  const isWorking = useIsWorking(syncId(kind, terminal.id));
  return (
    <Act
      size="sm"
      leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
      loading={isWorking}
      disabled={isMissingToken}
      onClick={() => sync(kind, terminal)}
      text={t(`sync.${kind}`)}
    />
  );
};

/** Rare actions. */
const TerminalMenu = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const canGiveTokens = useCanGiveTokens();
  const navigate = useNavigate();
  const { t: fiscal } = useTranslation('fiscal');
  const [isDeleting, deleting] = useDisclosure(false);
  const [isFiscal, fiscalDialog] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('menu', { name: terminal.name })}>
            <IconDotsVertical size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canGiveTokens ? (
            <Menu.Item
              leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
              onClick={() => void navigate({ to: '/settings/bank', search: { token: terminal.id } })}
            >
              {t('give.changeOpen')}
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconReceipt2 size={18} stroke={1.7} aria-hidden />}
            onClick={fiscalDialog.open}
          >
            {fiscal('terminal.open')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />} onClick={deleting.open}>
            {t('delete.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isFiscal ? <FiscalDialog terminal={terminal} onClose={fiscalDialog.close} /> : null}
      <DeleteTerminal terminal={terminal} isOpen={isDeleting} onClose={deleting.close} />
    </>
  );
};
