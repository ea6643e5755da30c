import { Button, Group } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SaleStatusSums } from '../../../shared/api/sales.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { Params } from '../../api/keys.ts';
import { saleStatusSumsQuery, salesQuery } from '../../api/queries.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { ClearFilters, ListPage, ListView } from '../../kit/list-page.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { useList, useListSearch } from '../../kit/use-list.ts';
import { formatCount } from '../../lib/count.ts';
import {
  activeGroups,
  type FilterProps,
  invoiceOrdering,
  invoicesSearch,
  tendersOf,
  withoutFilters,
} from '../../lib/invoice-search.ts';
import { daysOfPeriod, momentsOfDays } from '../../lib/periods.ts';
import { usePermission } from '../../shop/session/account.ts';
import { ExportMenu, type ExportPreset } from '../../shop/tasks/export-menu.tsx';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import columnClasses from './columns.module.css';
import { useSaleColumns } from './columns.tsx';
import { InvoiceFilters } from './filters/filter-bar.tsx';
import classes from './invoices.module.css';
import { keyOf, rowOf, useOpenIds } from './open-sale.ts';
import { useFilterParams } from './use-filter-params.ts';

/** Sales by any tender, with the open one at their side. */
export const Invoices = () => {
  const { t } = useTranslation('invoices');
  const { search, setSearch, changeSearch } = useListSearch(invoicesSearch);
  const filters = useFilterParams(search);
  const { cash } = useShopFacts();
  const list = useList({
    page: search.page,
    query: (page) => salesQuery({ ...filters, ...page }, cash),
    changeSearch,
  });
  const { status: _status, ordering: _ordering, ...otherFilters } = filters;
  const { data: sums } = useQuery(saleStatusSumsQuery(otherFilters, cash));
  const columns = useSaleColumns(search.search ?? '');
  const ids = useOpenIds();
  const row = rowOf(list.data?.results ?? [], ids);
  const open = row ? keyOf(row) : (ids.cashId ?? ids.invoiceId);
  const isOld = list.isPlaceholderData;
  return (
    <ListPage
      title={t('places.invoices')}
      actions={<Actions filters={filters} count={isOld ? undefined : list.data?.count} />}
      side={<Outlet />}
      open={open}
    >
      <InvoiceFilters search={search} onChange={setSearch} sums={sums} />
      <ListView
        list={list}
        empty={<Nothing search={search} onChange={setSearch} />}
        above={({ count }) => (
          <Totals count={count} sums={sums && totalsOf(sums, search.status)} isOld={isOld} />
        )}
      >
        {({ results }) => (
          <DataTable
            label={t('table.caption')}
            className={columnClasses.table}
            rows={results}
            columns={columns}
            keyOf={keyOf}
            sorting={invoiceOrdering.sortingOf(search, setSearch)}
            open={open}
            isOld={isOld}
          />
        )}
      </ListView>
    </ListPage>
  );
};

/** The file has the payments by QR: what is in cash alone goes to the accountant with the month. */
const Actions = ({ filters, count }: { filters: Params; count: number | undefined }) => {
  const { t } = useTranslation('invoices');
  const canCharge = usePermission('can_create_invoices');
  const { cash } = useShopFacts();
  const paidLastMonth = usePaidLastMonth();
  const { tender, ...params } = filters;
  const tenders = tendersOf(String(tender ?? ''));
  const isWhole = !cash && tender === undefined;
  const what = isWhole
    ? count !== undefined && t('export.what', { count, total: formatCount(count) })
    : t('export.qr');
  return (
    <Group gap="xs">
      {tenders.length === 0 || tenders.includes('qr') ? (
        <ExportMenu
          table={{ work: 'invoices-export', title: t('export.title'), path: 'invoices/export/', params }}
          what={what || undefined}
          presets={[paidLastMonth]}
        />
      ) : null}
      {canCharge ? (
        <Button component={Link} to="/charge" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('new')}
        </Button>
      ) : null}
    </Group>
  );
};

/** What an accountant asks for: by the day of payment, so that no payment is in two months or in none. */
const usePaidLastMonth = (): ExportPreset => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const days = daysOfPeriod('last_month', useToday());
  const { from, to } = momentsOfDays(days, dates.timeZone);
  return {
    title: t('export.forAccounts', { period: dates.range(Date.parse(from), Date.parse(to)) }),
    item: (format) => t('export.paidLastMonth', { format }),
    params: { paid_from: from, paid_to: to, ordering: 'paid_date' },
  };
};

/** An empty list and an empty search result have different texts. */
const Nothing = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const canCharge = usePermission('can_create_invoices');
  if (activeGroups(search).length > 0)
    return (
      <EmptyState
        isCard
        icon={IconReceipt}
        title={t('list.noResults')}
        action={
          <ClearFilters onClear={() => onChange(withoutFilters(search))}>
            {t('words.clearFilters')}
          </ClearFilters>
        }
      >
        {t('nothing.text')}
      </EmptyState>
    );
  const action = canCharge ? (
    <Button component={Link} to="/charge">
      {t('empty.action')}
    </Button>
  ) : null;
  return (
    <EmptyState isCard icon={IconReceipt} title={t('empty.title')} action={action}>
      {t('empty.text')}
    </EmptyState>
  );
};

interface Sums {
  /** Minor units. */
  total: number;
  paid: number;
}

/** The total is without cancelled and failed ones, unless the list shows only those. */
const totalsOf = ({ results }: SaleStatusSums, only: InvoiceStatus | undefined): Sums => {
  const shown = results.filter(({ status }) => only === undefined || status === only);
  const sold = shown.filter(({ status }) => only !== undefined || !isNoSale(status));
  return {
    total: sold.reduce((sum, { total_amount }) => sum + total_amount, 0),
    paid: shown.reduce((sum, { success_amount }) => sum + success_amount, 0),
  };
};

const isNoSale = (status: InvoiceStatus): boolean => status === 'expired' || status === 'failure';

interface TotalsProps {
  count: number;
  /** undefined: not known yet. */
  sums: Sums | undefined;
  isOld: boolean;
}

/** Totals of all matches, not only of this page. */
const Totals = ({ count, sums: known, isOld }: TotalsProps) => {
  const { t } = useTranslation('invoices');
  const sums = [
    { name: t('totals.count'), value: formatCount(count) },
    { name: t('totals.total'), value: known ? formatAmount(known.total) : '…', about: t('totals.totalOf') },
    { name: t('totals.paidNet'), value: known ? formatAmount(known.paid) : '…', tone: 'paid' },
  ];
  return (
    <section aria-label={t('totals.label')} aria-busy={isOld}>
      <dl className={classes.totals} data-old={isOld || undefined}>
        {sums.map(({ name, value, tone, about }) => (
          <div key={name} title={about}>
            <dt>{name}</dt>
            <dd className={`figures ${tone ? 'toned' : ''}`} data-tone={tone}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
