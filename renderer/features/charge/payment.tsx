import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClockOff,
  IconQrcode,
  IconReceiptOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Act } from '../../kit/act.tsx';
import { Page } from '../../kit/page.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { preferencesStore } from '../../lib/preferences.ts';
import { playSound, prepareSound } from '../../lib/sound.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useGlobalKeys } from '../../shop/session/hotkeys.ts';
import { useLockHold } from '../../shop/session/lock.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useDecline } from '../../shop/use-decline.ts';
import { CancelFailure, useCancel } from './cancel-invoice.tsx';
import { formOf } from './form.ts';
import { Held } from './held.tsx';
import { Key } from './key.tsx';
import outcome from './outcome-screen.module.css';
import { OutcomeScreen } from './outcome-screen.tsx';
import classes from './over.module.css';
import { PrintReceipt } from './print-receipt.tsx';
import { failureMark, isOpenStage, lastDigits, type Stage, stageOf } from './stages.ts';
import { useChargeDraft } from './use-charge-draft.ts';
import { useCustomerScreen } from './use-customer-screen.ts';
import { type PaymentState, usePayment } from './use-payment.ts';
import { Waiting } from './waiting.tsx';

/** A created invoice: its QR code, then its outcome. */
export const Payment = ({ id }: { id: number }) => {
  const { t } = useTranslation();
  const payment = usePayment(id);
  const { invoice, query } = payment;
  if (invoice) return <PaymentView payment={payment} invoice={invoice} />;
  return (
    <Page title={t('places.charge')}>
      <QueryView query={query} missing={<MissingInvoice />} rows={4} height={96}>
        {() => null}
      </QueryView>
    </Page>
  );
};

const PaymentView = ({ payment, invoice }: { payment: PaymentState; invoice: Invoice }) => {
  const navigate = useNavigate();
  const { draft, store } = useChargeDraft();
  const [seenFailure, setSeenFailure] = useState<string>();
  const stage = stageOf(invoice, seenFailure);
  useLockHold(isOpenStage(stage));
  useOutcomeSound(stage);
  useCustomerScreen({ invoice: invoice.id });

  const onNew = () => void navigate({ to: '/charge', search: {} });
  /** Fills the form again: from the draft if known, else from the invoice. */
  const onSame = () => {
    store.replace(draft.last?.invoice.id === invoice.id ? draft.last.form : formOf(invoice));
    onNew();
  };

  if (payment.isHeld) return <Held invoice={invoice} onNew={onNew} />;
  switch (stage) {
    case 'paid':
      return <PaidScreen invoice={invoice} onNew={onNew} />;
    case 'failed':
      return (
        <DeclinedScreen
          invoice={invoice}
          onAgain={() => setSeenFailure(failureMark(invoice.modified_date))}
          onSame={onSame}
        />
      );
    case 'over':
    case 'returned':
      return (
        <EndedScreen invoice={invoice} isCancelled={payment.isCancelled} onNew={onNew} onSame={onSame} />
      );
    default:
      return <Waiting payment={payment} invoice={invoice} onNew={onNew} />;
  }
};

const MissingInvoice = () => {
  const { t } = useTranslation('charge');
  const navigate = useNavigate();
  return (
    <EmptyState
      isCard
      icon={<IconReceiptOff size={40} stroke={1.4} aria-hidden />}
      title={t('missing.title')}
      action={
        <Act
          tone="main"
          onClick={() => void navigate({ to: '/charge', search: {} })}
          text={t('newInvoice')}
        />
      }
    >
      {t('missing.text')}
    </EmptyState>
  );
};

interface DeclinedScreenProps {
  invoice: Invoice;
  /** Shows the same QR: its page lets the customer try another card. */
  onAgain(): void;
  /** Goes back to the cart, once the QR can no longer be paid. */
  onSame(): void;
}

const DeclinedScreen = ({ invoice, onAgain, onSame }: DeclinedScreenProps) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const end = useCancel(invoice, onSame);
  const { amount, ccy, number_display, masked_pan, modified_date } = invoice;
  const { reason, advice } = useDecline(invoice);
  const digits = lastDigits(masked_pan);
  useGlobalKeys([['Delete', end.start]]);
  return (
    <OutcomeScreen
      tone="failed"
      icon={IconX}
      title={t('failed.title')}
      amount={formatAmount(amount, ccy)}
      words={reason || t('failed.noReason')}
      advice={advice}
      hint={t('failed.facts', {
        number: number_display,
        card: digits === '' ? '' : t('failed.card', { digits }),
        time: dates.time(modified_date ? Date.parse(modified_date) : Date.now()),
      })}
      facts={[]}
      onClose={onAgain}
      below={t('failed.alive')}
    >
      <Choice
        isMain
        icon={IconQrcode}
        keyName="Enter"
        title={t('failed.again')}
        text={t('failed.againText')}
        onClick={onAgain}
      />
      <Choice
        icon={IconBan}
        keyName="Del"
        title={t(end.isBusy ? 'cancel.busy' : 'failed.cancel')}
        text={t('failed.cancelText')}
        onClick={end.start}
      />
      {end.failure ? <CancelFailure failure={end.failure} /> : null}
    </OutcomeScreen>
  );
};

