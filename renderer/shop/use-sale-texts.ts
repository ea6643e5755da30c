import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { basketChange } from '../../shared/money.ts';
import { formatDecimal } from '../lib/invoices.ts';

/** The tenders of sales, by the names of the interface. */
export const TENDER_WORDS = { qr: 'words.qr', cash: 'words.cash', parts: 'words.inParts' } as const;

type Goods = Pick<CashSale, 'remark' | 'is_refund'> & {
  items: readonly Pick<CashSale['items'][number], 'name' | 'quantity'>[];
};

/** `Капучино × 2, Круасан`, or the remark of a sale by amount. */
export const useGoodsText = (): ((sale: Goods) => string) => {
  const { t } = useTranslation();
  return useMemo(
    () =>
      ({ items, remark, is_refund }) => {
        const goods = items.map(({ name, quantity }) =>
          quantity === 1 ? name : `${name} × ${formatDecimal(quantity)}`,
        );
        const text = goods.join(', ') || remark || t('goods.none');
        return is_refund ? t('goods.returned', { goods: text }) : text;
      },
    [t],
  );
};

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
