import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { type TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { Doors } from './closing/doors.tsx';

/** What is closed; takings, days, the income book and the reconciliation. */
export const Reports = () => {
  const { t } = useTranslation('reports');
  const { pathname } = useLocation();
  const seesBooks = hasPermission(useAccount(), 'books');
  const books: TabLink[] = [
    { name: 'income', label: t('words.incomeBook'), link: { to: '/reports/income' } },
    { name: 'reconciliation', label: t('tabs.reconciliation'), link: { to: '/reports/reconciliation' } },
  ];
  return (
    <Page title={t('places.reports')}>
      <Doors />
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
