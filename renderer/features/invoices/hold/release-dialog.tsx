import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { refundRulesQuery } from '../../../api/queries.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { useToast } from '../../../kit/use-toast.ts';
import { BankDownCallout, RefusalCallout } from '../details/callouts.tsx';
import { emptyDraft, reasonOf } from '../refund/draft.ts';
import { ReasonField } from '../refund/reason-field.tsx';
import { RefundApproval } from '../refund/refund-approval.tsx';
import { useHoldRequest } from './use-hold-request.ts';

interface HoldDialogProps {
  invoice: Invoice;
  /** Minor units. */
  held: number;
  onClose(): void;
}

/** Gives up all that is held. */
export const ReleaseDialog = ({ invoice, held, onClose }: HoldDialogProps) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const { data: rules } = useQuery(refundRulesQuery);
  const [draft, setDraft] = useState(() => emptyDraft([]));
  const { send, isBusy, failure, aboveLimit, withdraw } = useHoldRequest('release', invoice, held, onClose);
  const isReasonMissing = rules?.reason_required === true && draft.reason === '';
  const amount = formatAmount(held, invoice.ccy);
  const number = invoice.number_display;

  const showDone = () => toast.success(t('hold.releaseDone', { number, amount }));

  const form = useForm(isReasonMissing, () => send(reasonOf(draft), showDone));
  if (aboveLimit)
    return (
      <Dialog title={t('hold.releaseTitle', { number })} onClose={onClose}>
        <RefundApproval
          of={{ invoice: invoice.id }}
          ccy={invoice.ccy}
          amount={held}
          isBusy={isBusy}
          onApproved={(approval) => void send(aboveLimit, showDone, approval)}
          onBack={withdraw}
        />
      </Dialog>
    );
  return (
    <FormDialog
      title={t('hold.releaseTitle', { number })}
      form={{ ...form, isBusy }}
      submit={t('hold.releaseConfirm', { amount })}
      close={t('hold.keep')}
      isDangerous
      refusal={failure ? <RefusalCallout failure={failure} /> : <BankDownCallout />}
      onClose={onClose}
    >
      <Text size="sm">{t('hold.releaseText', { amount })}</Text>
      <ReasonField
        rules={rules}
        draft={draft}
        isMissing={form.isTried && isReasonMissing}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
    </FormDialog>
  );
};
