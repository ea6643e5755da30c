import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import list from '../../ui/list-table.module.css';
import { Money } from '../../ui/money.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useDates } from '../../ui/use-dates.ts';
import classes from './table.module.css';
import { lastDigits, leftOf, refundedOf, systemName } from './words.ts';

interface InvoiceRowProps {
  invoice: Invoice;
  register: string | undefined;
  isOpen: boolean;
  isTabStop: boolean;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** The link in the first cell reaches over the whole row: it is opened as any link is, in a new tab too. */
export const InvoiceRow = ({ invoice, register, isOpen, isTabStop, ...events }: InvoiceRowProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const dates = useDates();
  const { id, number_display, amount } = invoice;
  return (
    <Table.Tr className={list.row} data-open={isOpen || undefined}>
      <Table.Td>
        <Link
          to="/invoices/$invoiceId"
          params={{ invoiceId: String(id) }}
          search
          resetScroll={false}
          preload={false}
          className={list.link}
          tabIndex={isTabStop ? 0 : -1}
          data-invoice={id}
          data-row
          aria-label={t('table.open', { number: number_display, amount: formatAmount(amount) })}
          {...events}
        >
          {number_display}
        </Link>
      </Table.Td>
      <Table.Td>{dates.short(Date.parse(invoice.created_date))}</Table.Td>
      <Table.Td className={classes.status} title={common(`status.${invoice.status}`)}>
        <StatusBadge status={invoice.status} />
      </Table.Td>
      <Table.Td ta="end">
        <AmountCell invoice={invoice} />
      </Table.Td>
      <Table.Td className={classes.third}>
        <Text inherit truncate title={invoice.reference} className={classes.reference}>
          {invoice.reference}
        </Text>
      </Table.Td>
      <Table.Td className={classes.first}>
        <CardCell invoice={invoice} />
      </Table.Td>
      <Table.Td className={classes.second}>
        <PlaceCell invoice={invoice} register={register} />
      </Table.Td>
      <Table.Td className={classes.second}>
        {invoice.paid_date === null ? null : dates.short(Date.parse(invoice.paid_date))}
      </Table.Td>
    </Table.Tr>
  );
};

const AmountCell = ({ invoice }: Pick<InvoiceRowProps, 'invoice'>) => {
  const { t } = useTranslation('invoices');
  const isPart = invoice.status === 'success' && refundedOf(invoice) > 0;
  return (
    <>
      <Text inherit fw={600}>
        <Money minor={invoice.amount} />
      </Text>
      {isPart ? (
        <Text size="xs" className={classes.left} data-tone="returned">
          {t('table.left', { amount: formatAmount(leftOf(invoice)) })}
        </Text>
      ) : null}
    </>
  );
};

const CardCell = ({ invoice: { masked_pan, payment_system } }: Pick<InvoiceRowProps, 'invoice'>) => {
  const digits = lastDigits(masked_pan);
  return digits === '' ? null : (
    <>
      •• {digits}{' '}
      <Text span size="xs" c="dimmed">
        {systemName(payment_system)}
      </Text>
    </>
  );
};

const PlaceCell = ({ invoice, register }: Pick<InvoiceRowProps, 'invoice' | 'register'>) => {
  const { t } = useTranslation('invoices');
  const place = [invoice.terminal_name, register].filter(Boolean).join(' · ');
  return (
    <Text inherit truncate title={place} className={classes.place}>
      {place}
      {invoice.created_locally ? null : (
        <Text size="xs" c="dimmed">
          {t('table.foreign')}
        </Text>
      )}
    </Text>
  );
};
