import { Table, type TableProps } from '@mantine/core';
import { Fragment, type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import type { Direction } from '../lib/list-search.ts';
import classes from './data-table.module.css';
import { cut, number, plainCell, plainRow } from './plain-row.ts';
import { moveRowFocus } from './row-focus.ts';
import { SortHead } from './sort-head.tsx';

type Key = number | string;

/** Props of the link that opens a row: the whole list is one Tab stop. */
interface RowLink {
  className: string | undefined;
  tabIndex: 0 | -1;
  'data-row': true;
  'data-opens': Key;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

export interface Column<Row, Field extends string = never> {
  name: string;
  title: ReactNode;
  /** The order field of this column. */
  field?: Field;
  isNumber?: boolean;
  /** Stays beside the name of its row where the others are stacked below. */
  isMain?: boolean;
  /** Names the row to a screen reader. */
  isRowHead?: boolean;
  /** Of a cell too narrow for one line: its text is read whole. */
  isWrapped?: boolean;
  /** Of the head, which its cells follow. */
  width?: string;
  /** The class of head and cells; below, of the cells alone. */
  className?: string | undefined;
  cellClassName?: string | undefined;
  /** @param link props of the link or button that opens the row */
  cell(row: Row, link: RowLink): ReactNode;
  /** The full text of a truncated cell. */
  tooltip?(row: Row): string;
  /** The cell of the last row, which sums up the table. */
  foot?: ReactNode;
}

/** A column with its name, head and cells; last, the class of them, or what else it is. */
export const column = <Row, Field extends string = never>(
  name: string,
  title: ReactNode,
  cell: Column<Row, Field>['cell'],
  options: string | Omit<Column<Row, Field>, 'name' | 'title' | 'cell'> = {},
): Column<Row, Field> => ({
  name,
  title,
  cell,
  ...(typeof options === 'string' ? { className: options } : options),
});

interface RowAttributes {
  className?: string | undefined;
  /** Not in use: as dim as a remark. */
  isFaded?: boolean;
  'data-settled'?: true | undefined;
  'data-open'?: true | undefined;
}

/** Consecutive rows under a heading of their own. */
interface Grouping<Row> {
  keyOf(row: Row): Key;
  title(row: Row): ReactNode;
  className?: string | undefined;
}

/** A row of full width under a row. */
interface Below<Row> {
  /** undefined: none. */
  of(row: Row): ReactNode;
  className?: string | undefined;
}

interface Sorting<Field extends string> {
  directionOf(field: Field): Direction | undefined;
  sortBy(field: Field): void;
}

interface DataTableProps<Row, Field extends string>
  extends Pick<TableProps, 'verticalSpacing' | 'horizontalSpacing'> {
  label: string;
  /** Without the sticky head and the row height of the main lists. */
  isPlain?: boolean;
  /** On a phone, the cells stand below the name of their row, each with its title: nothing scrolls sideways. */
  isStacked?: boolean;
  /** False where rows neither open nor have links. */
  isHighlighted?: boolean;
  className?: string | undefined;
  rows: readonly Row[];
  /** Must keep its identity while unchanged, so that only changed rows render. */
  columns: readonly Column<Row, Field>[];
  keyOf(row: Row): Key;
  /** Must keep its identity between renders. */
  attributesOf?: ((row: Row) => RowAttributes) | undefined;
  sorting?: Sorting<Field>;
  grouping?: Grouping<Row>;
  below?: Below<Row>;
  /** The open row's key; absent where rows do not open. */
  open?: Key | undefined;
  /** The rows belong to the previous page or filter, until the new ones arrive. */
  isOld?: boolean;
}

/** A table of a list; a column defines its head, cell and order in one place. */
export const DataTable = <Row, Field extends string = never>(props: DataTableProps<Row, Field>) => {
  const { label, className = '', rows, columns, keyOf, sorting, open, grouping, isOld = false } = props;
  const { isPlain = false, isHighlighted = true, attributesOf, below, isStacked = false, ...spacing } = props;
  const { verticalSpacing = 'xs', horizontalSpacing = 'xs' } = spacing;
  const [last, setLast] = useState<Key>();
  const keys = rows.map(keyOf);
  const tabStop = [last, open].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  const rowOf = (row: Row): ReactNode => {
    const key = keyOf(row);
    const under = below?.of(row);
    return (
      <Fragment key={key}>
        <DataRow
          id={key}
          row={row}
          columns={columns}
          attributesOf={attributesOf}
          isHighlighted={isHighlighted}
          isOpen={'open' in props ? key === open : undefined}
          isTabStop={key === tabStop}
          onFocus={setLast}
        />
        {under === undefined ? null : (
          <tr {...plainRow(undefined, false)}>
            <td colSpan={columns.length} className={plainCell(below?.className)}>
              {under}
            </td>
          </tr>
        )}
      </Fragment>
    );
  };
  return (
    <Table
      className={`${isPlain ? '' : classes.table} ${isStacked ? classes.stacked : ''} ${className}`}
      verticalSpacing={verticalSpacing}
      horizontalSpacing={horizontalSpacing}
      aria-label={label}
      aria-busy={isOld}
      data-old={isOld || undefined}
    >
      <Table.Thead className={isPlain ? undefined : classes.head}>
        <Table.Tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} sorting={sorting} />
          ))}
        </Table.Tr>
      </Table.Thead>
      {grouping ? (
        groupsOf(rows, grouping).map((group) => (
          <Table.Tbody key={grouping.keyOf(group[0])}>
            <Table.Tr className={grouping.className}>
              <Table.Th scope="rowgroup" colSpan={columns.length}>
                {grouping.title(group[0])}
              </Table.Th>
            </Table.Tr>
            {group.map(rowOf)}
          </Table.Tbody>
        ))
      ) : (
        <Table.Tbody>{rows.map(rowOf)}</Table.Tbody>
      )}
      {columns.some(({ foot }) => foot !== undefined) ? <Foot columns={columns} /> : null}
    </Table>
  );
};

