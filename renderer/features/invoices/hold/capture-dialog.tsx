import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount, QUANTITY_SCALE, shareOut } from '../../../../shared/money.ts';
import type { HoldBody } from '../../../api/mutations.ts';
import { refundRulesQuery } from '../../../api/queries.ts';
import { useForm } from '../../../kit/form.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { useToast } from '../../../kit/use-toast.ts';
import { useAccount, usePermission } from '../../../shop/session/account.ts';
import { emptyDraft, type RefundDraft, type ReturnableLine, readDraft, refundOf } from '../refund/draft.ts';
import { ReasonField } from '../refund/reason-field.tsx';
import { RefundLines } from '../refund/refund-lines.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { useHoldRequest } from './use-hold-request.ts';

type CaptureBy = 'whole' | RefundDraft['by'];

interface CaptureDialogProps {
  invoice: Invoice;
  /** Minor units. */
  held: number;
  onClose(): void;
}

/** The lines at what is paid for them: a discount on the whole basket is shared out over them. */
const capturableLines = ({ items, amount }: Invoice): ReturnableLine[] => {
  const paid = shareOut(
    amount,
    items.map((item) => item.amount),
  );
  return items.map((item, at) => ({
    item,
    amount: paid[at] ?? 0,
    returned: 0,
    quantity: Math.round(item.quantity * 10 ** QUANTITY_SCALE),
  }));
};

type Read = { amount: number; body: HoldBody } | { fault: string };

const readCapture = (
  by: CaptureBy,
  draft: RefundDraft,
  lines: readonly ReturnableLine[],
  held: number,
): Read => {
  if (by === 'whole') return { amount: held, body: {} };
  const read = readDraft({ ...draft, by }, lines, held);
  return 'amount' in read ? { amount: read.amount, body: refundOf(read, draft) } : read;
};

/** Takes held money: all of it, an amount, or what is sold by lines. */
export const CaptureDialog = ({ invoice, held, onClose }: CaptureDialogProps) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const lines = capturableLines(invoice);
  const [by, setBy] = useState<CaptureBy>('whole');
  const [draft, setDraft] = useState<RefundDraft>(emptyDraft(lines));
  const isWholeOnly = !usePermission('can_cancel_invoices');
  const { data: rules } = useQuery({ ...refundRulesQuery, enabled: !isWholeOnly });
  const request = useHoldRequest('capture', invoice, held, onClose);
  const read = readCapture(by, draft, lines, held);
  const number = invoice.number_display;
  const rest = 'amount' in read ? held - read.amount : 0;

  const isReasonMissing = rest > 0 && rules?.reason_required === true && draft.reason === '';
  const amount = 'amount' in read ? formatAmount(read.amount, invoice.ccy) : '';
  const showDone = () => toast.success(t('hold.captureDone', { number, amount }));

  const body = 'amount' in read ? read.body : undefined;
  const form = useForm(
    body === undefined || isReasonMissing,
    async () => body && request.send(body, showDone),
  );
  const { catalog_prices_only: isCatalogOnly } = useAccount();
  const choices = (['whole', 'amount', 'lines'] as const).filter((choice) => {
    if (choice === 'whole') return true;
    // What is not taken is given back, which is a right of its own; a typed sum would be another price.
    if (isWholeOnly || (choice === 'amount' && isCatalogOnly && lines.length > 0)) return false;
    return choice === 'amount' || lines.length > 0;
  });
  return (
    <HoldDialog
      title={t('hold.captureTitle', { number })}
      invoice={invoice}
      given={rest}
      request={request}
      form={form}
      submit={body ? t('hold.captureConfirm', { amount }) : t('hold.capture')}
      isDisabled={body === undefined}
      onDone={showDone}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('hold.by')}
        value={by}
        onChange={(value) => setBy(value as CaptureBy)}
        data={choices.map((value) => ({ value, label: t(`hold.bys.${value}`) }))}
      />
      {by === 'lines' ? (
        <RefundLines lines={lines} ccy={invoice.ccy} draft={draft} onChange={setDraft} />
      ) : null}
      {by === 'amount' ? (
        <MoneyInput
          label={t('hold.amount', { amount: formatAmount(held, invoice.ccy) })}
          value={draft.amount}
          data-autofocus
          error={draft.amount !== '' && 'fault' in read}
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
      ) : null}
      <Text size="sm" role="status">
        {rest > 0 ? t('hold.rest', { rest: formatAmount(rest, invoice.ccy) }) : t('hold.once')}
      </Text>
      {rest > 0 ? (
        <ReasonField
          rules={rules}
          draft={draft}
          isMissing={form.isTried && isReasonMissing}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      ) : null}
    </HoldDialog>
  );
};
