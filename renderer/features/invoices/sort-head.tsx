import { type FilterProps, type OrderField, sortedBy, sortingOf } from '../../lib/invoice-search.ts';
import { SortHead } from '../../ui/sort-head.tsx';

interface InvoiceSortHeadProps extends FilterProps {
  field: OrderField;
  name: string;
  isNumber?: boolean;
  className?: string | undefined;
}

export const InvoiceSortHead = ({ search, onChange, field, ...head }: InvoiceSortHeadProps) => {
  const sorting = sortingOf(search);
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <SortHead
      {...head}
      sorted={sorting.field === field ? direction : undefined}
      onSort={() => onChange(sortedBy(search, field))}
    />
  );
};
