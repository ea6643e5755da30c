import { useState } from 'react';
import { DataTable } from '../../kit/data-table.tsx';
import { Pager } from '../../kit/pager.tsx';
import { usePreferences } from '../../kit/use-preferences.ts';
import { useLineColumns } from './columns.tsx';
import classes from './reconciliation.module.css';
import type { Line, View } from './view.ts';

interface PagedTableProps {
  lines: readonly Line[];
  view: View;
  label: string;
}

/** The three books side by side, one row per payment. */
export const PagedTable = ({ lines, view, label }: PagedTableProps) => {
  const { pageSize } = usePreferences();
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(lines.length / pageSize)));
  return (
    <div className={`card ${classes.table}`}>
      <DataTable
        label={label}
        className={classes.rows}
        rows={lines.slice((page - 1) * pageSize, page * pageSize)}
        columns={useLineColumns(view)}
        keyOf={({ key }) => key}
        attributesOf={attributesOf}
      />
      {lines.length > 25 ? (
        <Pager count={lines.length} page={page} pageSize={pageSize} onPage={setPage} />
      ) : null}
    </div>
  );
};

const attributesOf = ({ isSettled }: Line) => (isSettled ? { 'data-settled': true as const } : {});
