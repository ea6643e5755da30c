import { notifications } from '@mantine/notifications';
import { IconCheck, IconHourglass } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { type Failure, failureOf, isInDoubt } from '../../../api/failure.ts';
import { type Refund, refundInvoice } from '../../../api/mutations.ts';
import { invoiceHistoryQuery, invoiceQuery, invoiceRefundsQuery } from '../../../api/queries.ts';
import { useAction } from '../../../kit/use-action.ts';
import { leftOf } from '../../../lib/invoices.ts';
import { changeOf } from '../details/refusal.ts';
import { useStoreInvoice } from '../details/use-bank-refresh.ts';
import { useRefunds } from './refund-progress.tsx';

/**
 * Refunds the invoice as it was when the dialog opened. After any change of it, or while a refund of it is in progress,
 * this does nothing.
 */
export const useRefund = (invoice: Invoice, onDone: () => void) => {
  const queries = useQueryClient();
  const storeInvoice = useStoreInvoice();
  const action = useAction();
  const state = useRefunds(invoice);
  const [opened] = useState(invoice);
  const left = leftOf(opened);
  const showDone = useDoneToast();
  const [aboveLimit, setAboveLimit] = useState<Refund>();

  const refetchAll = (): Promise<unknown> =>
    Promise.all(
      [invoiceQuery, invoiceHistoryQuery, invoiceRefundsQuery].map((queryOf) =>
        queries.invalidateQueries({ queryKey: queryOf(invoice.id).queryKey }),
      ),
    );
  /** @param approval a second person's */
  const refund = (refunded: Refund, approval?: string): Promise<void> =>
    action.run(async () => {
      const attempt = state.store.begin(invoice.id, left, refunded);
      if (!attempt) return;
      try {
        const updated = await refundInvoice(invoice.id, left, refunded, headersOf(attempt.key, approval));
        state.store.succeed(attempt.key);
        storeInvoice(updated);
        showDone(updated, refunded.amount, left);
        onDone();
      } catch (error) {
        setAboveLimit(amountAboveLimit(failureOf(error)) === undefined ? undefined : refunded);
        state.store.fail(attempt.key, failureOf(error));
        // The invoice has probably changed: refetch it.
        if (failureOf(error).kind !== 'session') await refetchAll();
        throw error;
      }
    });
  const { isBusy, failure } = action;
  return {
    refund,
    isBusy,
    /** A refusal; a refund with an unknown outcome is `underWay` instead. */
    refusal: failure && !isInDoubt(failure) ? failure : undefined,
    /** The refund that a second person must approve. */
    aboveLimit,
    withdraw: () => setAboveLimit(undefined),
    left,
    refunds: state.refunds,
    isKnown: state.isKnown,
    // A change during the request is most likely its own effect.
    underWay: isBusy ? undefined : state.underWay,
    ended: isBusy ? undefined : state.ended,
    change: isBusy ? undefined : changeOf('refund', opened, invoice),
  };
};

/** @param approval a second person's */
export const headersOf = (key: string, approval: string | undefined): Record<string, string> => ({
  'Idempotency-Key': key,
  ...approvalHeader(approval),
});

export const approvalHeader = (approval: string | undefined): Record<string, string> =>
  approval === undefined ? {} : { 'Refund-Approval': approval };

/** The sum that a second person must approve, minor units; undefined: another failure. */
export const amountAboveLimit = (failure: Failure): number | undefined => {
  const refused = failure.kind === 'invalid' ? failure.codes?.amount?.[0] : undefined;
  return refused?.code === 'refund_limit' ? Number(refused.facts?.amount) : undefined;
};

/** The bank may still be processing an accepted refund. */
const useDoneToast = () => {
  const { t } = useTranslation('invoices');
  return (updated: Invoice, amount: number, leftBefore: number): void => {
    const isDone = updated.status === 'reversed' || leftOf(updated) <= leftBefore - amount;
    const number = updated.number_display;
    notifications.show({
      color: isDone ? 'green' : 'yellow',
      icon: createElement(isDone ? IconCheck : IconHourglass, { size: 20, 'aria-hidden': true }),
      title: t(isDone ? 'refund.done' : 'refund.working', { amount: formatAmount(amount, updated.ccy) }),
      message: isDone
        ? t('refund.doneText', { number, left: formatAmount(leftOf(updated), updated.ccy) })
        : t('refund.workingText', { number }),
      closeButtonProps: { 'aria-label': t('close') },
    });
  };
};
