import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClockOff, IconLock, IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cashSaleQuery, counterQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { Page } from '../../kit/page.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { lastDigits } from '../../lib/invoices.ts';
import { preferencesStore } from '../../lib/preferences.ts';
import { playSound, prepareSound } from '../../lib/sound.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useScreenKeys } from '../../shop/session/hotkeys.ts';
import { useLockHold } from '../../shop/session/lock.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { CashInstead } from './cash-instead.tsx';
import { DeclinedScreen } from './declined.tsx';
import { formOf } from './form.ts';
import { NextStep, OutcomeScreen } from './outcome-screen.tsx';
import { PartsRest } from './parts-rest.tsx';
import { PrintReceipt } from './print-receipt.tsx';
import { failureMark, isOpenStage, type Stage, stageOf } from './stages.ts';
import { useChargeDraft } from './use-charge-draft.ts';
import { useCustomerScreen } from './use-customer-screen.ts';
import { type PaymentState, usePayment } from './use-payment.ts';
import { Waiting } from './waiting.tsx';

/** A created invoice: its QR code, then its outcome. */
/** @param parts the sale in parts (id) whose rest the invoice is, where this tab did not make it */
export const Payment = ({ id, parts }: { id: number; parts: number | undefined }) => {
  const { t } = useTranslation();
  const payment = usePayment(id);
  const { invoice, query } = payment;
  if (invoice) return <PaymentView payment={payment} invoice={invoice} parts={parts} />;
  return (
    <Page title={t('places.charge')}>
      <QueryView query={query} missing={<MissingInvoice />} rows={4} height={96}>
        {() => null}
      </QueryView>
    </Page>
  );
};

interface PaymentViewProps {
  payment: PaymentState;
  invoice: Invoice;
  parts: number | undefined;
}

const PaymentView = ({ payment, invoice, parts }: PaymentViewProps) => {
  const navigate = useNavigate();
  const { draft, store } = useChargeDraft();
  const [seenFailure, setSeenFailure] = useState<string>();
  /** Cash is taken in its place. */
  const [isInstead, setInstead] = useState(false);
  const inParts = draft.parts.find((each) => each.invoice === invoice.id)?.sale ?? parts;
  const { data: partsSale } = useQuery({ ...cashSaleQuery(inParts ?? 0), enabled: inParts !== undefined });
  const isCashTaken = useQuery(counterQuery).data?.takes_cash ?? false;
  const stage = stageOf(invoice, seenFailure);
  useLockHold(isOpenStage(stage));
  useOutcomeSound(stage);
  // A QR that is being ended is not shown to be paid.
  useCustomerScreen(isInstead && isOpenStage(stage) ? { amount: invoice.amount } : { invoice: invoice.id });

  const onNew = () => void navigate({ to: '/charge', search: {} });
  /** Fills the form again: from the draft if known, else from the invoice. Its cart ended with the invoice. */
  const onSame = (pane: 'cash' | null = null) => {
    const { cart: _ended, ...form } =
      draft.last?.invoice.id === invoice.id ? draft.last.form : formOf(invoice);
    store.replace(form, pane);
    onNew();
  };
  const onCash = isCashTaken ? () => setInstead(true) : undefined;
  useScreenKeys([['F9', () => (canBeWithdrawn(invoice) ? onCash?.() : undefined)]]);

  // The cash of a sale in parts lies aside until the rest is paid.
  if (partsSale && (isInstead || stage === 'failed' || stage === 'over'))
    return (
      <PartsRest
        sale={partsSale}
        onAgain={
          stage === 'over'
            ? undefined
            : () => {
                setInstead(false);
                setSeenFailure(failureMark(invoice));
              }
        }
        onNew={onNew}
      />
    );
  if (isInstead)
    return (
      <CashInstead
        invoice={invoice}
        onCash={() => onSame('cash')}
        onKeep={() => setInstead(false)}
        onNew={onNew}
      />
    );

  if (payment.isHeld) return <Held invoice={invoice} onNew={onNew} />;
  switch (stage) {
    case 'paid':
      return <PaidScreen invoice={invoice} cash={partsSale?.amount} onNew={onNew} />;
    case 'failed':
      return (
        <DeclinedScreen
          invoice={invoice}
          onAgain={() => setSeenFailure(failureMark(invoice))}
          onSame={() => onSame()}
          onCash={onCash}
        />
      );
    case 'over':
    case 'returned':
      return (
        <EndedScreen
          invoice={invoice}
          isCancelled={payment.isCancelled}
          onNew={onNew}
          onSame={() => onSame()}
        />
      );
    default:
      return (
        <Waiting payment={payment} invoice={invoice} cash={partsSale?.amount} onNew={onNew} onCash={onCash} />
      );
  }
};

