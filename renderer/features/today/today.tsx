import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type PropsWithChildren, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../shared/time.ts';
import { fiscalGapsQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import { Page } from '../../kit/page.tsx';
import { useNow, useStepOfTime } from '../../kit/use-now.ts';
import { useAccount } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import { alertsOf, isUrgent, type ShopAlert } from './alerts.ts';
import attentionClasses from './attention.module.css';
import { ChargeButton } from './charge-button.tsx';
import { Figures } from './figures.tsx';
import { HeldInvoices } from './held-invoices.tsx';
import { Hours } from './hours.tsx';
import { Latest } from './latest.tsx';
import { OpenInvoices } from './open-invoices.tsx';
import { rangesAt } from './ranges.ts';
import { Section } from './section.tsx';
import { SetupChecklist, SetupRow } from './setup-checklist.tsx';
import { ShiftLine } from './shift-line.tsx';
import classes from './today.module.css';
import { useSetup } from './use-setup.ts';
import { Yesterday } from './yesterday.tsx';

/** The largest delay after which the screen notices a new minute or day. */
const CHECK_INTERVAL_MS = 2000;

interface AlertRows {
  /** Loaded when there is something to say: most days begin without. */
  AlertRow: ComponentType<{ alert: ShopAlert }>;
}

/** An overview of the current day; in a shop that has sold nothing yet, what is left to set up; later that in one row. Children are further reminders. */
export const Today = ({ AlertRow, children }: PropsWithChildren<AlertRows>) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const minute = useStepOfTime(MINUTE_MS, CHECK_INTERVAL_MS);
  const ranges = rangesAt(minute, dates.timeZone);
  const setup = useSetup();
  const alerts = useAlerts();
  return (
    <Page title={t('title', { day: dates.longDay(minute) })} actions={<ChargeButton />}>
      <Urgent alerts={alerts} AlertRow={AlertRow} />
      {setup === undefined || setup.hasSold ? (
        <>
          {setup ? <SetupRow steps={setup.steps} /> : null}
          <Figures ranges={ranges} />
          <div className={classes.columns}>
            <Stack gap="md">
              <ShiftLine />
              <Hours ranges={ranges} minute={minute} />
              <OpenInvoices />
              <HeldInvoices />
              <Yesterday today={ranges.day} />
            </Stack>
            <Latest />
          </div>
          {children}
          <Reminders alerts={alerts} AlertRow={AlertRow} />
        </>
      ) : (
        <>
          <SetupChecklist steps={setup.steps} />
          {/* A shop that has sold nothing yet may hold money. */}
          <HeldInvoices />
          {children}
          <Reminders alerts={alerts} AlertRow={AlertRow} />
          <Latest />
        </>
      )}
    </Page>
  );
};

const ALERTS_INTERVAL_MS = 60_000;
/** A payment becomes a gap by the passage of time, which no event reports. */
const GAPS_INTERVAL_MS = 180_000;
/** Only the count and the sum are shown. */
const GAPS = { page_size: 1 };

/** undefined until loaded; other sections show a failure. */
const useAlerts = (): ShopAlert[] | undefined => {
  const { is_owner: isOwner } = useAccount();
  const now = useNow(ALERTS_INTERVAL_MS);
  const { data: system } = useQuery(systemQuery);
  const { data: terminals } = useQuery(terminalsQuery);
  const { data: gaps } = useQuery({ ...fiscalGapsQuery(GAPS), refetchInterval: GAPS_INTERVAL_MS });
  return system && terminals && alertsOf(system, terminals, { isOwner, now, gaps });
};

interface AlertsProps extends AlertRows {
  alerts: readonly ShopAlert[] | undefined;
}

/** Alerts that stop sales or concern money. */
const Urgent = ({ alerts, AlertRow }: AlertsProps) => {
  const { t } = useTranslation('today');
  const urgent = alerts?.filter(isUrgent) ?? [];
  return urgent.length === 0 ? null : (
    <Alerts title={t('attention.title')} alerts={urgent} AlertRow={AlertRow} />
  );
};

/** Alerts that can wait, shown after the figures. */
const Reminders = ({ alerts, AlertRow }: AlertsProps) => {
  const { t } = useTranslation('today');
  const reminders = alerts?.filter((alert) => !isUrgent(alert)) ?? [];
  return reminders.length === 0 ? null : (
    <Alerts title={t('attention.later')} alerts={reminders} AlertRow={AlertRow} />
  );
};

const Alerts = ({ title, alerts, AlertRow }: AlertRows & { title: string; alerts: readonly ShopAlert[] }) => (
  <Section title={title}>
    <ul className={attentionClasses.alerts}>
      {alerts.map((alert) => (
        <li key={keyOf(alert)}>
          <Suspense>
            <AlertRow alert={alert} />
          </Suspense>
        </li>
      ))}
    </ul>
  </Section>
);

const keyOf = (alert: ShopAlert): string => {
  if (alert.kind === 'paidTwice') return `${alert.kind} ${alert.sale.invoice}`;
  return 'terminal' in alert ? `${alert.kind} ${alert.terminal.id}` : alert.kind;
};
