import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceOutcome } from '../../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cashRegistersQuery } from '../../api/queries.ts';
import { type Column, column } from '../../kit/data-table.tsx';
import { hasWord, Marked } from '../../kit/marked.tsx';
import { cut, dimmed, small, strong } from '../../kit/plain-row.ts';
import { markedWords } from '../../lib/amount-search.ts';
import type { OrderField } from '../../lib/invoice-search.ts';
import { lastDigits, ownReference, refundedOf, systemName } from '../../lib/invoices.ts';
import { StatusBadge } from '../../shop/status-badge.tsx';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { useOutcomes } from '../../shop/use-outcomes.ts';
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
        { field: 'number', width: '5.75rem' },
      ),
      column('created', t('table.created'), ({ created_date }) => moment(created_date), {
        field: 'created_date',
        className: classes.created,
        width: '9.25rem',
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
        { className: classes.card, width: '9.5rem' },
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
        width: '9.25rem',
      }),
    ];
  }, [t, registers, dates, today, outcomeOf, search]);
};

interface StatusCellProps {
  invoice: Invoice;
  outcome: InvoiceOutcome | undefined;
}

/** What was not captured of a hold was never taken, and is no refund. */
const refundedPart = ({ invoice, outcome }: StatusCellProps): number =>
  invoice.status === 'success' ? refundedOf(invoice, invoice.amount - (outcome?.uncaptured ?? 0)) : 0;

/** The status, below it until when a declined QR can still be paid and why it was declined, or that a part was refunded. */
const StatusCell = ({ invoice, outcome }: StatusCellProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { status, failure_reason } = invoice;
  const until = outcome?.payable_until;
  const reason =
    status === 'failure'
      ? [
          until ? t('table.payableUntil', { time: dates.short(Date.parse(until)) }) : '',
          outcome?.reason || failure_reason,
        ]
          .filter(Boolean)
          .join(' · ')
      : '';
  const isPart = refundedPart({ invoice, outcome }) > 0;
  return (
    <>
      <StatusBadge status={status} outcome={outcome} />
      {reason === '' ? null : (
        <div className={`two-lines ${small} ${dimmed} ${classes.reason}`} title={reason} data-failure-reason>
          {reason}
        </div>
      )}
      {isPart ? (
        <div>
          <Box
            component="span"
            fz="xs"
            lh={1.2}
            fw={550}
            c="var(--tone)"
            data-tone="returned"
            data-status="part"
          >
            {t('table.refundedPart')}
          </Box>
        </div>
      ) : null}
    </>
  );
};

interface MarkedCellProps {
  invoice: Invoice;
  /** To be marked. */
  words: readonly string[];
}

const AmountCell = ({ invoice, outcome, words }: MarkedCellProps & StatusCellProps) => {
  const { t } = useTranslation('invoices');
  const refunded = refundedPart({ invoice, outcome });
  return (
    <>
      <div className={`figures ${strong}`}>
        <Marked text={formatAmount(invoice.amount, invoice.ccy)} words={words} />
      </div>
      {outcome?.cash_part ? (
        <div className={`figures ${small} ${dimmed} ${classes.beside}`}>
          {t('table.inCash', { amount: formatAmount(outcome.cash_part.amount, invoice.ccy) })}
        </div>
      ) : null}
      {refunded > 0 ? (
        <div
          className={`figures toned ${small} ${classes.beside}`}
          data-tone="returned"
          title={t('words.amountRefunded', { amount: formatAmount(refunded, invoice.ccy) })}
        >
          −{formatAmount(refunded, invoice.ccy)}
        </div>
      ) : null}
    </>
  );
};

/** The order number, below it the found words that no column shows. */
const ReferenceCell = ({ invoice, words }: MarkedCellProps) => {
  const { t } = useTranslation('invoices');
  const reference = ownReference(invoice);
  const shown = [
    reference,
    invoice.number_display,
    lastDigits(invoice.masked_pan),
    formatAmount(invoice.amount, invoice.ccy),
  ];
  const isHidden = words.some((word) => !shown.some((text) => hasWord(text, word)));
  const others = [
    [t('words.rrn'), invoice.rrn],
    [t('details.purpose'), invoice.destination],
    [t('details.bankId'), invoice.invoice_id],
    [t('details.payer'), invoice.masked_pan],
    [t('table.reference'), invoice.reference],
  ] as const;
  const match = isHidden ? others.find(([, text]) => words.some((word) => hasWord(text, word))) : undefined;
  return (
    <>
      <div className={cut(undefined)} title={reference}>
        <Marked text={reference} words={words} />
      </div>
      {match ? (
        <div className={`${cut(undefined)} ${small} ${dimmed}`} title={match.join(': ')}>
          {match[0]}: <Marked text={match[1]} words={words} />
        </div>
      ) : null}
    </>
  );
};