/** Its QR can be ended: nobody is paying it. */
const canBeWithdrawn = ({ status }: Invoice): boolean => status === 'created' || status === 'failure';

const MissingInvoice = () => {
  const { t } = useTranslation('charge');
  const navigate = useNavigate();
  return (
    <EmptyState
      isCard
      icon={<IconReceiptOff size={40} stroke={1.4} aria-hidden />}
      title={t('words.saleMissing')}
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

interface EndedScreenProps {
  invoice: Invoice;
  isCancelled: boolean;
  onNew(): void;
  onSame(): void;
}

/** The final state: cancelled, expired, or refunded. */
const EndedScreen = ({ invoice, isCancelled, onNew, onSame }: EndedScreenProps) => {
  const { t } = useTranslation('charge');
  const isReturned = invoice.status === 'reversed';
  const ended = isCancelled ? 'cancelled' : 'expired';
  const outcome = isReturned ? 'returned' : ended;
  const Icon = isReturned ? IconArrowBackUp : IconClockOff;
  const params = { number: invoice.number_display, amount: formatAmount(invoice.amount, invoice.ccy) };
  return (
    <Page title={t('places.charge')}>
      <Stack
        className="card"
        gap="sm"
        align="center"
        py="3rem"
        px="lg"
        ta="center"
        role="status"
        data-tone={isReturned ? 'returned' : 'over'}
      >
        <Center component="span" className="tinted" w="5.5rem" h="5.5rem" bdrs="50%">
          <Icon size={48} stroke={1.4} aria-hidden />
        </Center>
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
      </Stack>
    </Page>
  );
};

interface PaidScreenProps {
  invoice: Invoice;
  /** Of a sale in parts: what was taken in cash, minor units. */
  cash: number | undefined;
  onNew(): void;
}

/** The bank reports it as paid. */
const PaidScreen = ({ invoice, cash, onNew }: PaidScreenProps) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const canView = usePermission('can_view_invoices');
  const { amount, ccy, number_display, masked_pan, rrn, paid_date } = invoice;
  const digits = lastDigits(masked_pan);
  return (
    <OutcomeScreen
      tone="paid"
      icon={IconCheck}
      title={t('words.paid')}
      amount={formatAmount(amount, ccy)}
      facts={[
        [t('words.sale'), number_display],
        [t('words.inCash'), cash === undefined ? '' : formatAmount(cash)],
        [t('words.card'), digits === '' ? '' : `••••\u00a0${digits}`],
        [t('words.rrn'), rrn],
        [t('words.time'), paid_date ? dates.short(Date.parse(paid_date)) : ''],
      ]}
      onClose={onNew}
    >
      <NextStep text={t('newInvoice')} onClick={onNew} />
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

/** The buyer has paid, and the bank holds the money: it is not taken yet. */
const Held = ({ invoice, onNew }: { invoice: Invoice; onNew(): void }) => {
  const { t } = useTranslation('charge');
  const canView = usePermission('can_view_invoices');
  const { id, amount, ccy, number_display } = invoice;
  return (
    <EmptyState
      isCard
      order={1}
      icon={<IconLock size={40} stroke={1.4} aria-hidden />}
      title={t('held.title', { amount: formatAmount(amount, ccy) })}
      action={
        <Group justify="center">
          <Act tone="main" autoFocus onClick={onNew} text={t('newInvoice')} />
          {canView ? (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/invoices/$invoiceId" params={{ invoiceId: String(id) }} />
              )}
            >
              {t('held.open')}
            </Button>
          ) : null}
        </Group>
      }
    >
      {t('held.text', { number: number_display })}
    </EmptyState>
  );
};
