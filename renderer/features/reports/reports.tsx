import { SimpleGrid, Text } from '@mantine/core';
import { IconCalendarCheck, IconCircleCheck, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { monthClosuresQuery, shopDaysQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { Page } from '../../kit/page.tsx';
import { type TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { addMonths } from '../../lib/periods.ts';
import { useAccount, usePermission } from '../../shop/session/account.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { useDates, useToday } from '../../shop/use-dates.ts';
import classes from './closing/closing.module.css';
import { signed } from './closing/signed.ts';
import { useMonthOnly } from './use-month-names.ts';

/** What is closed; takings, days, the income book and the reconciliation. */
export const Reports = () => {
  const { t } = useTranslation('reports');
  const { pathname } = useLocation();
  const seesBooks = hasPermission(useAccount(), 'books');
  const books: TabLink[] = [
    { name: 'income', label: t('words.incomeBook'), link: { to: '/reports/income' } },
    { name: 'reconciliation', label: t('tabs.reconciliation'), link: { to: '/reports/reconciliation' } },
  ];
  const canClose = usePermission('can_create_invoices');
  return (
    <Page title={t('places.reports')}>
      {/* The two things that are closed, with their state. */}
      {canClose || seesBooks ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" className="no-print">
          {canClose ? <DayDoor /> : null}
          {seesBooks ? <MonthDoor /> : null}
        </SimpleGrid>
      ) : null}
      <TabLinks
        label={t('tabs.label')}
        tabs={[
          { name: 'sales', label: t('words.takings'), link: { to: '/reports/sales' } },
          { name: 'days', label: t('words.days'), link: { to: '/reports/days' } },
          ...(seesBooks ? books : []),
        ]}
        // The summary of one day is opened from the days.
        shown={tabOf(pathname)}
      />
      <Outlet />
    </Page>
  );
};

const tabOf = (pathname: string): string => {
  const name = pathname.split('/')[2] ?? 'sales';
  return name === 'day' ? 'days' : name;
};

const DayDoor = () => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const today = useToday();
  const closure = useQuery(shopDaysQuery({ date_from: today, date_to: today })).data?.days[0]?.closure;
  const closed = closure
    ? t('doors.closed', { at: dates.short(Date.parse(closure.closed_at)) })
    : t('doors.open');
  return (
    <Door
      icon={closure && !closure.is_changed ? IconCircleCheck : IconCalendarCheck}
      link={{ to: '/reports/close-day' }}
      title={t('day.title')}
      text={closure?.is_changed ? t('day.changed', { change: signed(closure.change) }) : closed}
    />
  );
};

/** The owner closes the month; who only reads the books finds its archive. */
const MonthDoor = () => {
  const { t } = useTranslation('closing');
  const { is_owner: isOwner } = useAccount();
  const nameOf = useMonthOnly();
  const today = useToday();
  const month = addMonths(today, -1).slice(0, 7);
  const closure = useQuery(monthClosuresQuery({ month_from: month, month_to: month })).data?.results[0];
  const name = nameOf(month, { isFirst: true });
  const closed = closure ? t('doors.monthClosed', { name }) : t('doors.monthOpen', { name });
  return (
    <Door
      icon={closure && !closure.is_changed ? IconCircleCheck : IconCalendarCheck}
      link={{ to: '/reports/close-month' }}
      title={isOwner ? t('month.title') : t('doors.archive', { name: nameOf(month) })}
      text={closure?.is_changed ? t('month.changed', { name, change: signed(closure.change) }) : closed}
    />
  );
};

interface DoorProps {
  icon: TablerIcon;
  link: TabLink['link'];
  title: string;
  text: string;
}

const Door = ({ icon: Icon, link, title, text }: DoorProps) => (
  <Link {...link} className={`card ${classes.door}`}>
    <Icon size={28} stroke={1.6} aria-hidden />
    <div>
      <Text fw={650}>{title}</Text>
      <Hint>{text}</Hint>
    </div>
  </Link>
);
