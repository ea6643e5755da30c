import { Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { useInvalidate } from '../../api/keys.ts';
import { updateTerminal } from '../../api/mutations.ts';
import { Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { usePermission } from '../../shop/session/account.ts';

/** What is seldom needed of a terminal: its merchant's id, active, and payments outside Kramar; plain text without the permission. */
export const TerminalSwitches = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const canManage = usePermission('can_manage_terminals');
  return (
    <Stack gap="md" mt="sm">
      <Text size="sm">
        {t('facts.merchantId')}: {terminal.merchant_id || t('facts.unknown')}
      </Text>
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
  active: { on: 'active.label', off: 'active.off', text: 'active.text' },
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
      <Hint size="xs">{t(text)}</Hint>
    </div>
  );
};

const useChangeTerminal = (id: number) => {
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const change = (
    changes: Partial<Pick<Terminal, 'is_active' | 'show_payments'>>,
    onDone?: () => void,
  ): void =>
    void run(async () => {
      // Awaited, so that the screen already shows the new state when it ends.
      await updateTerminal(id, changes).finally(() => invalidate('terminal'));
      onDone?.();
    });
  return { isBusy, failure, change };
};

const ActiveSwitch = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const [isConfirming, asking] = useDisclosure(false);
  const { isBusy, failure, change } = useChangeTerminal(terminal.id);
  const { is_active: isOn } = terminal;
  return (
    <div>
      <Switch
        label={t('active.label')}
        description={t('active.text')}
        checked={isBusy ? !isOn : isOn}
        onChange={() => {
          if (isBusy) return;
          if (isOn) asking.open();
          else change({ is_active: true });
        }}
      />
      {isConfirming ? null : <FailureCallout failure={failure} mt="xs" />}
      <ConfirmDialog
        isOpen={isConfirming}
        size="md"
        title={t('active.askTitle', { name: terminal.name })}
        keep={t('keepOn')}
        confirm={t('active.switchOff', { name: terminal.name })}
        isBusy={isBusy}
        failure={failure}
        onConfirm={() => change({ is_active: false }, asking.close)}
        onClose={asking.close}
      >
        <Text size="sm">{t('active.askText')}</Text>
      </ConfirmDialog>
    </div>
  );
};

const PaymentsSwitch = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const { isBusy, failure, change } = useChangeTerminal(terminal.id);
  const { show_payments: isOn } = terminal;
  return (
    <div>
      <Switch
        label={t('payments.label')}
        description={t('payments.text')}
        checked={isBusy ? !isOn : isOn}
        onChange={() => change({ show_payments: !isOn })}
      />
      <FailureCallout failure={failure} mt="xs" />
    </div>
  );
};
