import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import { formatDecimal } from '../lib/invoices.ts';

/** `Капучино × 2, Круасан`, or the remark of a sale by amount. */
export const useGoodsText = (): ((sale: CashSale) => string) => {
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
