import { Button, Group } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice, InvoiceTotals } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { invoicesQuery, type Params } from '../../data/queries.ts';
import { formatCount } from '../../lib/count.ts';
import {
  activeGroups,
  type FilterProps,
  type InvoicesSearch,
  invoiceOrdering,
  invoicesSearch,
  withoutFilters,
} from '../../lib/invoice-search.ts';
import { readId } from '../../lib/invoices.ts';
import { dayOf } from '../../lib/zone.ts';
import { usePermission } from '../../session/account.ts';
import { ExportMenu } from '../../tasks/export-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ClearFilters, ListPage, ListView } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/query-view.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { useList, useListSearch } from '../../ui/use-list.ts';
import { useNow } from '../../ui/use-now.ts';
import { filterParams } from './api-params.ts';
import { useInvoiceColumns } from './columns.tsx';
import { InvoiceFilters } from './filters/filter-bar.tsx';
import classes from './invoices.module.css';

/** The list with the open invoice at its side. */
export const Invoices = () => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const { search, setSearch, changeSearch } = useListSearch(invoicesSearch);
  const filters = useFilterParams(search);
  const list = useList({
    page: search.page,
    query: (page) => invoicesQuery({ ...filters, ...page }),
    changeSearch,
  });
  const columns = useInvoiceColumns();
  const { invoiceId } = useParams({ strict: false });
  const open = invoiceId === undefined ? undefined : readId(invoiceId);
  const isOld = list.isPlaceholderData;
  return (
    <ListPage
      title={common('places.invoices')}
      actions={<Actions filters={filters} count={isOld ? undefined : list.data?.count} />}
      side={<Outlet />}
      open={open}
    >
      <InvoiceFilters search={search} onChange={setSearch} />
      <ListView
        list={list}
        empty={<Nothing search={search} onChange={setSearch} />}
        above={({ count, totals }) => <Totals count={count} totals={totals} isOld={isOld} />}
      >
        {({ results }) => (
          <DataTable
            label={t('table.caption')}
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

/** The filters as the interface takes them; "today" changes at the shop's midnight. */
const useFilterParams = (search: InvoicesSearch): Params => {
  const { timeZone } = useDates();
  const now = useNow(MINUTE_MS);
  const today = dayOf(now, timeZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the day of `now` matters
  return useMemo(() => filterParams(search, timeZone, now), [search, timeZone, today]);
};

const Actions = ({ filters, count }: { filters: Params; count: number | undefined }) => {
  const { t } = useTranslation('invoices');
  const canCharge = usePermission('can_create_invoices');
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
      />
      {canCharge ? (
        <Button component={Link} to="/charge" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('new')}
        </Button>
      ) : null}
    </Group>
  );
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
        title={t('nothing.title')}
        action={
          <ClearFilters onClear={() => onChange(withoutFilters(search))}>{t('nothing.action')}</ClearFilters>
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

interface TotalsProps {
  count: number;
  totals: InvoiceTotals;
  isOld: boolean;
}

/** Totals of all matches, not only of this page. */
const Totals = ({ count, totals, isOld }: TotalsProps) => {
  const { t } = useTranslation('invoices');
  const sums = [
    { name: t('totals.count'), value: formatCount(count) },
    { name: t('totals.total'), value: formatAmount(totals.total_amount) },
    { name: t('totals.paid'), value: formatAmount(totals.success_amount), tone: 'paid' },
  ];
  return (
    <section aria-label={t('totals.label')} aria-busy={isOld}>
      <dl className={classes.totals} data-old={isOld || undefined}>
        {sums.map(({ name, value, tone }) => (
          <div key={name} className={classes.sum}>
            <dt>{name}</dt>
            <dd className="figures" data-tone={tone}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
