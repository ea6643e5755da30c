import { IconCash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { allCashSalesQuery } from '../../../api/queries.ts';
import { Hint } from '../../../kit/act.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { ClearFilters, FilterBar, ListPage, ListView } from '../../../kit/list-page.tsx';
import { EmptyState } from '../../../kit/query-view.tsx';
import { useList, useListSearch } from '../../../kit/use-list.ts';
import { formatDecimal } from '../../../lib/invoices.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
import { SaleTabs } from '../sale-tabs.tsx';
import { CashDetails } from './cash-details.tsx';
import { cashSalesSearch } from './search.ts';

/** Sales for cash and their returns, with the open one at the side. */
export const CashList = () => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const { search, changeSearch } = useListSearch(cashSalesSearch);
  const { number, open } = search;
  const list = useList({
    page: search.page,
    query: (page) => allCashSalesQuery({ number, ...page }),
    changeSearch,
  });
  const columns = useColumns();
  const clear = (): void => changeSearch({ number: undefined, page: undefined });
  return (
    <ListPage
      title={common('places.invoices')}
      tabs={<SaleTabs shown="cash" />}
      side={open === undefined ? null : <CashDetails key={open} id={open} />}
      open={open}
    >
      <FilterBar
        label={t('filters.label')}
        search={{
          value: number === undefined ? undefined : String(number),
          label: t('cash.search'),
          placeholder: t('cash.searchWhat'),
        }}
        onSearch={(text, options) => {
          const digits = /^\s*№?\s*0*(\d{1,15})\s*$/u.exec(text ?? '')?.[1];
          changeSearch(
            { number: digits === undefined ? undefined : Number(digits), page: undefined },
            options,
          );
        }}
        isFiltered={number !== undefined}
        clearLabel={t('filters.clearAll')}
        onClear={clear}
      />
      <ListView
        list={list}
        empty={
          number === undefined ? (
            <EmptyState isCard icon={IconCash} title={t('cash.empty')}>
              {t('cash.emptyText')}
            </EmptyState>
          ) : (
            <EmptyState
              isCard
              icon={IconCash}
              title={t('nothing.title')}
              action={<ClearFilters onClear={clear}>{t('nothing.action')}</ClearFilters>}
            >
              {t('nothing.text')}
            </EmptyState>
          )
        }
      >
        {({ results }) => (
          <DataTable
            label={t('cash.caption')}
            rows={results}
            columns={columns}
            keyOf={({ id }) => id}
            open={open}
            isOld={list.isPlaceholderData}
          />
        )}
      </ListView>
    </ListPage>
  );
};

const useColumns = (): Column<CashSale>[] => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { people } = useShopFacts();
  const goodsText = useGoodsText();
  return useMemo(
    () => [
      column(
        'number',
        t('cash.sale'),
        ({ id, number_display, is_refund }, link) => (
          <Link to="/cash-sales" search={(before) => ({ ...before, open: id })} resetScroll={false} {...link}>
            {number_display || t(is_refund ? 'cash.return' : 'cash.entry')}
          </Link>
        ),
        { isRowHead: true },
      ),
      column('at', t('cash.at'), ({ made_at }) => dates.short(Date.parse(made_at))),
      column('what', t('cash.what'), goodsText),
      ...(people ? [column<CashSale>('by', t('cash.by'), ({ made_by }) => made_by)] : []),
      column(
        'amount',
        t('cash.amount'),
        ({ amount, is_refund, voided_at, total, left, qr, status }) => {
          const rest = qr ? ` + QR ${formatAmount(qr.amount)}` : '';
          const text = `${is_refund ? '−' : ''}${formatAmount(amount)}${rest}`;
          return (
            <>
              {voided_at === null ? text : <s>{text}</s>}
              {status === 'done' || is_refund ? null : <Hint>{t(`cash.status.${status}`)}</Hint>}
              {status === 'done' && !is_refund && voided_at === null && left < total ? (
                <Hint data-tone="returned">{t(left === 0 ? 'cash.returned' : 'table.refundedPart')}</Hint>
              ) : null}
            </>
          );
        },
        { isNumber: true },
      ),
    ],
    [t, dates, people, goodsText],
  );
};

/** `Капучино × 2, Круасан`, or the remark of a sale by amount. */
export const useGoodsText = (): ((sale: CashSale) => string) => {
  const { t } = useTranslation('invoices');
  return useMemo(
    () =>
      ({ items, remark, is_refund }) => {
        const goods = items.map(({ name, quantity }) =>
          quantity === 1 ? name : `${name} × ${formatDecimal(quantity)}`,
        );
        const text = goods.join(', ') || remark || t('cash.sum');
        return is_refund ? t('cash.returnOf', { goods: text }) : text;
      },
    [t],
  );
};
