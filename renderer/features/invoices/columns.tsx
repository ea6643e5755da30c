import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { cashRegistersQuery } from '../../data/queries.ts';
import type { OrderField } from '../../lib/invoice-search.ts';
import { lastDigits, leftOf, refundedOf, systemName } from '../../lib/invoices.ts';
import { dayOf } from '../../lib/zone.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { cut, dimmed, small, strong } from '../../ui/plain-row.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './columns.module.css';

/** The columns of the list. A narrower list shows fewer: `first` is hidden last. */
export const useInvoiceColumns = (): Column<Invoice, OrderField>[] => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const { data: registers } = useQuery(cashRegistersQuery);
  const dates = useDates();
  const today = dayOf(useNow(MINUTE_MS), dates.timeZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at midnight "today" changes
  return useMemo(() => {
    const moment = (at: string | null): string => (at === null ? '' : dates.short(Date.parse(at)));
    return [
      {
        name: 'number',
        title: t('table.number'),
        field: 'number',
        cell: ({ id, number_display, amount }, link) => (
          <Link
            {...link}
            to="/invoices/$invoiceId"
            params={{ invoiceId: String(id) }}
            search
            resetScroll={false}
            preload={false}
            data-invoice={id}
            aria-label={t('table.open', { number: number_display, amount: formatAmount(amount) })}
          >
            {number_display}
          </Link>
        ),
      },
      {
        name: 'created',
        title: t('table.created'),
        field: 'created_date',
        cell: ({ created_date }) => moment(created_date),
      },
      {
        name: 'status',
        title: t('table.status'),
        field: 'status',
        cellClassName: classes.status,
        tooltip: ({ status }) => common(`status.${status}`),
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      {
        name: 'amount',
        title: t('table.amount'),
        field: 'amount',
        isNumber: true,
        cell: (invoice) => (
          <>
            <div className={strong}>
              <Money minor={invoice.amount} />
            </div>
            {invoice.status === 'success' && refundedOf(invoice) > 0 ? (
              <div className={`${small} ${classes.left}`} data-tone="returned">
                {t('table.left', { amount: formatAmount(leftOf(invoice)) })}
              </div>
            ) : null}
          </>
        ),
      },
      {
        name: 'reference',
        title: t('table.reference'),
        className: classes.third,
        cell: ({ reference }) => (
          <div className={cut(classes.reference)} title={reference}>
            {reference}
          </div>
        ),
      },
      {
        name: 'card',
        title: t('table.card'),
        className: classes.first,
        cell: ({ masked_pan, payment_system }) =>
          lastDigits(masked_pan) === '' ? null : (
            <>
              •• {lastDigits(masked_pan)}{' '}
              <span className={`${small} ${dimmed}`}>{systemName(payment_system)}</span>
            </>
          ),
      },
      {
        name: 'place',
        title: t('table.place'),
        className: classes.second,
        cell: ({ terminal_name, cash_register, created_locally }) => {
          const register = registers?.find(({ id }) => id === cash_register)?.name;
          const place = [terminal_name, register].filter(Boolean).join(' · ');
          return (
            <div className={cut(classes.place)} title={place}>
              {place}
              {created_locally ? null : <div className={`${small} ${dimmed}`}>{t('table.foreign')}</div>}
            </div>
          );
        },
      },
      {
        name: 'paid',
        title: t('table.paid'),
        field: 'paid_date',
        className: classes.second,
        cell: ({ paid_date }) => moment(paid_date),
      },
    ];
  }, [t, common, registers, dates, today]);
};
