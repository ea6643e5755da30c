import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { productQuery, seriesQuery } from '../../../api/queries.ts';
import { hourRange } from '../../../lib/dates.ts';
import {
  type FilterProps,
  type InvoicesSearch,
  REPORT_FILTERS,
  type ReportFilter,
  type Without,
  withoutOf,
} from '../../../lib/invoice-search.ts';
import { systemName } from '../../../lib/invoices.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { useAccount } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { momentOf } from '../date-ranges.ts';

/** Chips of the filters that a link from a report has set; each can be removed. */
export const ReportFilters = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const without = withoutOf(search.without);
  const set = REPORT_FILTERS.filter((name) => search[name] !== undefined);
  if (set.length + without.length === 0) return null;
  const clear = (changes: Partial<InvoicesSearch>): void => onChange(withFilter(search, changes));
  const keep = (name: Without): string | undefined =>
    without.filter((each) => each !== name).join(',') || undefined;
  return (
    <Group gap={6} role="group" aria-label={t('narrow.label')}>
      {set.map((name) => (
        <ReportFilterChip
          key={name}
          name={name}
          search={search}
          onClear={() => clear({ [name]: undefined })}
        />
      ))}
      {without.map((name) => (
        <FilterChip key={name} text={t(`without.${name}`)} onClear={() => clear({ without: keep(name) })} />
      ))}
    </Group>
  );
};

interface ReportFilterChipProps {
  name: ReportFilter;
  search: InvoicesSearch;
  onClear(): void;
}

const ReportFilterChip = ({ name, search, onClear }: ReportFilterChipProps) => {
  const { t } = useTranslation('invoices');
  return <FilterChip text={t(`narrow.${name}`, { value: useValue(name, search) })} onClear={onClear} />;
};

const useValue = (name: ReportFilter, search: InvoicesSearch): string => {
  const dates = useDates();
  const employee = useEmployeeName(search);
  const product = useProductName(search.product);
  const value = Number(search[name] ?? 0);
  switch (name) {
    case 'paid_hour':
    case 'refunded_hour':
      return hourRange(value);
    case 'paid_weekday':
    case 'refunded_weekday':
      return dates.weekdayName(value);
    case 'created_by':
      return employee;
    case 'product':
      return product;
    case 'payment_system':
      return systemName(search.payment_system ?? '');
  }
};

const FilterChip = ({ text, onClear }: { text: string; onClear(): void }) => {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t('clearFilter', { name: text })}
      onClick={onClear}
    >
      {text}
    </Button>
  );
};

/** A product's name; the name of a deleted product is only in the lines of invoices. */
const useProductName = (id: number | undefined): string => {
  const { t } = useTranslation('invoices');
  const { data } = useQuery({ ...productQuery(id ?? 0), enabled: id !== undefined, retry: false });
  return data?.name ?? t('narrow.unknownProduct', { id });
};

/** Only the owner can list employees; for others the name comes from the report of the same days. */
const useEmployeeName = (search: InvoicesSearch): string => {
  const { t } = useTranslation('invoices');
  const { timeZone } = useDates();
  const account = useAccount();
  const { created_by: id } = search;
  const [from, to] = [search.paid_from ?? search.refunded_from, search.paid_to ?? search.refunded_to];
  const { data } = useQuery({
    ...seriesQuery('employee', {
      from: from && momentOf(from, 'from', timeZone),
      to: to && momentOf(to, 'to', timeZone),
    }),
    enabled: id !== undefined && id !== account.id && from !== undefined,
  });
  if (id === account.id) return account.full_name || account.username;
  const label = data?.results.find(({ key }) => key === String(id))?.label;
  return label || t('narrow.unknownEmployee', { id });
};
