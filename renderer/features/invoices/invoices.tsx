import { Button, Group } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { InvoiceStatusSums } from '../../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { Params } from '../../api/keys.ts';
import { invoiceStatusSumsQuery, invoicesQuery } from '../../api/queries.ts';
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
  withoutFilters,
} from '../../lib/invoice-search.ts';
import { readId } from '../../lib/invoices.ts';
import { daysOfPeriod, momentsOfDays } from '../../lib/periods.ts';
import { usePermission } from '../../shop/session/account.ts';
import { ExportMenu, type ExportPreset } from '../../shop/tasks/export-menu.tsx';
import { useDates, useToday } from '../../shop/use-dates.ts';
import columnClasses from './columns.module.css';
import { useInvoiceColumns } from './columns.tsx';
import { InvoiceFilters } from './filters/filter-bar.tsx';
import classes from './invoices.module.css';
import { SaleTabs } from './sale-tabs.tsx';
import { useFilterParams } from './use-filter-params.ts';

/** The list with the open invoice at its side. */
export const Invoices = () => {
  const { t } = useTranslation('invoices');
  const { search, setSearch, changeSearch } = useListSearch(invoicesSearch);
  const filters = useFilterParams(search);
  const list = useList({
    page: search.page,
    query: (page) => invoicesQuery({ ...filters, ...page }),
    changeSearch,
  });
  const { status: _status, ordering: _ordering, ...otherFilters } = filters;
  const { data: sums } = useQuery(invoiceStatusSumsQuery(otherFilters));
  const columns = useInvoiceColumns(list.data?.results, search.search ?? '');
  const { invoiceId } = useParams({ strict: false });
  const open = invoiceId === undefined ? undefined : readId(invoiceId);
  const isOld = list.isPlaceholderData;
  return (
    <ListPage
      title={t('places.invoices')}
      actions={<Actions filters={filters} count={isOld ? undefined : list.data?.count} />}
      tabs={<SaleTabs shown="qr" search={search} />}
      side={<Outlet />}
      open={open}
    >
      <InvoiceFilters search={search} onChange={setSearch} sums={sums} />
      <ListView
        list={list}
        empty={<Nothing search={search} onChange={setSearch} />}
        above={({ count, totals }) => (
          <Totals
            count={count}
            paid={totals.success_amount}
            total={sums && totalOf(sums, search.status)}
            isOld={isOld}
          />
        )}
      >
        {({ results }) => (
          <DataTable
            label={t('table.caption')}
            className={columnClasses.table}
            rows={results}
            columns={columns}
            keyOf={idOf}
            sorting={invoiceOrdering.sortingOf(search, setSearch)}
            open={open}
            isOld={isOld}
          />
        )}
      </ListView>
    </ListPage>
  );
};

const idOf = ({ id }: Invoice): number => id;

const Actions = ({ filters, count }: { filters: Params; count: number | undefined }) => {
  const { t } = useTranslation('invoices');
  const canCharge = usePermission('can_create_invoices');
  const paidLastMonth = usePaidLastMonth();
  return (
    <Group gap="xs">
      <ExportMenu
        table={{
          work: 'invoices-export',
          title: t('export.title'),
          path: 'invoices/export/',
          params: filters,
        }}
        what={count === undefined ? undefined : t('export.what', { count, total: formatCount(count) })}
        presets={[paidLastMonth]}
      />
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

/** Sum without cancelled and failed invoices, unless the list shows only those; minor units. */
const totalOf = ({ results }: InvoiceStatusSums, only: InvoiceStatus | undefined): number =>
  results
    .filter(({ status }) => (only === undefined ? !isNoSale(status) : status === only))
    .reduce((sum, { total_amount }) => sum + total_amount, 0);

const isNoSale = (status: InvoiceStatus): boolean => status === 'expired' || status === 'failure';

interface TotalsProps {
  count: number;
  /** Minor units. */
  paid: number;
  /** undefined: not known yet. */
  total: number | undefined;
  isOld: boolean;
}

/** Totals of all matches, not only of this page. */
const Totals = ({ count, paid, total, isOld }: TotalsProps) => {
  const { t } = useTranslation('invoices');
  const sums = [
    { name: t('totals.count'), value: formatCount(count) },
    {
      name: t('totals.total'),
      value: total === undefined ? '…' : formatAmount(total),
      about: t('totals.totalOf'),
    },
    { name: t('totals.paidNet'), value: formatAmount(paid), tone: 'paid' },
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
