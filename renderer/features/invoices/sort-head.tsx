import { SortHead } from '../../ui/sort-head.tsx';
import { type FilterProps, type OrderField, sortedBy, sortingOf } from './search.ts';

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
