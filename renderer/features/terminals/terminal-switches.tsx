import { Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { failureOf } from '../../data/failure.ts';
import { usePermission } from '../../session/account.ts';
import { FailureCallout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useChangeTerminal } from './use-change-terminal.ts';

/** Switches of a terminal: active, and payments outside Kramar; plain text without the permission. */
export const TerminalSwitches = ({ terminal }: { terminal: Terminal }) => {
  const canManage = usePermission('can_manage_terminals');
  return (
    <Stack gap="md">
      {canManage ? <ActiveSwitch terminal={terminal} /> : <State of="active" isOn={terminal.is_active} />}
      {canManage ? (
        <PaymentsSwitch terminal={terminal} />
      ) : (
        <State of="payments" isOn={terminal.show_payments} />
      )}
    </Stack>
  );
};

const STATES = {
  active: { on: 'active.on', off: 'active.off', text: 'active.text' },
  payments: { on: 'payments.on', off: 'payments.off', text: 'payments.text' },
} as const;

const State = ({ of, isOn }: { of: keyof typeof STATES; isOn: boolean }) => {
  const { t } = useTranslation('terminals');
  const { on, off, text } = STATES[of];
  return (
    <div>
      <Text size="sm" fw={550}>
        {t(isOn ? on : off)}
      </Text>
      <Text size="xs" c="dimmed">
        {t(text)}
      </Text>
    </div>
  );
};

const ActiveSwitch = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const [isConfirming, asking] = useDisclosure(false);
  const change = useChangeTerminal(terminal.id);
  const { is_active: isOn } = terminal;
  return (
    <div>
      <Switch
        label={t('active.label')}
        description={t('active.text')}
        checked={change.isPending ? !isOn : isOn}
        onChange={() => {
          if (change.isPending) return;
          if (isOn) asking.open();
          else change.mutate({ is_active: true });
        }}
      />
      {isConfirming ? null : <SwitchCallout error={change.error} />}
      <ConfirmDialog
        isOpen={isConfirming}
        size="md"
        title={t('active.askTitle', { name: terminal.name })}
        keep={t('keepOn')}
        confirm={t('active.switchOff', { name: terminal.name })}
        isBusy={change.isPending}
        failure={change.error ? failureOf(change.error) : undefined}
        onConfirm={() => change.mutate({ is_active: false }, { onSuccess: asking.close })}
        onClose={asking.close}
      >
        <Text size="sm">{t('active.askText')}</Text>
      </ConfirmDialog>
    </div>
  );
};

const PaymentsSwitch = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const change = useChangeTerminal(terminal.id);
  const { show_payments: isOn } = terminal;
  return (
    <div>
      <Switch
        label={t('payments.label')}
        description={t('payments.text')}
        checked={change.isPending ? !isOn : isOn}
        onChange={() => {
          if (!change.isPending) change.mutate({ show_payments: !isOn });
        }}
      />
      <SwitchCallout error={change.error} />
    </div>
  );
};

const SwitchCallout = ({ error }: { error: Error | null }) => (
  <FailureCallout failure={error ? failureOf(error) : undefined} mt="xs" />
);
