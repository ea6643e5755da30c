import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cartsQuery, invoicesQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { CheckList, CheckRow } from '../../kit/check-list.tsx';
import { HeldCartsRow } from '../../shop/held-carts-row.tsx';
import { usePermission } from '../../shop/session/account.ts';

/** The caller's unpaid QR codes of the shift, and the carts that are set aside. It holds up no closing. */
export const Unfinished = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const seesInvoices = usePermission('can_view_invoices');
  return (
    <CheckList label={t('unfinished.label')}>
      {seesInvoices ? <OwnQr shift={shift} /> : null}
      <HeldCarts />
    </CheckList>
  );
};

const OwnQr = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const navigate = useNavigate();
  const since = { created_from: shift.opened_at, page_size: 1 };
  const open = useQuery(invoicesQuery({ ...since, status: 'created' })).data;
  const paid = useQuery(invoicesQuery({ ...since, status: 'success' })).data;
  if (!open || !paid) return null;
  const sum = t('unfinished.paid', { count: paid.count, sum: formatAmount(paid.totals.success_amount) });
  return open.count === 0 ? (
    <CheckRow state="fine" title={t('unfinished.none')} text={sum} />
  ) : (
    <CheckRow
      state="open"
      title={t('unfinished.codes', { count: open.count, sum: formatAmount(open.totals.total_amount) })}
      text={sum}
    >
      <Act
        size="compact-sm"
        onClick={() => void navigate({ to: '/invoices', search: { status: 'created' } })}
        text={t('words.show')}
      />
    </CheckRow>
  );
};

const HeldCarts = () => {
  const [isLeft, setLeft] = useState(false);
  const carts = useQuery(cartsQuery(false)).data?.results ?? [];
  return carts.length === 0 || isLeft ? null : <HeldCartsRow carts={carts} onLeave={() => setLeft(true)} />;
};
