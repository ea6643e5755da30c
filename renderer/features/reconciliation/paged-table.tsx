import { Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import list from '../../ui/list-table.module.css';
import { Pager } from '../../ui/pager.tsx';
import { usePreferences } from '../../ui/use-preferences.ts';
import classes from './reconciliation.module.css';
import { Row } from './row.tsx';
import type { Line, View } from './view.ts';

interface PagedTableProps {
  lines: readonly Line[];
  view: View;
  label: string;
}

/** The three books side by side, payment by payment. */
export const PagedTable = ({ lines, view, label }: PagedTableProps) => {
  const { t } = useTranslation('reconciliation');
  const { pageSize } = usePreferences();
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(lines.length / pageSize)));
  const shown = lines.slice((page - 1) * pageSize, page * pageSize);
  const hasTill = view.answer.till !== null;
  const isOfMany = view.answer.terminals.length > 1;
  return (
    <div className={`card ${classes.table}`}>
      <Table className={`${list.table} ${classes.rows}`} aria-label={label}>
        <Table.Thead className={list.head}>
          <Table.Tr>
            <Table.Th>{t('table.payment')}</Table.Th>
            <Table.Th ta="end">{t('books.here')}</Table.Th>
            <Table.Th ta="end">{t('books.bank')}</Table.Th>
            {hasTill ? <Table.Th ta="end">{t('books.till')}</Table.Th> : null}
            <Table.Th>{t('table.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((line) => (
            <Row key={line.key} line={line} view={view} hasTill={hasTill} isOfMany={isOfMany} />
          ))}
        </Table.Tbody>
      </Table>
      {lines.length > 25 ? (
        <Pager count={lines.length} page={page} pageSize={pageSize} onPage={setPage} />
      ) : null}
    </div>
  );
};
