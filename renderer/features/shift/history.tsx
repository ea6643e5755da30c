import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { shiftsQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Pager } from '../../kit/pager.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useList, useListSearch } from '../../kit/use-list.ts';
import { useDates } from '../../shop/use-dates.ts';
import { shiftSearch } from './search.ts';
import classes from './shift.module.css';

/** All shifts of the shop, for whoever sees its reports. */
export const History = () => {
  const { t } = useTranslation('shift');
  const { search, changeSearch } = useListSearch(shiftSearch);
  const list = useList({ page: search.page, query: shiftsQuery, changeSearch });
  const columns = useColumns();
  return (
    <Panel title={t('history.title')}>
      <PanelPart>
        <QueryView query={list} rows={6}>
          {({ results, count }) =>
            count === 0 ? (
              <Hint>{t('history.none')}</Hint>
            ) : (
              <div className={classes.table}>
                <DataTable
                  isPlain
                  label={t('history.title')}
                  rows={results}
                  columns={columns}
                  keyOf={({ id }) => id}
                  open={search.open}
                  isOld={list.isPlaceholderData}
                />
                <Pager
                  count={count}
                  page={list.page}
                  pageSize={list.pageSize}
                  onPage={list.onPage}
                  onPrefetch={list.onPrefetch}
                />
              </div>
            )
          }
        </QueryView>
      </PanelPart>
    </Panel>
  );
};

const useColumns = (): Column<Shift>[] => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  return useMemo(() => {
    const amount = (minor: number | null): string => (minor === null ? '' : formatAmount(minor));
    return [
      column('opened', t('history.opened'), ({ id, opened_at, opened_by }, link) => {
        const at = dates.moment(Date.parse(opened_at));
        return (
          <>
            <Link
              {...link}
              to="/shift"
              search={(search) => ({ ...search, open: id })}
              resetScroll={false}
              preload={false}
              aria-label={t('history.open', { at, by: opened_by })}
            >
              {at}
            </Link>
            <Hint>{opened_by}</Hint>
          </>
        );
      }),
      column('closed', t('history.closed'), ({ closed_at, closed_by }) =>
        closed_at === null ? (
          t('facts.stillOpen')
        ) : (
          <>
            {dates.moment(Date.parse(closed_at))}
            <Hint>{closed_by}</Hint>
          </>
        ),
      ),
      column('sales', t('facts.sales'), ({ sales }) => amount(sales), {
        isNumber: true,
        className: classes.wide,
      }),
      column('counted', t('facts.counted'), ({ closing_cash }) => amount(closing_cash), {
        isNumber: true,
        className: classes.wide,
      }),
      column('difference', t('facts.difference'), ({ difference }) => amount(difference), { isNumber: true }),
      column('remark', t('remark'), ({ closing_remark }) => closing_remark, classes.wide),
    ];
  }, [t, dates]);
};
