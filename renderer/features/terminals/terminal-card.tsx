import { ActionIcon, Box, Group, List, Menu, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDotsVertical, IconKey, IconReceipt2, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import { FISCAL_SERVICES, ISSUES_RECEIPTS } from '../../../shared/api/statuses.ts';
import type { Terminal, TerminalFiscal } from '../../../shared/api/terminals.ts';
import type { Failure } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { changeTerminalFiscal, deleteTerminal } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { terminalFiscalQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { Aside } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';
import { FiscalForm } from '../../shop/fiscal-form.tsx';
import { useCanGiveTokens, usePermission } from '../../shop/session/account.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { type SyncKind, syncId, useSync } from '../../shop/tasks/sync-terminal.ts';
import { EarlierPayments } from './earlier-payments.tsx';
import { Registers } from './registers.tsx';
import { TerminalFacts, type TerminalState } from './terminal-facts.tsx';
import { TerminalName } from './terminal-name.tsx';
import { TerminalSwitches } from './terminal-switches.tsx';
import { TokenMissing } from './token-field.tsx';

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
  const { t } = useTranslation();
  const id = useId();
  const canManage = usePermission('can_manage_terminals');
  const isMissingToken = state?.token === 'missing';
  return (
    <Box component="section" className="card" style={{ overflow: 'hidden' }} aria-labelledby={id}>
      <Group justify="space-between" align="center" gap="sm" px="md" py="sm" className="ruled-below">
        <TerminalName terminal={terminal} headingId={id} />
        {canManage ? (
          <Group gap="xs">
            <SyncButton kind="invoices" size="sm" terminal={terminal} isMissingToken={isMissingToken} />
            <TerminalMenu terminal={terminal} />
          </Group>
        ) : null}
      </Group>
      {isMissingToken ? <TokenMissing terminal={terminal} /> : null}
      <Stack gap="sm" p="md">
        <TerminalFacts terminal={terminal} state={state} nextSync={nextSync} />
        <Aside title={t('advanced')}>
          <TerminalSwitches terminal={terminal} />
        </Aside>
      </Stack>
      {canManage ? <EarlierPayments terminal={terminal} isMissingToken={isMissingToken} /> : null}
      <Registers terminal={terminal} query={registers}>
        {canManage ? (
          <SyncButton
            kind="registers"
            size="compact-sm"
            terminal={terminal}
            isMissingToken={isMissingToken}
          />
        ) : null}
      </Registers>
    </Box>
  );
};

interface SyncButtonProps {
  kind: SyncKind;
  size: 'sm' | 'compact-sm';
  terminal: Terminal;
  /** The card explains it. */
  isMissingToken: boolean;
}

/** Syncs now instead of at the next time, in the background. */
const SyncButton = ({ kind, size, terminal, isMissingToken }: SyncButtonProps) => {
  const { t } = useTranslation('terminals');
  const sync = useSync();
  const isWorking = useIsWorking(syncId(kind, terminal.id));
  return (
    <Act
      size={size}
      {...(size === 'sm' ? {} : { tone: 'quiet' })}
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

interface DeleteTerminalProps {
  terminal: Terminal;
  isOpen: boolean;
  onClose(): void;
}

/** Confirms a deletion, and says what goes with the terminal and what stays. */
const DeleteTerminal = ({ terminal, isOpen, onClose }: DeleteTerminalProps) => {
  const { t } = useTranslation('terminals');
  const invalidate = useInvalidate();
  const toast = useToast();
  const { name } = terminal;
  const { isBusy, failure, run, forget } = useAction();
  const remove = async (): Promise<void> => {
    await deleteTerminal(terminal.id).finally(() => void invalidate('terminal'));
    onClose();
    toast.success(t('delete.done', { name }));
  };
  const close = () => {
    forget();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      size="md"
      title={t('delete.title', { name })}
      keep={t('cancel')}
      confirm={t('words.deleteNamed', { name })}
      isBusy={isBusy}
      onConfirm={() => void run(remove)}
      onClose={close}
    >
      <List size="sm" spacing={4}>
        <List.Item>{t('delete.stays')}</List.Item>
        <List.Item>{t('delete.goes')}</List.Item>
        <List.Item>{t('delete.later')}</List.Item>
      </List>
      {failure ? <DeleteTerminalCallout terminal={terminal} failure={failure} /> : null}
    </ConfirmDialog>
  );
};

const DeleteTerminalCallout = ({ terminal, failure }: { terminal: Terminal; failure: Failure }) => {
  const { t } = useTranslation('terminals');
  const canView = usePermission('can_view_invoices');
  // The service refuses a deletion for one reason only, in English.
  const isOpenInvoices = failure.kind === 'invalid';
  return (
    <FailureCallout failure={failure} p="sm">
      {isOpenInvoices ? (
        <>
          <Text size="sm">{t('delete.refused')}</Text>
          {canView ? (
            <TextLink
              size="sm"
              c="inherit"
              underline="always"
              to="/invoices"
              search={{ terminal: terminal.id, status: 'created' }}
            >
              {t('delete.openInvoices')}
            </TextLink>
          ) : null}
        </>
      ) : null}
    </FailureCallout>
  );
};

interface FiscalDialogProps {
  terminal: Terminal;
  onClose(): void;
}

/** Whether the terminal issues fiscal receipts, through whom, and what their lines have by default. */
const FiscalDialog = ({ terminal, onClose }: FiscalDialogProps) => {
  const { t } = useTranslation('fiscal');
  const query = useQuery(terminalFiscalQuery(terminal.id));
  return (
    <Dialog
      title={t('terminal.title', { name: terminal.name })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <QueryView query={query} rows={6} height={60}>
        {(stored) => <Content terminal={terminal} stored={stored} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
};

const Content = ({ terminal, stored, onClose }: FiscalDialogProps & { stored: TerminalFiscal }) => {
  const { t } = useTranslation('fiscal');
  const toast = useToast();
  const queries = useQueryClient();
  const [issues_receipts, setIssuesReceipts] = useState(stored.issues_receipts);
  const [service, setService] = useState(stored.service);
  const seen = stored.seen_since === null ? 'notSeen' : 'seen';
  return (
    <FiscalForm
      stored={stored}
      text={t('terminal.text')}
      save={async (fields) => {
        const changed = await changeTerminalFiscal(terminal.id, { issues_receipts, service, ...fields });
        putData(queries, terminalFiscalQuery(terminal.id).queryKey, changed);
        toast.success(t('saved'));
      }}
      onClose={onClose}
    >
      <Select
        label={t('terminal.issues')}
        description={t(`terminal.${seen}`)}
        data={ISSUES_RECEIPTS.map((value) => ({ value, label: t(`issues.${value}`) }))}
        value={issues_receipts}
        allowDeselect={false}
        onChange={(value) => setIssuesReceipts(value ?? 'auto')}
      />
      <Select
        label={t('terminal.service')}
        data={['' as const, ...FISCAL_SERVICES].map((value) => ({
          value,
          label: t(`services.${value || 'auto'}`),
        }))}
        value={service}
        allowDeselect={false}
        onChange={(value) => setService(value ?? '')}
      />
      <Text size="sm" fw={550}>
        {t('terminal.defaults')}
      </Text>
    </FiscalForm>
  );
};
