import { Box, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCashRegister, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type PropsWithChildren, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosure, ShopDay } from '../../../shared/api/closures.ts';
import type { Series } from '../../../shared/api/series.ts';
import { formatAmount } from '../../../shared/money.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import {
  currentShiftQuery,
  fiscalGapsQuery,
  seriesQuery,
  shopDaysQuery,
  systemQuery,
  terminalsQuery,
} from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { Page } from '../../kit/page.tsx';
import { combineQueries, EmptyState, QueryView } from '../../kit/query-view.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useNow, useStepOfTime } from '../../kit/use-now.ts';
import { addDays } from '../../lib/zone.ts';
import { useAccount, usePermission } from '../../shop/session/account.ts';
import { ChartLegend, TakingsChart } from '../../shop/takings-chart.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { alertsOf, type ShopAlert } from './alerts.ts';
import { Figures } from './figures.tsx';
import { type HourRow, hourRows } from './hour-rows.ts';
import { Section } from './invoice-rows.tsx';
import { Latest } from './latest.tsx';
import { HeldInvoices, OpenInvoices } from './open-invoices.tsx';
import { beforeQuery, dayQuery, sameDay } from './queries.ts';
import { type DayRanges, rangesAt } from './ranges.ts';
import { SetupChecklist, SetupRow } from './setup-checklist.tsx';
import classes from './today.module.css';
import { useSetup } from './use-setup.ts';

/** The largest delay after which the screen notices a new minute or day. */
const CHECK_INTERVAL_MS = 2000;

interface AlertRows {
  /** Loaded when there is something to say: most days begin without. */
  AlertRow: ComponentType<{ alert: ShopAlert }>;
}

