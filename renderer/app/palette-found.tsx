import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconPackage, IconReceipt, IconSearch, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { formatAmount } from '../../shared/money.ts';
import { employeesQuery } from '../api/employees.ts';
import { invoicesQuery, productsQuery } from '../api/queries.ts';
import { possibleAmount, readAmountSearch } from '../lib/amount-search.ts';
import { lastDigits, ownReference } from '../lib/invoices.ts';
import { hasPermission } from '../shop/session/permissions.ts';
import { useDates } from '../shop/use-dates.ts';

/** Nothing is requested while the user types: milliseconds after the last key. */
const PAUSE_MS = 150;
const MAX_FOUND = 5;

/** Results of the service for the typed text, in groups. @param text trimmed */
export const useFoundActions = (account: Account, text: string): SpotlightActionGroupData[] => {
  const [searched] = useDebouncedValue(text, PAUSE_MS);
  const invoices = useInvoices(account, text, searched);
  const goods = useGoods(searched);
  const people = usePeople(account, searched);
  // Results of an earlier text would be opened by Enter.
  if (text === '') return [];
  return [invoices, ...(searched === text ? [goods, people] : [])].filter(
    ({ actions }) => actions.length > 0,
  );
};

const useInvoices = (account: Account, text: string, searched: string): SpotlightActionGroupData => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const describe = useDescription();
  const canView = hasPermission(account, 'can_view_invoices');
  const { words, amount } = readAmountSearch(searched);
  const found = useQuery({
    ...invoicesQuery({
      search: words === '' ? undefined : words,
      amount_min: amount,
      amount_max: amount,
      page_size: MAX_FOUND,
    }),
    enabled: canView && searched !== '',
  });
  const group = t('palette.invoices');
  if (!canView) return { group, actions: [] };
  const isCurrent = searched === text && !found.isPlaceholderData;
  const shown = (isCurrent ? found.data?.results : undefined) ?? [];
  const perhaps = possibleAmount(text);
  const actions: SpotlightActionData[] = shown.map((invoice) => ({
    id: `invoice-${invoice.id}`,
    label: t('palette.invoice', {
      number: invoice.number_display,
      amount: formatAmount(invoice.amount, invoice.ccy),
    }),
    description: describe(invoice),
    leftSection: <IconReceipt size={20} stroke={1.7} aria-hidden />,
    onClick: () => void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: String(invoice.id) } }),
  }));
  actions.push({
    id: 'find',
    label: t('palette.searchInvoices', { text }),
    leftSection: <IconSearch size={20} aria-hidden />,
    onClick: () => void navigate({ to: '/invoices', search: { search: text } }),
  });
  if (perhaps !== undefined)
    actions.push({
      id: 'find-amount',
      label: t('palette.amount', { amount: formatAmount(perhaps) }),
      leftSection: <IconSearch size={20} aria-hidden />,
      onClick: () => void navigate({ to: '/invoices', search: { amount_min: perhaps, amount_max: perhaps } }),
    });
  return { group, actions };
};

/** `Paid · Table 4 · •• 1902 · 14:42` */
const useDescription = (): ((invoice: Invoice) => string) => {
  const { t } = useTranslation();
  const dates = useDates();
  return (invoice) => {
    const digits = lastDigits(invoice.masked_pan);
    const parts = [
      t(`status.${invoice.status}`),
      ownReference(invoice),
      digits === '' ? '' : `••\u00a0${digits}`,
      dates.short(Date.parse(invoice.paid_date ?? invoice.created_date)),
    ];
    return parts.filter(Boolean).join(' · ');
  };
};

const useGoods = (searched: string): SpotlightActionGroupData => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useQuery({
    ...productsQuery({ search: searched, page_size: MAX_FOUND }),
    enabled: searched !== '',
  });
  const actions = (searched === '' ? [] : (data?.results ?? [])).map(({ id, name, price, article }) => ({
    id: `product-${id}`,
    label: name,
    description: [formatAmount(price), article].filter(Boolean).join(' · '),
    leftSection: <IconPackage size={20} stroke={1.7} aria-hidden />,
    onClick: () =>
      void navigate({
        to: '/catalog/$part',
        params: { part: 'products' },
        search: { search: searched, open: id },
      }),
  }));
  return { group: t('palette.goods'), actions };
};

const usePeople = (account: Account, searched: string): SpotlightActionGroupData => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isOwner = hasPermission(account, 'owner');
  const { data } = useQuery({
    ...employeesQuery({ search: searched, page_size: MAX_FOUND }),
    enabled: isOwner && searched !== '',
  });
  const actions = (searched === '' ? [] : (data?.results ?? [])).map(({ id, username, full_name }) => ({
    id: `employee-${id}`,
    label: full_name || username,
    description: username,
    leftSection: <IconUser size={20} stroke={1.7} aria-hidden />,
    onClick: () => void navigate({ to: '/settings/people', search: { open: id } }),
  }));
  return { group: t('palette.people'), actions };
};
