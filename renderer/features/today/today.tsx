import { Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../shared/time.ts';
import { useConnection } from '../../data/live-provider.tsx';
import { fiscalGapsQuery, systemQuery, terminalsQuery } from '../../data/queries.ts';
import { useAccount } from '../../session/account.ts';
import { Page } from '../../ui/page.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { useNow, useStepOfTime } from '../../ui/use-now.ts';
import { AlertRow } from './alert-row.tsx';
import { alertsOf, type ShopAlert } from './alerts.ts';
import attentionClasses from './attention.module.css';
import { ChargeButton } from './charge-button.tsx';
import { Figures } from './figures.tsx';
import { Hours } from './hours.tsx';
import { Latest } from './latest.tsx';
import { OpenInvoices } from './open-invoices.tsx';
import { rangesAt } from './ranges.ts';
import { Section } from './section.tsx';
import classes from './today.module.css';

/** The largest delay after which the screen notices a new minute or day. */
const CHECK_INTERVAL_MS = 2000;

/** An overview of the current day. */
export const Today = () => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const minute = useStepOfTime(MINUTE_MS, CHECK_INTERVAL_MS);
  const ranges = rangesAt(minute, dates.timeZone);
  return (
    <Page title={t('title', { day: dates.longDay(minute) })} actions={<ChargeButton />}>
      <Attention />
      <Figures ranges={ranges} />
      <div className={classes.columns}>
        <Hours ranges={ranges} minute={minute} />
        <OpenInvoices />
      </div>
      <Latest />
    </Page>
  );
};

const ATTENTION_CHECK_INTERVAL_MS = 60_000;
/** A payment becomes a gap by the passage of time, which no event reports. */
const GAPS_INTERVAL_MS = 180_000;
/** Only the count and the sum are shown. */
const GAPS = { page_size: 1 };

/** Alerts, each with its next step; a calm line when there are none. */
const Attention = () => {
  const { t } = useTranslation('today');
  const { is_owner: isOwner } = useAccount();
  const now = useNow(ATTENTION_CHECK_INTERVAL_MS);
  const connection = useConnection();
  const { data: system } = useQuery(systemQuery);
  const { data: terminals } = useQuery(terminalsQuery);
  const { data: gaps } = useQuery({ ...fiscalGapsQuery(GAPS), refetchInterval: GAPS_INTERVAL_MS });
  // Nothing is shown before it is loaded; other sections show a failure.
  if (!system || !terminals) return <div className={attentionClasses.calm} />;
  const alerts = alertsOf(system, terminals, { isOwner, now, gaps });
  // While disconnected, "all good" cannot be claimed; the shell's banner says why.
  if (alerts.length === 0 && connection.state === 'lost') return <div className={attentionClasses.calm} />;
  if (alerts.length === 0)
    return (
      <Group gap={6} className={attentionClasses.calm} data-tone="paid">
        <IconCircleCheck size={18} stroke={1.8} aria-hidden />
        <Text size="sm" c="dimmed">
          {t(system.bank.state === 'reachable' ? 'attention.calmBank' : 'attention.calm')}
        </Text>
      </Group>
    );
  return (
    <Section title={t('attention.title')}>
      <ul className={attentionClasses.worries}>
        {alerts.map((alert) => (
          <li key={keyOf(alert)}>
            <AlertRow alert={alert} />
          </li>
        ))}
      </ul>
    </Section>
  );
};

const keyOf = (alert: ShopAlert): string => {
  if (alert.kind === 'paidTwice') return `${alert.kind} ${alert.sale.invoice}`;
  return 'terminal' in alert ? `${alert.kind} ${alert.terminal.id}` : alert.kind;
};