/** An overview of the current day; in a shop that has sold nothing yet, what is left to set up; later that in one row. Children are further alerts. */
export const Today = ({ AlertRow, children }: PropsWithChildren<AlertRows>) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const minute = useStepOfTime(MINUTE_MS, CHECK_INTERVAL_MS);
  const ranges = rangesAt(minute, dates.timeZone);
  const setup = useSetup();
  const date = addDays(ranges.day, -1);
  const canClose = usePermission('can_create_invoices');
  const days = useQuery({ ...shopDaysQuery({ date_from: date, date_to: date }), enabled: canClose }).data;
  const yesterday = days?.days[0];
  return (
    <Page title={t('title', { day: dates.longDay(minute) })} actions={<ChargeButton />}>
      <Attention yesterday={yesterday} AlertRow={AlertRow} />
      {children}
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
              {yesterday?.closure?.is_changed === false ? (
                <Group
                  component="section"
                  className="card"
                  px="md"
                  py="sm"
                  gap="sm"
                  data-tone="paid"
                  aria-label={t('yesterday.title')}
                >
                  <IconCircleCheck color="var(--tone)" aria-hidden />
                  <Text flex={1} size="sm" className="figures">
                    <Words closure={yesterday.closure} />
                  </Text>
                  <TextLink size="sm" underline="always" to="/reports/close-day">
                    {t('yesterday.closeToday')}
                  </TextLink>
                </Group>
              ) : null}
            </Stack>
            <Latest />
          </div>
        </>
      ) : (
        <>
          <SetupChecklist steps={setup.steps} />
          {/* A shop that has sold nothing yet may hold money. */}
          <HeldInvoices />
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

/** Nothing until it is loaded; other sections show a failure. */
const Attention = ({ yesterday, AlertRow }: AlertRows & { yesterday: ShopDay | undefined }) => {
  const { t } = useTranslation('today');
  const { is_owner: isOwner } = useAccount();
  const now = useNow(ALERTS_INTERVAL_MS);
  const { data: system } = useQuery(systemQuery);
  const { data: terminals } = useQuery(terminalsQuery);
  const { data: gaps } = useQuery({ ...fiscalGapsQuery(GAPS), refetchInterval: GAPS_INTERVAL_MS });
  const alerts = system && terminals ? alertsOf(system, terminals, { isOwner, now, gaps, yesterday }) : [];
  return alerts.length === 0 ? null : (
    <Section title={t('attention.title')}>
      <ul className="plain-list lined">
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
};

const keyOf = (alert: ShopAlert): string => {
  if (alert.kind === 'paidTwice') return `${alert.kind} ${alert.sale.invoice}`;
  return 'terminal' in alert ? `${alert.kind} ${alert.terminal.id}` : alert.kind;
};

/** Whose shift is open, from the second person on. */
const ShiftLine = () => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const { people, cash } = useShopFacts();
  const isShown = people && cash;
  const shift = useQuery({ ...currentShiftQuery, enabled: isShown }).data?.shift;
  const { data } = useQuery({
    ...seriesQuery('tender', { from: shift?.opened_at }),
    enabled: isShown && shift != null,
  });
  if (!isShown || !shift) return null;
  const opened = { name: shift.opened_by, at: dates.time(Date.parse(shift.opened_at)) };
  return (
    <TextLink size="sm" to="/shift">
      {[t('shift.open', opened), data && t('words.sales', { count: data.totals.count })]
        .filter(Boolean)
        .join(' · ')}
    </TextLink>
  );
};

/** Takings by hour, compared with the same weekday a week before. */
const Hours = ({ ranges, minute }: { ranges: DayRanges; minute: number }) => {
  const { t } = useTranslation('today');
  const now = useQuery(dayQuery(ranges));
  const before = useQuery(beforeQuery(ranges.before.start, ranges.before.end));
  const dates = useDates();
  const today = sameDay(now.data, ranges.start);
  const then = sameDay(before.data, ranges.before.start);
  const names = { now: t('hours.now'), before: t(`lastWeekday.${ranges.weekday}`) };
  const isEmpty = today?.totals.count === 0 && then?.totals.count === 0;

  const content = ([today, then]: [Series, Series]) => {
    if (isEmpty)
      return (
        <EmptyState title={t('hours.empty')} action={<ChargeButton variant="default" />}>
          {t('hours.emptyText')}
        </EmptyState>
      );
    const rows = hourRows(today.results, then.results, Number(dates.time(minute).slice(0, 2)));
    return (
      <>
        <TakingsChart
          rows={rows.map(({ hour, ...sums }) => {
            const name = hourText(hour);
            return { ...sums, id: hour, name, fullName: t('hours.hour', { hour: name }) };
          })}
          names={names}
        />
        <HoursTable rows={rows} names={names} />
      </>
    );
  };
  return (
    <Section title={t('hours.title')} aside={isEmpty ? null : <ChartLegend names={names} />}>
      <Box mih={220}>
        <QueryView
          query={combineQueries({ ...now, data: today }, { ...before, data: then })}
          loading={<Waiting />}
        >
          {content}
        </QueryView>
      </Box>
      {today?.totals.count === 0 && !isEmpty ? <Hint>{t('hours.empty')}</Hint> : null}
    </Section>
  );
};

const Waiting = () => {
  const { t } = useTranslation();
  return <Skeleton height={220} role="status" aria-label={t('list.loading')} />;
};

/** Links to Charge; hidden without the permission. */
const ChargeButton = ({ variant = 'filled' }: { variant?: 'filled' | 'default' }) => {
  const { t } = useTranslation('today');
  const canCharge = usePermission('can_create_invoices');
  if (!canCharge) return null;
  return (
    <Button
      component={Link}
      to="/charge"
      size="md"
      variant={variant}
      leftSection={<IconCashRegister size={22} stroke={1.7} aria-hidden />}
      rightSection={<Key name="F2" />}
    >
      {t('charge')}
    </Button>
  );
};

const Words = ({ closure: { sums, differences, cash_left } }: { closure: DayClosure }) => {
  const { t } = useTranslation('today');
  const sum = formatAmount(sums.takings);
  const off = differences.find(({ kind }) => kind === 'cash')?.amount ?? 0;
  if (off !== 0)
    return t(off < 0 ? 'yesterday.short' : 'yesterday.over', { sum, off: formatAmount(Math.abs(off)) });
  if (differences.length > 0) return t('yesterday.differs', { sum });
  return t(cash_left === null ? 'yesterday.fine' : 'yesterday.fineCash', { sum });
};

interface HoursChartProps {
  rows: readonly HourRow[];
  names: Record<'now' | 'before', string>;
}

const hourText = (hour: number): string => String(hour).padStart(2, '0');

const HoursTable = ({ rows, names }: HoursChartProps) => {
  const { t } = useTranslation('today');
  return (
    <VisuallyHidden>
      <table>
        <caption>{t('hours.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('hours.hourHead')}</th>
            <th scope="col">{names.now}</th>
            <th scope="col">{names.before}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, now, before }) => (
            <tr key={hour}>
              <th scope="row">{t('hours.hour', { hour: hourText(hour) })}</th>
              <td>{formatAmount(now)}</td>
              <td>{formatAmount(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
};
