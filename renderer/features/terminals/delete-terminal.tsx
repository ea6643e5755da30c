import { List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import type { Failure } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { deleteTerminal } from '../../api/mutations.ts';
import { FailureCallout } from '../../kit/callout.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';
import { usePermission } from '../../shop/session/account.ts';
import classes from './terminal-card.module.css';

interface DeleteTerminalProps {
  terminal: Terminal;
  isOpen: boolean;
  onClose(): void;
}

/** Confirms a deletion, and says what goes with the terminal and what stays. */
export const DeleteTerminal = ({ terminal, isOpen, onClose }: DeleteTerminalProps) => {
  const { t } = useTranslation('terminals');
  const { t: common } = useTranslation();
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
      keep={common('cancel')}
      confirm={t('delete.confirm', { name })}
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
            <Link
              to="/invoices"
              search={{ terminal: terminal.id, status: 'created' }}
              className={classes.link}
            >
              {t('delete.openInvoices')}
            </Link>
          ) : null}
        </>
      ) : null}
    </FailureCallout>
  );
};
