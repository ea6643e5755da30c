import { Button } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { useLockHold } from '../../session/lock.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, QueryView } from '../../ui/query-view.tsx';
import { Failed } from './failed.tsx';
import { formOf } from './form.ts';
import { Over } from './over.tsx';
import { Paid } from './paid.tsx';
import { failureMark, isOpenStage, stageOf } from './stages.ts';
import { useDesk } from './use-desk.ts';
import { useOutcomeSound } from './use-outcome-sound.ts';
import { type PaymentState, usePayment } from './use-payment.ts';
import { Waiting } from './waiting.tsx';

/** An invoice that was created: what the customer scans, and then what became of it. */
export const Payment = ({ id }: { id: number }) => {
  const { t } = useTranslation();
  const payment = usePayment(id);
  const { invoice, query } = payment;
  if (invoice) return <Known payment={payment} invoice={invoice} />;
  return (
    <Page title={t('places.charge')}>
      <QueryView query={query} missing={<NotThere />} rows={4} height={96}>
        {() => null}
      </QueryView>
    </Page>
  );
};

const Known = ({ payment, invoice }: { payment: PaymentState; invoice: Invoice }) => {
  const navigate = useNavigate();
  const { desk, store } = useDesk();
  const [seenFailure, setSeenFailure] = useState<string>();
  const stage = stageOf(invoice, seenFailure);
  useLockHold(isOpenStage(stage) && payment.isTold);
  useOutcomeSound(stage);

  const onNew = () => void navigate({ to: '/charge', search: {} });
  /** The same again: as it was filled in, if that is known here, else as the invoice says. */
  const onSame = () => {
    store.replace(desk.last?.invoice.id === invoice.id ? desk.last.form : formOf(invoice));
    onNew();
  };

  switch (stage) {
    case 'paid':
      return <Paid invoice={invoice} onNew={onNew} />;
    case 'failed':
      return (
        <Failed
          invoice={invoice}
          onAgain={() => setSeenFailure(failureMark(invoice.modified_date))}
          onSame={onSame}
        />
      );
    case 'over':
    case 'returned':
      return <Over invoice={invoice} isCancelled={payment.isCancelled} onNew={onNew} onSame={onSame} />;
    default:
      return <Waiting payment={payment} invoice={invoice} onNew={onNew} />;
  }
};

const NotThere = () => {
  const { t } = useTranslation('charge');
  const navigate = useNavigate();
  return (
    <EmptyState
      isCard
      icon={<IconReceiptOff size={40} stroke={1.4} aria-hidden />}
      title={t('missing.title')}
      action={<Button onClick={() => void navigate({ to: '/charge', search: {} })}>{t('newInvoice')}</Button>}
    >
      {t('missing.text')}
    </EmptyState>
  );
};
