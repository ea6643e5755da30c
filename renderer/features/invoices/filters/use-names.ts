import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { productQuery, seriesQuery } from '../../../data/queries.ts';
import type { InvoicesSearch } from '../../../lib/invoice-search.ts';
import { useAccount } from '../../../session/account.ts';
import { useDates } from '../../../ui/use-dates.ts';
import { momentOf } from '../when.ts';

/** A product's name; that of one that is no longer there only the lines of its invoices know. */
export const useProductName = (id: number | undefined): string => {
  const { t } = useTranslation('invoices');
  const { data } = useQuery({ ...productQuery(id ?? 0), enabled: id !== undefined, retry: false });
  return data?.name ?? t('narrow.unknownProduct', { id });
};

/** Only the owner may list employees: the others' names are those that the report of the same days tells. */
export const useEmployeeName = (search: InvoicesSearch): string => {
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
