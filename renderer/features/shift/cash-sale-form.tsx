import { Checkbox, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Act } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useToast } from '../../kit/use-toast.ts';
import { parseAmount } from '../../lib/money.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useShiftRefusal } from './use-shift-texts.ts';

/** Enters cash sales one after another: the focus returns to the amount. */
export const CashSaleForm = ({ shift }: { shift: number }) => {
  const { t } = useTranslation('shift');
  const toast = useToast();
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  const canRefund = usePermission('can_cancel_invoices');
  const [amount, setAmount] = useState('');
  const [remark, setRemark] = useState('');
  const [isRefund, setRefund] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { minor, fault } = parseAmount(amount);
  const form = useForm(minor === undefined, async (isThere) => {
    const body = { amount: minor, is_refund: isRefund, remark };
    const sale = await send<CashSale>(`shifts/${shift}/cash-sales/`, body);
    toast.success(t(sale.is_refund ? 'sale.refunded' : 'sale.done', { sum: formatAmount(sale.amount) }));
    if (!isThere()) return;
    setAmount('');
    setRemark('');
    setRefund(false);
    form.restart();
    field.current?.focus();
  });
  return (
    <Form gap="sm" onSubmit={form.onSubmit} autoComplete="off" aria-label={t('sale.label')}>
      <Group align="flex-start" gap="sm">
        <MoneyInput
          ref={field}
          label={t('words.amountUah')}
          value={amount}
          onChange={(typed) => {
            setAmount(typed);
            form.forget();
          }}
          fault={form.isTried ? fault : undefined}
          w="11rem"
        />
        <TextInput
          label={t('words.remark')}
          value={remark}
          maxLength={MAX_LENGTH.comment}
          onChange={(event) => setRemark(event.currentTarget.value)}
          flex="1 1 12rem"
        />
      </Group>
      {canRefund ? (
        <Checkbox
          label={t('words.cashRefund')}
          checked={isRefund}
          onChange={(event) => setRefund(event.currentTarget.checked)}
        />
      ) : null}
      <FailureCallout failure={form.failure}>{refusalText(form.failure)}</FailureCallout>
      <Group>
        <Act
          icon={IconPlus}
          type="submit"
          loading={form.isBusy}
          text={t(isRefund ? 'sale.addRefund' : 'sale.add')}
        />
      </Group>
    </Form>
  );
};
