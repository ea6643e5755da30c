import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { CashSale } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { FailureCallout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useKeyed } from './use-keyed.ts';
import { useShiftRefusal } from './use-shift-texts.ts';

/** Voids an entry with a reason. */
export const VoidDialog = ({ sale, onClose }: { sale: CashSale; onClose(): void }) => {
  const { t } = useTranslation('shift');
  const send = useKeyed();
  const refusalText = useShiftRefusal();
  const { isBusy, failure, run } = useAction();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isBlank = reason.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isBlank) return;
    void run(async (isThere) => {
      await send(`cash-sales/${sale.id}/void/`, { reason });
      if (isThere()) onClose();
    });
  };
  return (
    <Dialog title={t('void.title', { sum: formatAmount(sale.amount) })} onClose={onClose}>
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="sm">
          <Text size="sm">{t('void.text')}</Text>
          <TextInput
            label={t('void.reason')}
            value={reason}
            maxLength={MAX_LENGTH.comment}
            data-autofocus
            error={isTried && isBlank ? t('void.blank') : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FailureCallout failure={failure}>{refusalText(failure)}</FailureCallout>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('void.keep')}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {t('void.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
