import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { FilterProps } from './filters/filter-bar.tsx';
import { type OrderField, sortedBy, sortingOf } from './search.ts';
import classes from './table.module.css';

interface SortHeadProps extends FilterProps {
  field: OrderField;
  name: string;
  isNumber?: boolean;
  className?: string | undefined;
}

/** The head of a column by which the list can be ordered. */
export const SortHead = ({ search, onChange, field, name, isNumber = false, className }: SortHeadProps) => {
  const sorting = sortingOf(search);
  const isSorted = sorting.field === field;
  const Icon = isSorted ? (sorting.isDescending ? IconArrowDown : IconArrowUp) : IconSelector;
  return (
    <Table.Th
      className={className}
      ta={isNumber ? 'end' : 'start'}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={isSorted || undefined}
        onClick={() => onChange(sortedBy(search, field))}
      >
        {name}
        <Icon size={14} aria-hidden className={classes.arrow} />
      </UnstyledButton>
    </Table.Th>
  );
};
