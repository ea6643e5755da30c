import type { Invoice } from '../../../shared/api/invoices.ts';

type Dated = Pick<Invoice, 'created_date' | 'modified_date' | 'paid_date'>;

/** The time of the latest change, milliseconds UTC. */
export const happenedAt = ({ created_date, modified_date, paid_date }: Dated): number =>
  Math.max(...[created_date, modified_date, paid_date].map((moment) => (moment ? Date.parse(moment) : 0)));

/** The latest changed invoices of several lists, newest first, each once. */
export const latestOf = (lists: readonly (readonly Invoice[])[], max: number): Invoice[] =>
  [...new Map(lists.flat().map((invoice) => [invoice.id, invoice])).values()]
    .sort((one, other) => happenedAt(other) - happenedAt(one) || other.id - one.id)
    .slice(0, max);
