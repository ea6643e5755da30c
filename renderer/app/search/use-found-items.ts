import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/api/employees.ts';
import type { Sale } from '../../../shared/api/sales.ts';
import { isDesktop } from '../../api/bridge.ts';
import { employeesQuery } from '../../api/employees.ts';
import { counterQuery, productsQuery, salesQuery } from '../../api/queries.ts';
import { lastDigits, ownReference } from '../../lib/invoices.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { useStatusText } from '../../shop/status-badge.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useGoodsText } from '../../shop/use-sale-texts.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { type Item, isFound, itemsOf, requestsOf, type Searching } from './find.ts';
import { inOtherLayout } from './match.ts';
import { recentItems } from './recent.ts';

/** Nothing is requested while the user types: milliseconds after the last key. */
const PAUSE_MS = 150;

/** What the text finds; where that is nothing, what it finds as typed in the other keyboard layout. */
export const useFoundItems = (
  account: Account,
  text: string,
  isOnSale: boolean,
): { items: readonly Item[]; isSettled: boolean; flush(): void } => {
  const { t } = useTranslation('search');
  const goodsOf = useGoodsText();
  const { people: hasOthers, cash: takesCash } = useShopFacts();
  const [flushed, setFlushed] = useState('');
  const [paused] = useDebouncedValue(text, PAUSE_MS);
  const isAsked = text === paused || text === flushed;
  const asTyped = useFound(account, text, text !== '' && isAsked);
  const describe = useDescription();
  const searching: Searching = {
    account,
    hasOthers,
    takesCash,
    counter: useQuery(counterQuery).data,
    isWindow: isDesktop,
    isOnSale,
    titleOf: (name) => t(`title.${name}`),
    describe,
    goodsOf: ({ cash_sale }) => (cash_sale ? goodsOf(cash_sale) : ''),
  };
  const own = text === '' ? recentItems(searching) : itemsOf(text, asTyped, searching);
  const other = inOtherLayout(text);
  const isOther = text !== '' && !isFound(own) && asTyped.isSettled && other !== text;
  const swapped = useFound(account, other, isOther);
  const theirs = isOther ? itemsOf(other, swapped, searching) : [];
  return {
    items: isFound(theirs) ? theirs : own,
    isSettled: text === '' || (asTyped.isSettled && (!isOther || swapped.isSettled)),
    flush: () => setFlushed(text),
  };
};

/** What the service finds. One that does not answer holds up nothing. */
const useFound = (account: Account, text: string, isEnabled: boolean) => {
  const requests = requestsOf(text);
  const canView = hasPermission(account, 'can_view_invoices');
  const sales = useQuery({ ...salesQuery(requests.sales, false), enabled: isEnabled && canView });
  const products = useQuery({ ...productsQuery(requests.products), enabled: isEnabled });
  const people = useQuery({ ...employeesQuery(requests.people), enabled: isEnabled && account.is_owner });
  const all = [sales, products, people];
  const isOld = all.some(({ isPlaceholderData }) => isPlaceholderData);
  const resultsOf = <Row>(query: { data?: { results: Row[] } | undefined; isPlaceholderData: boolean }) =>
    isEnabled && !query.isPlaceholderData ? (query.data?.results ?? []) : [];
  return {
    sales: resultsOf(sales),
    products: resultsOf(products),
    people: resultsOf(people),
    saleCount: sales.data?.count ?? 0,
    isSettled: isEnabled && !isOld && all.every(({ fetchStatus }) => fetchStatus !== 'fetching'),
  };
};

/** `Paid · Table 4 · •• 1902 · 14:42`, or `Для Ґалі · cash · 14:42` */
const useDescription = (): ((sale: Sale) => string) => {
  const { t } = useTranslation('search');
  const dates = useDates();
  const statusText = useStatusText();
  return ({ invoice, outcome, cash_sale, status, created_date }) => {
    const digits = lastDigits(invoice?.masked_pan ?? '');
    const parts = [
      invoice ? statusText(status, outcome ?? undefined) : '',
      invoice ? ownReference(invoice) : '',
      digits === '' ? '' : `••\u00a0${digits}`,
      // Without goods the remark is in their place.
      cash_sale && cash_sale.items.length > 0 ? cash_sale.remark : '',
      cash_sale ? t('cash') : '',
      dates.short(Date.parse(invoice?.paid_date ?? created_date)),
    ];
    return parts.filter(Boolean).join(' · ');
  };
};
