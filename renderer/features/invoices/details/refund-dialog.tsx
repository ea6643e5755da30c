import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconHourglass } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { parseAmount } from '../../../lib/money.ts';
import { DialogShell } from '../../../ui/dialog-shell.tsx';
import { lastDigits, leftOf } from '../words.ts';
import { CommentField, type TakeBackDialogProps } from './cancel-dialog.tsx';
import { Changed, Trouble } from './trouble.tsx';
import { useTakeBack } from './use-take-back.ts';

/** In full or in part; what is asked for is always named, so that no more is refunded than the button says. */
export const RefundDialog = ({ invoice, onClose }: TakeBackDialogProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const state = useTakeBack('refund', invoice);
  const { change } = state;
  const left = leftOf(state.opened);
  const [typed, setTyped] = useState(() => typedAmount(left));
  const [comment, setComment] = useState('');
  const [asked, setAsked] = useState<number>();
  const tellDone = useTellDone();
  const parsed = parseAmount(typed);
  const amount = 'minor' in parsed && parsed.minor <= left ? parsed.minor : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (amount === undefined || change) return;
    setAsked(amount);
    const body = comment.trim() === '' ? { amount } : { amount, comment: comment.trim() };
    void state.takeBack(body, (told) => {
      tellDone(told, amount, left);
      onClose();
    });
  };
  return (
    <DialogShell title={t('refund.title', { number: invoice.number_display })} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {change ? (
            <Changed change={change} invoice={invoice} />
          ) : (
            <>
              <Text size="sm">
                {t('refund.available', { left: formatAmount(left) })} <WhereTo invoice={invoice} />
              </Text>
              <AmountField typed={typed} left={left} onChange={setTyped} />
              <CommentField value={comment} onChange={setComment} />
              <Trouble state={state} amount={asked} />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {change ? common('close') : t('refund.keep')}
            </Button>
            {change ? null : (
              <Button type="submit" color="red.9" loading={state.isBusy} disabled={amount === undefined}>
                {amount === undefined
                  ? t('refund.enterAmount')
                  : t('refund.confirmNumber', {
                      number: invoice.number_display,
                      amount: formatAmount(amount),
                    })}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </DialogShell>
  );
};

/** `1 234,50`: as it would be typed. */
const typedAmount = (minor: number): string => formatAmount(minor).replace(/\s₴$/u, '');

const WhereTo = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const digits = lastDigits(invoice.masked_pan);
  return digits === '' ? t('refund.cardUnknown') : t('refund.card', { digits });
};

interface AmountFieldProps {
  typed: string;
  /** Minor units. */
  left: number;
  onChange(typed: string): void;
}

const AmountField = ({ typed, left, onChange }: AmountFieldProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const parsed = parseAmount(typed);
  const fault = 'fault' in parsed ? common(`amount.${parsed.fault}`) : undefined;
  const remains = 'minor' in parsed ? left - parsed.minor : undefined;
  const isTooMuch = remains !== undefined && remains < 0;
  const remaining =
    remains === undefined || isTooMuch
      ? undefined
      : t(remains === 0 ? 'refund.remainsNone' : 'refund.remains', { remains: formatAmount(remains) });
  return (
    <Stack gap={4}>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          label={t('refund.amount')}
          size="md"
          inputMode="decimal"
          data-autofocus
          className="figures"
          flex={1}
          rightSection="₴"
          value={typed}
          error={isTooMuch ? t('refund.tooMuch', { left: formatAmount(left) }) : fault}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button variant="default" size="md" mt={24} onClick={() => onChange(typedAmount(left))}>
          {t('refund.whole', { left: formatAmount(left) })}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status" className="figures">
        {remaining}
      </Text>
    </Stack>
  );
};

/** What is told is what the bank has made of it: it may still be at it. */
const useTellDone = () => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  return (told: Invoice, amount: number, leftBefore: number): void => {
    const isDone = told.status === 'reversed' || leftOf(told) <= leftBefore - amount;
    const number = told.number_display;
    notifications.show({
      color: isDone ? 'green' : 'yellow',
      icon: isDone ? <IconCheck size={20} aria-hidden /> : <IconHourglass size={20} aria-hidden />,
      title: t(isDone ? 'refund.done' : 'refund.working', { amount: formatAmount(amount) }),
      message: isDone
        ? t('refund.doneText', { number, left: formatAmount(leftOf(told)) })
        : t('refund.workingText', { number }),
      closeButtonProps: { 'aria-label': common('close') },
    });
  };
};
