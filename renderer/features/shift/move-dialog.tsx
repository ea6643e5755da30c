import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { CashMove } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { FailureCallout } from '../../kit/callout.tsx';
import { FormDialog, useForm } from '../../kit/form.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useToast } from '../../kit/use-toast.ts';
import { parseAmount } from '../../lib/money.ts';
import { useShiftRefusal } from './use-shift-texts.ts';

interface MoveDialogProps {
  shift: number;
  direction: 'in' | 'out';
  onClose(): void;
}

/** Cash put in the till, or taken out of it: how much and what for. */
export const MoveDialog = ({ shift, direction, onClose }: MoveDialogProps) => {
  const { t } = useTranslation('shift');
  const toast = useToast();
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const parsed = parseAmount(amount);
  const minor = 'minor' in parsed ? parsed.minor : undefined;
  const isBlank = reason.trim() === '';
  const form = useForm(minor === undefined || isBlank, async () => {
    const body = { amount: minor, direction, reason };
    const move = await send<CashMove>(`shifts/${shift}/cash-moves/`, body);
    toast.success(t(`move.done.${direction}`, { sum: formatAmount(move.amount) }));
    onClose();
  });
  const title = t(`move.${direction}`);
  return (
    <FormDialog
      title={title}
      submit={title}
      close={t('move.cancel')}
      form={form}
      refusal={<FailureCallout failure={form.failure}>{refusalText(form.failure)}</FailureCallout>}
      onClose={onClose}
    >
      <MoneyInput
        label={t('words.amountUah')}
        value={amount}
        onChange={(typed) => {
          setAmount(typed);
          form.forget();
        }}
        fault={form.isTried && 'fault' in parsed ? parsed.fault : undefined}
        data-autofocus
      />
      <TextInput
        label={t('move.reason')}
        placeholder={t(`move.example.${direction}`)}
        value={reason}
        maxLength={MAX_LENGTH.comment}
        error={form.isTried && isBlank ? t('move.blank') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
