import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cashRegistersQuery } from '../../api/queries.ts';
import { type Column, column } from '../../kit/data-table.tsx';
import { Marked } from '../../kit/marked.tsx';
import { cut, dimmed, small } from '../../kit/plain-row.ts';
import { markedWords } from '../../lib/amount-search.ts';
import type { OrderField } from '../../lib/invoice-search.ts';
import { lastDigits, systemName } from '../../lib/invoices.ts';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { useOutcomes } from '../../shop/use-outcomes.ts';
import { AmountCell, ReferenceCell, StatusCell } from './cells.tsx';
import classes from './columns.module.css';

/**
 * The columns of the list, of fixed widths. A narrower list shows fewer.
 * @param invoices the shown page
 * @param search its search text, which is marked in the cells
 */
export const useInvoiceColumns = (
  invoices: readonly Invoice[] | undefined,
  search: string,
): Column<Invoice, OrderField>[] => {
  const { t } = useTranslation('invoices');
  const { data: registers } = useQuery(cashRegistersQuery);
  const outcomeOf = useOutcomes(invoices);
  const dates = useDates();
  const today = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at midnight "today" changes
  return useMemo(() => {
    const moment = (at: string | null): string => (at === null ? '' : dates.short(Date.parse(at)));
    const words = markedWords(search);
    return [
      column(
        'number',
        t('table.number'),
        ({ id, number_display, amount, ccy, created_date }, link) => (
          <>
            <Link
              {...link}
              to="/invoices/$invoiceId"
              params={{ invoiceId: String(id) }}
              search
              resetScroll={false}
              preload={false}
              data-invoice={id}
              aria-label={t('table.open', { number: number_display, amount: formatAmount(amount, ccy) })}
            >
              <Marked text={number_display} words={words} />
            </Link>
            <time dateTime={created_date} className={`${small} ${dimmed} ${classes.createdBelow}`}>
              {dates.brief(Date.parse(created_date))}
            </time>
          </>
        ),
        { field: 'number', className: classes.number },
      ),
      column('created', t('table.created'), ({ created_date }) => moment(created_date), {
        field: 'created_date',
        className: classes.created,
      }),
      column(
        'status',
        t('table.status'),
        (invoice) => <StatusCell invoice={invoice} outcome={outcomeOf(invoice.id)} />,
        { field: 'status', className: classes.status },
      ),
      column(
        'amount',
        t('words.amount'),
        (invoice) => <AmountCell invoice={invoice} outcome={outcomeOf(invoice.id)} words={words} />,
        { field: 'amount', isNumber: true, className: classes.amount },
      ),
      column(
        'reference',
        t('table.reference'),
        (invoice) => <ReferenceCell invoice={invoice} words={words} />,
        classes.reference,
      ),
      column(
        'card',
        t('words.card'),
        ({ masked_pan, payment_system }) =>
          lastDigits(masked_pan) === '' ? null : (
            <>
              •• <Marked text={lastDigits(masked_pan)} words={words} />{' '}
              <span className={`${small} ${dimmed}`}>{systemName(payment_system)}</span>
            </>
          ),
        classes.card,
      ),
      column(
        'place',
        t('place.terminal'),
        ({ terminal_name, cash_register, created_locally }) => {
          const register = registers?.find(({ id }) => id === cash_register)?.name;
          const place = [terminal_name, register].filter(Boolean).join(' · ');
          return (
            <div className={cut(undefined)} title={place}>
              {place}
              {created_locally ? null : <div className={`${small} ${dimmed}`}>{t('table.foreign')}</div>}
            </div>
          );
        },
        classes.place,
      ),
      column('paid', t('words.paid'), ({ paid_date }) => moment(paid_date), {
        field: 'paid_date',
        className: classes.paid,
      }),
    ];
  }, [t, registers, dates, today, outcomeOf, search]);
};
