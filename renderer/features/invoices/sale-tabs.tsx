import { useTranslation } from 'react-i18next';
import { TabLinks } from '../../kit/tab-links.tsx';
import { useShopFacts } from '../../shop/use-shop-facts.ts';

/** By which tender the listed sales were paid; nothing where the shop takes no cash. */
export const SaleTabs = ({ shown }: { shown: 'qr' | 'cash' }) => {
  const { t } = useTranslation('invoices');
  if (!useShopFacts().cash) return null;
  return (
    <TabLinks
      label={t('cash.tender')}
      shown={shown}
      tabs={[
        { name: 'qr', label: t('cash.byQr'), link: { to: '/invoices' } },
        { name: 'cash', label: t('cash.inCash'), link: { to: '/cash-sales' } },
      ]}
    />
  );
};
