import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { cashRegistersQuery } from '../../data/queries.ts';
import type { FilterProps } from '../../lib/invoice-search.ts';
import list from '../../ui/list-table.module.css';
import { useDates } from '../../ui/use-dates.ts';
import { InvoiceRow } from './row.tsx';
import { InvoiceSortHead } from './sort-head.tsx';
import classes from './table.module.css';

interface InvoiceTableProps extends FilterProps {
  invoices: readonly Invoice[];
  openId: number | undefined;
  /** Of another page or filter, shown until this one's is there. */
  isOld: boolean;
}

export const InvoiceTable = ({ invoices, openId, isOld, ...props }: InvoiceTableProps) => {
  const { t } = useTranslation('invoices');
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const dates = useDates();
  const [lastId, setLastId] = useState<number>();
  const tabStop = [lastId, openId].find((id) => invoices.some((each) => each.id === id)) ?? invoices[0]?.id;
  return (
    <Table
      className={list.table}
      aria-label={t('table.caption')}
      aria-busy={isOld}
      data-old={isOld || undefined}
    >
      <Table.Thead className={list.head}>
        <Table.Tr>
          <InvoiceSortHead {...props} field="number" name={t('table.number')} />
          <InvoiceSortHead {...props} field="created_date" name={t('table.created')} />
          <InvoiceSortHead {...props} field="status" name={t('table.status')} />
          <InvoiceSortHead {...props} field="amount" name={t('table.amount')} isNumber />
          <Table.Th className={classes.third}>{t('table.reference')}</Table.Th>
          <Table.Th className={classes.first}>{t('table.card')}</Table.Th>
          <Table.Th className={classes.second}>{t('table.place')}</Table.Th>
          <InvoiceSortHead {...props} field="paid_date" name={t('table.paid')} className={classes.second} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invoices.map((invoice) => (
          <InvoiceRow
            key={invoice.id}
            invoice={invoice}
            register={registers.find(({ id }) => id === invoice.cash_register)?.name}
            isOpen={invoice.id === openId}
            isTabStop={invoice.id === tabStop}
            created={dates.short(Date.parse(invoice.created_date))}
            paid={invoice.paid_date === null ? '' : dates.short(Date.parse(invoice.paid_date))}
            onFocus={setLastId}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
};
