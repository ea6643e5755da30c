import { Table } from '@mantine/core';
import classes from './plain-row.module.css';

/**
 * What the rows of a long list are made of: Mantine's look on plain elements. As Mantine's components a page has
 * hundreds of them, each of which works out styles of its own when the page is turned (test/bench/screens.ts).
 */

const { tr, td } = Table.classes;

/** The attributes of a row, beside its own class. */
export const plainRow = (className: string | undefined) => ({
  className: `${tr} ${className ?? ''}`,
  'data-hover': true,
  'data-with-row-border': true,
});

export const plainCell = (className?: string): string => (className ? `${td} ${className}` : String(td));

/** Text that ends in an ellipsis where it is too long for its cell. */
export const cut = (className: string | undefined): string => `${classes.cut} ${className ?? ''}`;
export const { small, dimmed, strong, number } = classes;