interface ChoiceProps {
  isMain?: boolean;
  icon: TablerIcon;
  keyName: string;
  title: string;
  text: string;
  onClick(): void;
}

/** One way on: what it does, and what comes of it. */
const Choice = ({ isMain = false, icon: Icon, keyName, title, text, onClick }: ChoiceProps) => (
  <UnstyledButton
    className={outcome.choice ?? ''}
    data-main={isMain}
    {...(isMain && { autoFocus: true, 'data-autofocus': true })}
    onClick={onClick}
  >
    <Group justify="space-between">
      <Icon size={22} aria-hidden />
      <Key name={keyName} />
    </Group>
    <strong>{title}</strong>
    <span>{text}</span>
  </UnstyledButton>
);

interface EndedScreenProps {
  invoice: Invoice;
  isCancelled: boolean;
  onNew(): void;
  onSame(): void;
}

/** The final state: cancelled, expired, or refunded. */
const EndedScreen = ({ invoice, isCancelled, onNew, onSame }: EndedScreenProps) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const isReturned = invoice.status === 'reversed';
  const ended = isCancelled ? 'cancelled' : 'expired';
  const outcome = isReturned ? 'returned' : ended;
  const Icon = isReturned ? IconArrowBackUp : IconClockOff;
  const params = { number: invoice.number_display, amount: formatAmount(invoice.amount, invoice.ccy) };
  return (
    <Page title={common('places.charge')}>
      <div className={`card ${classes.over}`} role="status" data-tone={isReturned ? 'returned' : 'over'}>
        <span className={classes.icon}>
          <Icon size={48} stroke={1.4} aria-hidden />
        </span>
        <Title order={2} size="h3">
          {t(`over.${outcome}`, params)}
        </Title>
        <Text c="dimmed" maw="34rem">
          {t(`over.${outcome}Text`, params)}
        </Text>
        <Group justify="center">
          <Act tone="main" autoFocus onClick={onNew} text={t('newInvoice')} />
          {isReturned ? null : <Act onClick={onSame} text={t('over.same')} />}
          <Button variant="subtle" component={Link} to={`/invoices/${invoice.id}`}>
            {t('over.details')}
          </Button>
        </Group>
      </div>
    </Page>
  );
};

/** The bank reports it as paid. */
const PaidScreen = ({ invoice, onNew }: { invoice: Invoice; onNew(): void }) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const canView = usePermission('can_view_invoices');
  const { amount, ccy, number_display, masked_pan, rrn, paid_date } = invoice;
  const digits = lastDigits(masked_pan);
  return (
    <OutcomeScreen
      tone="paid"
      icon={IconCheck}
      title={t('paid.title')}
      amount={formatAmount(amount, ccy)}
      facts={[
        [t('paid.number'), number_display],
        [t('paid.card'), digits === '' ? '' : `••••\u00a0${digits}`],
        [t('paid.rrn'), rrn],
        [t('paid.time'), paid_date ? dates.short(Date.parse(paid_date)) : ''],
      ]}
      onClose={onNew}
    >
      <Button size="lg" variant="white" color="dark.9" autoFocus data-autofocus onClick={onNew}>
        {t('newInvoice')}
        <Key name="Enter" />
      </Button>
      {canView ? (
        <Button size="lg" variant="outline" color="white" component={Link} to={`/invoices/${invoice.id}`}>
          {t('paid.receipt')}
        </Button>
      ) : null}
      <PrintReceipt invoice={invoice.id} />
    </OutcomeScreen>
  );
};

/** Sounds when the outcome arrives, not when an old invoice is opened. */
const useOutcomeSound = (stage: Stage): void => {
  const before = useRef(stage);
  // While the customer pays, not when they have paid.
  useEffect(() => {
    if (isOpenStage(before.current) && preferencesStore.get().sound) prepareSound();
  }, []);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (was === stage || !preferencesStore.get().sound) return;
    if (stage === 'paid' || stage === 'failed') playSound(stage);
  }, [stage]);
};
