import { Table } from '@mantine/core';
import classes from './plain-row.module.css';

/**
 * Mantine's look on plain elements, for the rows of long lists. Mantine's components would compute styles for each of
 * the hundreds of cells on every page turn (test/bench/screens.ts).
 */

const { tr, td } = Table.classes;

/** The attributes of a row, besides its own class. */
export const plainRow = (className: string | undefined, isHighlighted = true) => ({
  className: `${tr} ${className ?? ''}`,
  'data-hover': isHighlighted || undefined,
  'data-with-row-border': true,
});

export const plainCell = (className?: string): string => (className ? `${td} ${className}` : String(td));

/** Text that ends in an ellipsis where it is too long for its cell. */
export const cut = (className: string | undefined): string => `${classes.cut} ${className ?? ''}`;
export const { small, dimmed, strong, number } = classes;
