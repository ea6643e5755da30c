import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import type { RegisterState } from '../../../../shared/api/register-state.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { isInDoubt } from '../../../data/failure.ts';
import { Callout, DoubtCallout } from '../../../ui/callout.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
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
    <ConfirmDialog
      title={t('release.title', words)}
      keep={isOver ? common('close') : t('release.keep')}
      confirm={isOver ? undefined : t('release.confirm', words)}
      isBusy={release.isBusy}
      onConfirm={() => release.release(state)}
      onClose={onClose}
    >
      <Text size="sm">{t('release.payer', words)}</Text>
      <Text size="sm">
        {number === undefined ? t('release.staysForeign') : t('release.stays', { number })}
      </Text>
      <Trouble release={release} />
    </ConfirmDialog>
  );
};

const Trouble = ({ release: { failure } }: { release: ReturnType<typeof useRelease> }) => {
  const { t } = useTranslation('board');
  if (!failure) return null;
  const refusal = refusalOf(failure);
  if (isInDoubt(failure)) return <DoubtCallout doubt={{ about: 'release' }} role="alert" />;
  return (
    <Callout tone="failed" role="alert" icon={<IconAlertTriangle />} title={t('release.refused')}>
      {refusal === undefined ? <FailureText failure={failure} /> : t(`release.why.${refusal}`)}
    </Callout>
  );
};
