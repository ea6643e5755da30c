import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CashRegister, RegisterState } from '../../../../shared/api/cash-registers.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { type Failure, failureOf, isInDoubt } from '../../../api/failure.ts';
import { invalidate } from '../../../api/keys.ts';
import { putData } from '../../../api/put-data.ts';
import { Callout, DoubtCallout } from '../../../kit/callout.tsx';
import { ConfirmDialog } from '../../../kit/dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { FailureText } from '../../../kit/use-failure-text.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { registerStateQuery, releaseRegister } from './queries.ts';

interface ReleaseDialogProps {
  register: CashRegister;
  /** The state when the dialog opened: nothing else is removed. */
  state: RegisterState;
  onClose(): void;
}

/** Removes the amount from a register; the invoice stays. */
export const ReleaseDialog = ({ register, state, onClose }: ReleaseDialogProps) => {
  const { t } = useTranslation('board');
  const release = useRelease(register, onClose);
  const words = {
    amount: formatAmount(state.amount ?? 0, state.ccy ?? undefined),
    name: register.short_qr_id || register.name,
  };
  const number = state.invoice?.number_display;
  /** The register's state is unknown or has changed: the dialog can do nothing. */
  const isOver =
    release.failure !== undefined && (isInDoubt(release.failure) || refusalOf(release.failure) === 'another');
  return (
    <ConfirmDialog
      title={t('release.title', words)}
      keep={isOver ? t('close') : t('release.keep')}
      confirm={isOver ? undefined : t('release.confirm', words)}
      isBusy={release.isBusy}
      onConfirm={() => release.release(state)}
      onClose={onClose}
    >
      <Text size="sm">{t('release.payer', words)}</Text>
      <Text size="sm">
        {number === undefined ? t('release.staysForeign') : t('release.stays', { number })}
      </Text>
      <ReleaseCallout release={release} />
    </ConfirmDialog>
  );
};

const ReleaseCallout = ({ release: { failure } }: { release: ReturnType<typeof useRelease> }) => {
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

/** The reason of a refusal, where our text says more than the bank's; undefined: it does not. */
const refusalOf = (failure: Failure): 'paying' | 'another' | undefined => {
  if (failure.kind === 'bank' && failure.code === 'ORDER_IN_PROGRESS') return 'paying';
  return failure.kind === 'invalid' && 'expected_invoice_id' in failure.errors ? 'another' : undefined;
};

/** Removes the amount that was shown, and nothing else. */
const useRelease = ({ id, name }: CashRegister, onDone: () => void) => {
  const { t } = useTranslation('board');
  const queries = useQueryClient();
  const toast = useToast();
  const { run, ...action } = useAction();
  const key = registerStateQuery(id).queryKey;

  const release = ({ invoice_id: expected }: RegisterState): void => {
    if (expected === null) return;
    void run(async () => {
      try {
        putData(queries, key, await releaseRegister(id, expected));
      } catch (error) {
        // Refetch in any case: the bank knows the current state.
        if (failureOf(error).kind !== 'session') void queries.invalidateQueries({ queryKey: key });
        throw error;
      }
      void invalidate(queries, 'invoice');
      toast.success(t('release.done', { name }));
      onDone();
    });
  };
  return { ...action, release };
};