/** A cell's text, which ends in an ellipsis where it is too long. */
export const Cut = ({ children }: { children: string }) => (
  <div className={cut(classes.short)} title={children}>
    {children}
  </div>
);

/** What a stacked cell needs: its title, which its column no longer stands under. */
const stackedBy = <Row, Field extends string>({ title, isMain }: Column<Row, Field>) => ({
  'data-title': typeof title === 'string' && title !== '' ? title : undefined,
  'data-main': isMain || undefined,
});

const groupsOf = <Row,>(rows: readonly Row[], { keyOf }: Grouping<Row>): [Row, ...Row[]][] => {
  const groups: [Row, ...Row[]][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && keyOf(last[0]) === keyOf(row)) last.push(row);
    else groups.push([row]);
  }
  return groups;
};

const Foot = <Row, Field extends string>({ columns }: { columns: readonly Column<Row, Field>[] }) => (
  <Table.Tfoot>
    <Table.Tr>
      {columns.map((column) => {
        const { name, isRowHead, isNumber, className = '', foot } = column;
        return isRowHead ? (
          <Table.Th key={name} scope="row" className={className}>
            {foot}
          </Table.Th>
        ) : (
          <td
            key={name}
            {...stackedBy(column)}
            className={plainCell(isNumber ? `${number} ${className}` : className)}
          >
            {foot}
          </td>
        );
      })}
    </Table.Tr>
  </Table.Tfoot>
);

interface HeadProps<Row, Field extends string> {
  column: Column<Row, Field>;
  sorting: Sorting<Field> | undefined;
}

const Head = <Row, Field extends string>({ column, sorting }: HeadProps<Row, Field>) => {
  const { title, field, isNumber = false, className, width } = column;
  const place = { className, ...(width !== undefined && { w: width }) };
  if (sorting && field !== undefined)
    return (
      <SortHead
        {...place}
        name={title}
        sorted={sorting.directionOf(field)}
        onSort={() => sorting.sortBy(field)}
        isNumber={isNumber}
      />
    );
  // A head cell without a text would be an unnamed column to a screen reader.
  if (title === '') return <Table.Td {...place} />;
  return (
    <Table.Th {...place} scope="col" {...(isNumber && { ta: 'end' })}>
      {title}
    </Table.Th>
  );
};

interface DataRowProps<Row, Field extends string>
  extends Pick<DataTableProps<Row, Field>, 'columns' | 'attributesOf'> {
  id: Key;
  row: Row;
  isHighlighted: boolean;
  /** undefined: rows do not open. */
  isOpen: boolean | undefined;
  isTabStop: boolean;
  onFocus(id: Key): void;
}

/** Memoized: after a refetch only changed rows render, because TanStack Query keeps equal objects. */
const DataRow = memo(<Row, Field extends string>(props: DataRowProps<Row, Field>) => {
  const { id, row, columns, attributesOf, isHighlighted, isOpen, isTabStop, onFocus } = props;
  const { className = '', isFaded = false, ...attributes } = attributesOf?.(row) ?? {};
  const link: RowLink = {
    className: classes.link,
    tabIndex: isTabStop ? 0 : -1,
    'data-row': true,
    'data-opens': id,
    onKeyDown: moveRowFocus,
  };
  return (
    <tr
      {...plainRow(
        [className, isOpen === undefined ? '' : classes.row, isFaded ? classes.faded : ''].join(' '),
        isHighlighted,
      )}
      data-open={isOpen || undefined}
      {...attributes}
      onFocus={() => onFocus(id)}
    >
      {columns.map((column) => {
        const { name, isRowHead, isNumber, isWrapped, className: own, cellClassName, tooltip, cell } = column;
        const classNames = [isNumber ? number : '', isWrapped ? classes.wrapped : '', own, cellClassName]
          .filter(Boolean)
          .join(' ');
        return isRowHead ? (
          <Table.Th key={name} scope="row" className={classNames} title={tooltip?.(row)}>
            {cell(row, link)}
          </Table.Th>
        ) : (
          <td key={name} {...stackedBy(column)} className={plainCell(classNames)} title={tooltip?.(row)}>
            {cell(row, link)}
          </td>
        );
      })}
    </tr>
  );
}) as <Row, Field extends string>(props: DataRowProps<Row, Field>) => ReactNode;
