import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cashSalesQuery, invoicesQuery, tillCashQuery } from '../../api/queries.ts';
import { Facts } from '../../kit/facts.tsx';
import { formatCount } from '../../lib/count.ts';
import { useAccount, usePermission } from '../../shop/session/account.ts';
import { hasPermission } from '../../shop/session/permissions.ts';

/** What was taken in the open shift: by everybody for who sees that, else by oneself. */
export const Takings = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const seesAll = hasPermission(useAccount(), 'reports');
  const seesInvoices = usePermission('can_view_invoices');
  const qr = useQuery({
    ...invoicesQuery({ created_from: shift.opened_at, status: 'success', page_size: 1 }),
    enabled: seesInvoices,
  }).data;
  const till = useQuery({ ...tillCashQuery(shift.id), enabled: seesAll }).data;
  const own = useQuery({
    ...cashSalesQuery(shift.id, { page_size: PAGE_SIZES.max }),
    enabled: !seesAll,
  }).data;
  const ownSales = own?.results.filter(({ voided_at, is_refund }) => voided_at === null && !is_refund) ?? [];
  const cash = till
    ? { count: till.sale_count, sum: till.sales }
    : { count: ownSales.length, sum: ownSales.reduce((total, { amount }) => total + amount, 0) };
  const shown = (sum: number, count: number): string => `${formatAmount(sum)} (${formatCount(count)})`;
  return (
    <Facts
      facts={[
        ...(qr
          ? [
              {
                name: t(seesAll ? 'takings.qr' : 'takings.ownQr'),
                value: shown(qr.totals.success_amount, qr.count),
              },
            ]
          : []),
        {
          name: t(seesAll ? 'takings.cash' : 'takings.ownCash'),
          value: till || own ? shown(cash.sum, cash.count) : '…',
        },
        ...(till ? [{ name: t('takings.till'), value: formatAmount(till.expected_cash) }] : []),
      ]}
    />
  );
};
