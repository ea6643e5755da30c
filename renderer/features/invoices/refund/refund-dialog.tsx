import { Group, Stack } from '@mantine/core';
import { type PropsWithChildren, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { Act } from '../../../kit/act.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { ChangedCallout } from '../details/callouts.tsx';
import { emptyDraft, readDraft, refundOf, returnableLines } from './draft.ts';
import { RefundApproval } from './refund-approval.tsx';
import { RefundEntry } from './refund-entry.tsx';
import { RefundProgress } from './refund-progress.tsx';
import { RefundReview } from './refund-review.tsx';
import { useRefund } from './use-refund.ts';

interface RefundDialogProps {
  invoice: Invoice;
  onClose(): void;
}

/** Refunds in full, by lines or by an amount, in two steps: fill in, then review and confirm. */
export const RefundDialog = ({ invoice, onClose }: RefundDialogProps) => {
  const { t } = useTranslation('invoices');
  const state = useRefund(invoice, onClose);
  const { underWay, ended, change } = state;
  const isClosed = underWay !== undefined || ended !== undefined || change !== undefined;
  return (
    <Dialog
      title={t('refund.title', { number: invoice.number_display })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {isClosed ? (
        <Closing onClose={onClose}>
          {underWay || ended || !change ? (
            <RefundProgress invoice={invoice} underWay={underWay} ended={ended} />
          ) : (
            <ChangedCallout change={change} invoice={invoice} />
          )}
        </Closing>
      ) : state.isKnown ? (
        <Steps invoice={invoice} state={state} onClose={onClose} />
      ) : null}
    </Dialog>
  );
};

/** A dialog with a message only. */
const Closing = ({ children, onClose }: PropsWithChildren<{ onClose(): void }>) => {
  const { t } = useTranslation();
  return (
    <Stack>
      {children}
      <Group justify="flex-end">
        <Act onClick={onClose} text={t('close')} />
      </Group>
    </Stack>
  );
};

interface StepsProps extends RefundDialogProps {
  state: ReturnType<typeof useRefund>;
}

const Steps = ({ invoice, state, onClose }: StepsProps) => {
  const lines = returnableLines(invoice, state.refunds);
  const [draft, setDraft] = useState(() => emptyDraft(lines));
  const [isReview, setIsReview] = useState(false);
  const read = readDraft(draft, lines, state.left);
  const { aboveLimit } = state;
  if (aboveLimit)
    return (
      <RefundApproval
        of={{ invoice: invoice.id }}
        ccy={invoice.ccy}
        amount={aboveLimit.amount}
        isBusy={state.isBusy}
        onApproved={(approval) => void state.refund(aboveLimit, approval)}
        onBack={state.withdraw}
      />
    );
  if (isReview && 'amount' in read)
    return (
      <RefundReview
        invoice={invoice}
        left={state.left}
        {...read}
        reason={[draft.reason, draft.comment.trim()].filter(Boolean).join('. ')}
        isBusy={state.isBusy}
        onBack={() => setIsReview(false)}
        onConfirm={() => {
          // A refusal returns to the first step, so that a new try needs both steps again.
          void state.refund(refundOf(read, draft)).finally(() => setIsReview(false));
        }}
      />
    );
  return (
    <RefundEntry
      invoice={invoice}
      left={state.left}
      lines={lines}
      draft={draft}
      onChange={setDraft}
      refusal={state.refusal}
      onReview={() => setIsReview(true)}
      onClose={onClose}
    />
  );
};
