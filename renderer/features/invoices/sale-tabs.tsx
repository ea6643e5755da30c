import { useTranslation } from 'react-i18next';
import { TabLinks } from '../../kit/tab-links.tsx';
import type { InvoicesSearch } from '../../lib/invoice-search.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import type { CashSalesSearch } from './cash/search.ts';

interface SaleTabsProps {
  shown: 'qr' | 'cash' | 'parts';
  search: InvoicesSearch;
}

/** What the list of another tender shows too. Sums in cash have one date. */
const keptOf = ({ search, period, ...dates }: InvoicesSearch): CashSalesSearch => ({
  search,
  period,
  created_from: dates.created_from ?? dates.paid_from ?? dates.refunded_from,
  created_to: dates.created_to ?? dates.paid_to ?? dates.refunded_to,
});

/** The sales of a tender, each with a list of its own; nothing where the shop takes no cash. A sale in parts is in all three. */
export const SaleTabs = ({ shown, search }: SaleTabsProps) => {
  const { t } = useTranslation('invoices');
  if (!useShopFacts().cash) return null;
  const kept = keptOf(search);
  return (
    <TabLinks
      label={t('cash.tender')}
      shown={shown}
      tabs={[
        { name: 'qr', label: t('words.qr'), link: { to: '/invoices', search: kept } },
        { name: 'cash', label: t('words.cash'), link: { to: '/cash-sales', search: kept } },
        {
          name: 'parts',
          label: t('words.inParts'),
          link: { to: '/cash-sales', search: { ...kept, parts: true } },
        },
      ]}
    />
  );
};
