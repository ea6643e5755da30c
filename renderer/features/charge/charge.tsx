import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { CashPrint } from '../../../shared/api/printing.ts';
import { formatAmount } from '../../../shared/money.ts';
import { printCashReceipt } from '../../api/mutations.ts';
import { cashSaleQuery, printerQuery } from '../../api/queries.ts';
import { Page } from '../../kit/page.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useScanner } from '../../shop/session/scan/use-scanner.ts';
import { useDates } from '../../shop/use-dates.ts';
import { ChargeForm } from './charge-form.tsx';
import { NextStep, OutcomeScreen } from './outcome-screen.tsx';
import { Payment } from './payment.tsx';
import { PrintButton } from './print-receipt.tsx';
import classes from './scan/scan-notice.module.css';
import { useSettling } from './use-create.ts';
import { useCustomerScreen } from './use-customer-screen.ts';

const route = getRouteApi('/charge');

/** The charge screen: the form, then the created invoice, or the change of a sale for cash. */
export const Charge = () => {
  const { invoice, cash, parts } = route.useSearch();
  const navigate = useNavigate();
  /** With which the next sale begins. */
  const [scan, setScan] = useState<string>();
  useSettling();
  if (cash !== undefined)
    return (
      <ChangeDue
        key={cash}
        id={cash}
        onScan={(code) => {
          setScan(code);
          void navigate({ to: '/charge', search: {} });
        }}
      />
    );
  if (invoice === undefined) return <ChargeForm firstScan={scan} onFirstScan={() => setScan(undefined)} />;
  return (
    <>
      <LateScans key={`scans ${invoice}`} />
      <Payment key={invoice} id={invoice} parts={parts} />
    </>
  );
};

/** Says that a scan adds nothing to an invoice that was created. */
const LateScans = () => {
  const { t } = useTranslation('charge');
  const [isLate, setLate] = useState(false);
  const tell = (): void => setLate(true);
  useScanner({ onScan: tell, onNoise: tell });
  return (
    <div role="status" className={classes.place}>
      {isLate ? (
        <Text size="sm" data-tone="working" className={`tinted ${classes.notice}`} mb="md">
          {t('scan.later')}
        </Text>
      ) : null}
    </div>
  );
};

/** A second press of the Enter that sold is no press on this screen. */
const BOUNCE_MS = 600;

interface ChangeDueProps {
  /** Of the cash sale. */
  id: number;
  /** The next sale begins, with what was scanned. */
  onScan(code: string): void;
}

/** A sale for cash is written: what the buyer gets back. */
const ChangeDue = ({ id, onScan }: ChangeDueProps) => {
  const { t } = useTranslation('charge');
  const navigate = useNavigate();
  const query = useQuery(cashSaleQuery(id));
  const onNew = (): void => void navigate({ to: '/charge', search: {} });
  if (query.data) return <ChangeScreen sale={query.data} onNew={onNew} onScan={onScan} />;
  return (
    <Page title={t('places.charge')}>
      <QueryView
        query={query}
        missing={
          <EmptyState isCard title={t('words.saleMissing')}>
            {t('missing.text')}
          </EmptyState>
        }
      >
        {() => null}
      </QueryView>
    </Page>
  );
};

interface ChangeScreenProps extends Pick<ChangeDueProps, 'onScan'> {
  sale: CashSale;
  onNew(): void;
}

const ChangeScreen = ({ sale, onNew, onScan }: ChangeScreenProps) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const { amount, received, change, number_display, made_at } = sale;
  useCustomerScreen({ amount, is_cash: true, received: received ?? amount });
  useScanner({ onScan, isOverDialog: true });
  const next = (): void => {
    if (performance.now() - shownAt.current > BOUNCE_MS) onNew();
  };
  return (
    <OutcomeScreen
      tone="paid"
      isLarge
      title={t(change ? 'words.change' : 'cash.taken')}
      amount={formatAmount(change || amount)}
      {...(change &&
        received !== null && {
          words: t('due.sums', { received: formatAmount(received), amount: formatAmount(amount) }),
        })}
      hint={t('due.facts', { number: number_display, time: dates.time(Date.parse(made_at)) })}
      facts={[]}
      below={t('due.scan')}
      onClose={onNew}
    >
      <NextStep text={t('newInvoice')} onClick={next} />
      <PrintCash sale={sale.id} />
    </OutcomeScreen>
  );
};

/** The drawer and the receipt by themselves, as the owner has set; the receipt again by P. Nothing without a printer. */
const PrintCash = ({ sale }: { sale: number }) => {
  const { t } = useTranslation('printing');
  const failureText = useFailureText();
  const { data: printer } = useQuery(printerQuery);
  const { isBusy, failure, result, run } = useAction<CashPrint>();
  const print = (isAutomatic: boolean): void => void run(() => printCashReceipt(sale, isAutomatic));
  const hasPrinter = printer?.has_printer === true;
  const printFirst = useEffectEvent(() => print(true));
  useEffect(() => {
    if (hasPrinter) printFirst();
  }, [hasPrinter]);
  if (!hasPrinter) return null;
  return (
    <PrintButton text={t('print')} isBusy={isBusy} onPrint={() => print(false)}>
      {failure ? failureText(failure) : result?.fault ? t(`fault.${result.fault}`) : null}
    </PrintButton>
  );
};
