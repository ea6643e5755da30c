import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconHelpHexagon, IconLoader2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { invalidate } from '../../api/keys.ts';
import { withdrawInvoice } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { invoiceQuery } from '../../api/queries.ts';
import { Key } from '../../kit/key.tsx';
import { useNow } from '../../kit/use-now.ts';
import { lastDigits } from '../../lib/invoices.ts';
import { useDates } from '../../shop/use-dates.ts';
import { NextStep, OutcomeScreen } from './outcome-screen.tsx';
import { PrintReceipt } from './print-receipt.tsx';

/** Between two attempts to end a QR whose end is in doubt. */
const AGAIN_MS = SECOND_MS;
/** Until then the bank is only slow. */
const DOUBT_FROM_S = 5;

/** The bank refuses to end it, because nobody can pay it any more. */
const isUnpayable = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.codes?.status?.[0]?.code === 'not_payable';

interface CashInsteadProps {
  /** As the bank last reported it. */
  invoice: Invoice;
  /** The same goods are paid in cash: the QR can be paid no more. */
  onCash(): void;
  /** The QR stays. */
  onKeep(): void;
  onNew(): void;
}

/** Cash in place of a QR: it is ended at the bank first, and nothing is taken before that is certain. */
export const CashInstead = ({ invoice, onCash, onKeep, onNew }: CashInsteadProps) => {
  const { t } = useTranslation('charge');
  const queries = useQueryClient();
  const [isUnpaid, setUnpaid] = useState(false);
  const [startedAt] = useState(Date.now);
  const seconds = Math.floor((useNow(SECOND_MS) - startedAt) / SECOND_MS);
  const { id, status } = invoice;
  const isEnded = isUnpaid || status === 'expired';
  const isPaid = status === 'success' || status === 'processing';
  const query = invoiceQuery(id);

  const withdraw = useEffectEvent(async (): Promise<void> => {
    try {
      putData(queries, query.queryKey, await withdrawInvoice(id));
      setUnpaid(true);
    } catch (error) {
      if (isUnpayable(failureOf(error))) setUnpaid(true);
      // It may have been paid or ended just now.
      await invalidate(queries, 'invoice');
    }
  });
  const isSettled = isEnded || isPaid;
  useEffect(() => {
    if (isSettled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const round = async (): Promise<void> => {
      await withdraw();
      if (!isOver) timer = setTimeout(() => void round(), AGAIN_MS);
    };
    void round();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isSettled]);

  const amount = formatAmount(invoice.amount, invoice.ccy);
  if (isPaid) return <PaidMeanwhile invoice={invoice} amount={amount} onNew={onNew} />;
  if (isEnded)
    return (
      <OutcomeScreen
        tone="paid"
        icon={IconCheck}
        title={t('instead.safe')}
        amount={amount}
        words={t('instead.safeText')}
        facts={[]}
        onClose={onCash}
      >
        <NextStep text={t('instead.take')} onClick={onCash} />
      </OutcomeScreen>
    );
  if (seconds >= DOUBT_FROM_S)
    return (
      <OutcomeScreen
        tone="doubt"
        icon={IconHelpHexagon}
        title={t('instead.doubt')}
        amount={amount}
        words={t('instead.doubtText', { seconds })}
        facts={[]}
        onClose={onNew}
      >
        <NextStep text={t('doubt.next')} onClick={onNew} />
      </OutcomeScreen>
    );
  return (
    <OutcomeScreen
      tone="busy"
      icon={IconLoader2}
      title={t('cancel.busy')}
      amount={amount}
      words={t('instead.busyText')}
      facts={[]}
      onClose={onKeep}
    >
      <Button size="lg" variant="outline" color="white" rightSection={<Key name="Esc" />} onClick={onKeep}>
        {t('instead.keep')}
      </Button>
    </OutcomeScreen>
  );
};

interface PaidMeanwhileProps extends Pick<CashInsteadProps, 'invoice' | 'onNew'> {
  amount: string;
}

const PaidMeanwhile = ({ invoice, amount, onNew }: PaidMeanwhileProps) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const { id, masked_pan, paid_date, status } = invoice;
  const digits = lastDigits(masked_pan);
  const isPaid = status === 'success';
  return (
    <OutcomeScreen
      tone={isPaid ? 'paid' : 'doubt'}
      icon={isPaid ? IconCircleCheck : IconHelpHexagon}
      title={t(isPaid ? 'instead.paid' : 'waiting.paying')}
      amount={amount}
      words={t(isPaid && paid_date && digits ? 'instead.paidText' : 'instead.takeNone', {
        digits,
        time: paid_date ? dates.time(Date.parse(paid_date)) : '',
      })}
      facts={[]}
      onClose={onNew}
    >
      <NextStep text={t('newInvoice')} onClick={onNew} />
      {isPaid ? <PrintReceipt invoice={id} /> : null}
    </OutcomeScreen>
  );
};
