import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';

/** Opens a sale, or a return, beside the list. */
export const RowLink = ({ sale: { id, number_display, is_refund } }: { sale: CashSale }) => {
  const { t } = useTranslation('invoices');
  return (
    <Link to="/cash-sales" search={(before) => ({ ...before, open: id })} resetScroll={false} data-opens={id}>
      {number_display || t(is_refund ? 'cash.return' : 'cash.entry')}
    </Link>
  );
};
