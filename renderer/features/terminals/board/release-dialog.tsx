import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import type { RegisterState } from '../../../../shared/api/register-state.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { isInDoubt } from '../../../data/failure.ts';
import { DialogShell } from '../../../ui/dialog-shell.tsx';
import { DoubtAlert } from '../../../ui/doubt-alert.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { ToneAlert } from '../../../ui/tone-alert.tsx';
import { refusalOf } from './refusal.ts';
import { useRelease } from './use-release.ts';

interface ReleaseDialogProps {
  register: CashRegister;
  /** As it was when the dialog opened: nothing else is taken off. */
  state: RegisterState;
  onClose(): void;
}

/** Takes the amount off a register; the invoice is left as it is. */
export const ReleaseDialog = ({ register, state, onClose }: ReleaseDialogProps) => {
  const { t } = useTranslation('board');
  const { t: common } = useTranslation();
  const release = useRelease(register, onClose);
  const words = { amount: formatAmount(state.amount ?? 0), name: register.short_qr_id || register.name };
  const number = state.invoice?.number_display;
  /** What is on it now is unknown, or not what the dialog names: it can do nothing more. */
  const isOver =
    release.failure !== undefined && (isInDoubt(release.failure) || refusalOf(release.failure) === 'another');
  return (
    <DialogShell title={t('release.title', words)} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('release.payer', words)}</Text>
        <Text size="sm">
          {number === undefined ? t('release.staysForeign') : t('release.stays', { number })}
        </Text>
        <Trouble release={release} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {isOver ? common('close') : t('release.keep')}
          </Button>
          {isOver ? null : (
            <Button color="red.9" loading={release.isBusy} onClick={() => release.release(state)}>
              {t('release.confirm', words)}
            </Button>
          )}
        </Group>
      </Stack>
    </DialogShell>
  );
};

const Trouble = ({ release: { failure } }: { release: ReturnType<typeof useRelease> }) => {
  const { t } = useTranslation('board');
  if (!failure) return null;
  const refusal = refusalOf(failure);
  if (isInDoubt(failure)) return <DoubtAlert doubt={{ about: 'release' }} role="alert" />;
  return (
    <ToneAlert tone="failed" role="alert" icon={<IconAlertTriangle />} title={t('release.refused')}>
      {refusal === undefined ? <FailureText failure={failure} /> : t(`release.why.${refusal}`)}
    </ToneAlert>
  );
};
