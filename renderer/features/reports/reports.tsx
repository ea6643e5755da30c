import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { TabLinks } from '../../kit/tab-links.tsx';

/** Sales, the day summary, the accountant's month, the income book and the reconciliation. */
export const Reports = () => {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Page title={common('places.reports')}>
      <TabLinks
        label={t('tabs.label')}
        tabs={[
          { name: 'sales', label: t('tabs.sales'), link: { to: '/reports/sales' } },
          { name: 'day', label: t('tabs.day'), link: { to: '/reports/day' } },
          { name: 'close-month', label: t('tabs.month'), link: { to: '/reports/close-month' } },
          { name: 'income', label: t('tabs.income'), link: { to: '/reports/income' } },
          {
            name: 'reconciliation',
            label: t('tabs.reconciliation'),
            link: { to: '/reports/reconciliation' },
          },
        ]}
        shown={pathname.split('/')[2] ?? 'sales'}
      />
      <Outlet />
    </Page>
  );
};
