import { Table, type TableThProps, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface SortHeadProps extends Pick<TableThProps, 'className' | 'w'> {
  name: ReactNode;
  /** undefined: the list is ordered by another column */
  sorted: 'ascending' | 'descending' | undefined;
  onSort(): void;
  isNumber?: boolean;
}

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown };

/** A column head that sorts the list. */
export const SortHead = ({ name, sorted, onSort, isNumber = false, ...place }: SortHeadProps) => {
  const Icon = sorted ? ICONS[sorted] : IconSelector;
  return (
    <Table.Th {...place} ta={isNumber ? 'end' : 'start'} aria-sort={sorted ?? 'none'}>
      <UnstyledButton className={classes.sort} data-sorted={sorted} onClick={onSort}>
        {name}
        <Icon size={14} aria-hidden opacity={0.7} />
      </UnstyledButton>
    </Table.Th>
  );
};
