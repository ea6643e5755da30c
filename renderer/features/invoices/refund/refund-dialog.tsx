import { Box, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount, QUANTITY_SCALE } from '../../../../shared/money.ts';
import { invoiceQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { formatScaled } from '../../../lib/decimals.ts';
import { lastDigits, systemName } from '../../../lib/invoices.ts';
import { SecondPerson } from '../../../shop/second-person.tsx';
import { useKeyDown } from '../../../shop/session/hotkeys.ts';
import { ChangedCallout } from '../details/callouts.tsx';
import { CancelDialog } from '../details/cancel-dialog.tsx';
import { emptyDraft, type ReturnedLine, readDraft, refundOf, returnableLines } from './draft.ts';
import classes from './refund.module.css';
import { RefundEntry } from './refund-entry.tsx';
import { RefundProgress } from './refund-progress.tsx';
import { useRefund } from './use-refund.ts';

interface RefundDialogProps {
  invoice: Invoice;
  onClose(): void;
}

/** Refunds in full, by lines or by an amount, in two steps: fill in, then review and confirm. */
const RefundDialog = ({ invoice, onClose }: RefundDialogProps) => {
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
      <SecondPerson
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

interface RefundReviewProps {
  invoice: Invoice;
  /** The refundable amount, minor units, as is `amount`. */
  left: number;
  amount: number;
  lines: readonly ReturnedLine[];
  /** From the list, with the comment. */
  reason: string;
  isBusy: boolean;
  onBack(): void;
  onConfirm(): void;
}

/**
 * The second step: review and confirm. Confirming needs a deliberate act: the focus is on the heading, where Enter does
 * nothing, and the buttons are at the left, where the first step has none, so neither a second Enter nor a double click
 * on "Next" refunds.
 */
const RefundReview = (props: RefundReviewProps) => {
  const { invoice, left, amount, lines, reason, isBusy, onBack, onConfirm } = props;
  const { t } = useTranslation('invoices');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useConfirmKey(onConfirm);
  const refunded = formatAmount(amount, invoice.ccy);
  return (
    <Stack aria-busy={isBusy}>
      <Title order={3} size="h5" ref={heading} tabIndex={-1}>
        {t('refund.reviewTitle')}
      </Title>
      <dl className={`pairs ${classes.review}`}>
        <Fact name={t('refund.reviewAmount')}>
          <Box component="span" className="one-line" fz="1.75rem" fw={700} lh={1.2}>
            {refunded}
          </Box>
        </Fact>
        <Fact name={t('refund.reviewCard')}>{useCard(invoice)}</Fact>
        {lines.length === 0 ? null : (
          <Fact name={t('words.products')}>
            <Stack
              component="ul"
              className="plain-list with-ends"
              gap={4}
              mah="30vh"
              fz="sm"
              style={{ overflowY: 'auto' }}
            >
              {lines.map((each) => (
                <ReturnedItem key={each.line.item.id} returned={each} ccy={invoice.ccy} />
              ))}
            </Stack>
          </Fact>
        )}
        {reason === '' ? null : <Fact name={t('words.reason')}>{reason}</Fact>}
        <Fact name={t('refund.reviewLeft')}>{formatAmount(left - amount, invoice.ccy)}</Fact>
      </dl>
      <Hint>{t('refund.reviewText')}</Hint>
      <Group>
        <Act
          tone="danger"
          loading={isBusy}
          onClick={onConfirm}
          text={t('refund.confirm', { amount: refunded })}
        />
        <Act disabled={isBusy} onClick={onBack} text={t('back')} />
      </Group>
    </Stack>
  );
};

/** Ctrl+Enter, ignoring key repeat. */
const useConfirmKey = (onConfirm: () => void): void =>
  useKeyDown((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    onConfirm();
  });

const Fact = ({ name, children }: PropsWithChildren<{ name: string }>) => (
  <div>
    <dt>{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
);

const useCard = ({ masked_pan, payment_system }: Invoice): string => {
  const { t } = useTranslation('invoices');
  const digits = lastDigits(masked_pan);
  if (digits === '') return t('refund.reviewCardUnknown');
  return [`••\u00a0${digits}`, systemName(payment_system)].filter(Boolean).join(' · ');
};

const ReturnedItem = ({ returned: { line, part, amount }, ccy }: { returned: ReturnedLine; ccy: number }) => {
  const { name, unit } = line.item;
  const quantity = [formatScaled(part, QUANTITY_SCALE), unit].filter(Boolean).join('\u00a0');
  return (
    <li>
      <span>
        {name} × {quantity}
      </span>
      <span className="one-line">{formatAmount(amount, ccy)}</span>
    </li>
  );
};

export type CancelOrRefundKind = 'cancel' | 'refund';

interface CancelOrRefundDialogProps {
  id: number;
  kind: CancelOrRefundKind;
  onClose(): void;
}

/** Cancels an unpaid invoice or refunds a paid one: two dialogs, so that neither turns into the other while open. */
export const CancelOrRefundDialog = ({ id, kind, onClose }: CancelOrRefundDialogProps) => {
  const { data: invoice } = useQuery(invoiceQuery(id));
  const Dialog = kind === 'cancel' ? CancelDialog : RefundDialog;
  return invoice ? <Dialog key={id} invoice={invoice} onClose={onClose} /> : null;
};
