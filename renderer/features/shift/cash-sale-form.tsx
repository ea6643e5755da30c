import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { CashSale } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { parseAmount } from '../../lib/money.ts';
import { usePermission } from '../../shop/session/account.ts';
import { FailureCallout } from '../../kit/callout.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useToast } from '../../kit/use-toast.ts';
import { useShiftRefusal } from './use-shift-texts.ts';

/** Enters cash sales one after another: the focus returns to the amount. */
export const CashSaleForm = ({ shift }: { shift: number }) => {
  const { t } = useTranslation('shift');
  const toast = useToast();
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  const { isBusy, failure, run, forget } = useAction();
  const canRefund = usePermission('can_cancel_invoices');
  const [amount, setAmount] = useState('');
  const [remark, setRemark] = useState('');
  const [isRefund, setRefund] = useState(false);
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const parsed = parseAmount(amount);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!('minor' in parsed)) {
      field.current?.focus();
      return;
    }
    void run(async (isThere) => {
      const body = { amount: parsed.minor, is_refund: isRefund, remark };
      const sale = await send<CashSale>(`shifts/${shift}/cash-sales/`, body);
      toast.success(t(sale.is_refund ? 'sale.refunded' : 'sale.done', { sum: formatAmount(sale.amount) }));
      if (!isThere()) return;
      setAmount('');
      setRemark('');
      setRefund(false);
      setTried(false);
      field.current?.focus();
    });
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" aria-label={t('sale.label')}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <MoneyInput
            ref={field}
            label={t('sale.amount')}
            value={amount}
            onChange={(typed) => {
              setAmount(typed);
              forget();
            }}
            fault={isTried && 'fault' in parsed ? parsed.fault : undefined}
            w="11rem"
          />
          <TextInput
            label={t('remark')}
            value={remark}
            maxLength={MAX_LENGTH.comment}
            onChange={(event) => setRemark(event.currentTarget.value)}
            flex="1 1 12rem"
          />
        </Group>
        {canRefund ? (
          <Checkbox
            label={t('sale.isRefund')}
            checked={isRefund}
            onChange={(event) => setRefund(event.currentTarget.checked)}
          />
        ) : null}
        <FailureCallout failure={failure}>{refusalText(failure)}</FailureCallout>
        <Group>
          <Button type="submit" loading={isBusy} leftSection={<IconPlus size={18} aria-hidden />}>
            {t(isRefund ? 'sale.addRefund' : 'sale.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
