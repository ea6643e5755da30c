import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { failureOf } from '../../data/failure.ts';
import { useInvalidate } from '../../data/keys.ts';
import { deleteTerminal } from '../../data/mutations.ts';
import { useMay } from '../../session/account.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import classes from './terminal-card.module.css';

interface DeleteTerminalProps {
  terminal: Terminal;
  isOpen: boolean;
  onClose(): void;
}

/** Asks before a terminal goes, and says what goes with it and what stays. */
export const DeleteTerminal = ({ terminal, isOpen, onClose }: DeleteTerminalProps) => {
  const { t } = useTranslation('terminals');
  const { t: common } = useTranslation();
  const invalidate = useInvalidate();
  const { name } = terminal;
  const remove = useMutation({
    mutationFn: () => deleteTerminal(terminal.id),
    onSuccess: () => {
      onClose();
      notifications.show({
        color: 'green',
        message: t('delete.done', { name }),
        closeButtonProps: { 'aria-label': common('close') },
      });
    },
    onSettled: () => void invalidate('terminal'),
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('delete.title', { name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <List size="sm" spacing={4}>
          <List.Item>{t('delete.stays')}</List.Item>
          <List.Item>{t('delete.goes')}</List.Item>
          <List.Item>{t('delete.later')}</List.Item>
        </List>
        {remove.error ? <Refused terminal={terminal} error={remove.error} /> : null}
        <Group justify="end">
          <Button variant="default" data-autofocus onClick={close}>
            {common('cancel')}
          </Button>
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('delete.confirm', { name })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const Refused = ({ terminal, error }: { terminal: Terminal; error: Error }) => {
  const { t } = useTranslation('terminals');
  const failureText = useFailureText();
  const mayView = useMay('can_view_invoices');
  const failure = failureOf(error);
  // The service refuses a deletion for one reason only, and says it in English.
  const isOpenInvoices = failure.kind === 'invalid';
  return (
    <Alert color="red" variant="light" role="alert" p="sm">
      <Text size="sm">{isOpenInvoices ? t('delete.refused') : failureText(failure)}</Text>
      {isOpenInvoices && mayView ? (
        <Link to="/invoices" search={{ terminal: terminal.id, status: 'created' }} className={classes.link}>
          {t('delete.openInvoices')}
        </Link>
      ) : null}
    </Alert>
  );
};
