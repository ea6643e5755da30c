import { Button } from '@mantine/core';
import { IconFilterOff, IconReceipt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../data/failure.ts';
import { invoicesQuery } from '../../data/queries.ts';
import { activeGroups, type InvoicesSearch, withoutFilters } from '../../lib/invoice-search.ts';
import { useMay } from '../../session/account.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/query-view.tsx';
import { pageParams } from './api-params.ts';
import classes from './list.module.css';
import { InvoiceTable } from './table.tsx';
import { Totals } from './totals.tsx';
import type { useInvoiceList } from './use-list.ts';

export interface ListProps {
  list: ReturnType<typeof useInvoiceList>;
  search: InvoicesSearch;
  onChange(next: InvoicesSearch, options?: { replace?: boolean }): void;
  openId: number | undefined;
}

export const InvoiceList = (props: ListProps) => {
  const { list } = props;
  const { data, error, refetch } = list;
  const isBackToLast = useLastPage(props);
  if (data && !error) return <Found {...props} page={data} />;
  const failure = error ? failureOf(error) : undefined;
  // What was read before goes on being shown; the banner of the shell says why it is not newer.
  if (data && failure?.kind === 'unreachable') return <Found {...props} page={data} />;
  if (failure && failure.kind !== 'session' && !isBackToLast)
    return (
      <div className="card">
        <FailedState failure={failure} onRetry={() => void refetch()} />
      </div>
    );
  return <LoadingState rows={12} height={34} />;
};

const Found = ({ page, ...props }: ListProps & { page: NonNullable<ListProps['list']['data']> }) => {
  const { list, search, onChange, openId } = props;
  if (page.count === 0) return <Nothing search={search} onChange={onChange} />;
  return (
    <>
      <Totals count={page.count} totals={page.totals} isOld={list.isPlaceholderData} />
      <div className={`card ${classes.card}`}>
        <InvoiceTable
          invoices={page.results}
          search={search}
          onChange={onChange}
          openId={openId}
          isOld={list.isPlaceholderData}
        />
        <Pager
          count={page.count}
          page={list.page}
          pageSize={list.pageSize}
          onPage={(to) => onChange({ ...search, page: to === 1 ? undefined : to })}
          onAhead={list.onAhead}
        />
      </div>
    </>
  );
};

/** Nothing was ever there, or nothing fits: two different things to be told. */
const Nothing = ({ search, onChange }: Pick<ListProps, 'search' | 'onChange'>) => {
  const { t } = useTranslation('invoices');
  const mayCharge = useMay('can_create_invoices');
  const isFiltered = activeGroups(search).length > 0;
  const icon = <IconReceipt size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />;
  if (isFiltered)
    return (
      <div className="card">
        <EmptyState
          icon={icon}
          title={t('nothing.title')}
          action={
            <Button
              variant="default"
              leftSection={<IconFilterOff size={18} aria-hidden />}
              onClick={() => onChange(withoutFilters(search))}
            >
              {t('nothing.action')}
            </Button>
          }
        >
          {t('nothing.text')}
        </EmptyState>
      </div>
    );
  const action = mayCharge ? (
    <Button component={Link} to="/charge">
      {t('empty.action')}
    </Button>
  ) : null;
  return (
    <div className="card">
      <EmptyState icon={icon} title={t('empty.title')} action={action}>
        {t('empty.text')}
      </EmptyState>
    </div>
  );
};

/** Past the last page (the list grew shorter, or the address is old): the last one. @returns whether on the way */
const useLastPage = ({ list, search, onChange }: ListProps): boolean => {
  const queries = useQueryClient();
  const { error, filters, page, pageSize } = list;
  const isPast = page > 1 && error !== null && failureOf(error).kind === 'missing';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is not there
  useEffect(() => {
    if (!isPast) return;
    let isCurrent = true;
    void queries
      .fetchQuery(invoicesQuery(pageParams(filters, 1, pageSize)))
      .then(({ count }) => {
        const last = Math.max(1, Math.ceil(count / pageSize));
        if (isCurrent) onChange({ ...search, page: last === 1 ? undefined : last }, { replace: true });
      })
      // It cannot be read at all: the list says so when it asks itself.
      .catch(() => (isCurrent ? onChange({ ...search, page: undefined }, { replace: true }) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [isPast, page, pageSize]);
  return isPast;
};
