import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../shared/api/invoices.ts';
import { basketChange } from '../../shared/money.ts';

/** From the sum of the lines to the invoice's amount, minor units; none where the lines make it themselves. */
export const useBasketRows = ({
  amount,
  items,
}: Pick<Invoice, 'amount' | 'items'>): { name: string; minor: number }[] => {
  const { t } = useTranslation();
  const found = basketChange(amount, items);
  if (!found) return [];
  return [
    { name: t('basket.lines'), minor: found.lines },
    { name: t(found.change < 0 ? 'basket.discount' : 'basket.extraCharge'), minor: found.change },
  ];
};
