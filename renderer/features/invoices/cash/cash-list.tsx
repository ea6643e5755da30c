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
import { Marked } from '../../../kit/marked.tsx';
import { EmptyState } from '../../../kit/query-view.tsx';
import { type SearchChange, useList, useListSearch } from '../../../kit/use-list.ts';
import { markedWords, readAmountSearch } from '../../../lib/amount-search.ts';
import { activeGroups, type InvoicesSearch } from '../../../lib/invoice-search.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useGoodsText } from '../../../shop/use-goods-text.ts';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
import { PeriodFilter } from '../filters/period-filter.tsx';
import { SaleTabs } from '../sale-tabs.tsx';
import { useFilterParams } from '../use-filter-params.ts';
import { CashDetails } from './cash-details.tsx';
import { cashSalesSearch } from './search.ts';

/** Sales for cash and their returns, with the open one at the side. */
export const CashList = () => {
  const { t } = useTranslation('invoices');
  const { search, changeSearch } = useListSearch(cashSalesSearch);
  const { open, parts } = search;
  const { created_from: date_from, created_to: date_to } = useFilterParams(search);
  // As a receipt has it: № 000016.
  const { words, amount } = readAmountSearch((search.search ?? '').replace(/№\s*/u, ''));
  const list = useList({
    page: search.page,
    query: (page) =>
      allCashSalesQuery({
        search: words === '' ? undefined : words,
        amount_min: amount,
        amount_max: amount,
        in_parts: parts,
        date_from,
        date_to,
        ...page,
      }),
    changeSearch,
  });
  const columns = useColumns(search.search ?? '');
  const filter = (
    { search: text, period, created_from, created_to }: InvoicesSearch,
    options?: SearchChange,
  ) => changeSearch({ search: text, period, created_from, created_to, page: undefined }, options);
  const groups = activeGroups(search);
  return (
    <ListPage
      title={t('places.invoices')}
      tabs={<SaleTabs shown={parts ? 'parts' : 'cash'} search={search} />}
      side={open === undefined ? null : <CashDetails key={open} id={open} />}
      open={open}
    >
      <FilterBar
        label={t('filters.label')}
        search={{ value: search.search, label: t('search.label'), placeholder: t('cash.searchWhat') }}
        onSearch={(text, options) => filter({ ...search, search: text }, options)}
        isFiltered={groups.length > 0}
        clearLabel={t('filters.clearAll')}
        onClear={() => filter({})}
      >
        <PeriodFilter search={search} onChange={filter} hasOneDate />
      </FilterBar>
      <ListView
        list={list}
        empty={
          groups.length > 0 ? (
            <EmptyState
              isCard
              icon={IconCash}
              title={t('list.noResults')}
              action={<ClearFilters onClear={() => filter({})}>{t('words.clearFilters')}</ClearFilters>}
            >
              {t('cash.nothing')}
            </EmptyState>
          ) : (
            <EmptyState isCard icon={IconCash} title={t(parts ? 'cash.noParts' : 'cash.empty')}>
              {t(parts ? 'cash.noPartsText' : 'cash.emptyText')}
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

/** @param search what is marked */
const useColumns = (search: string): Column<CashSale>[] => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { people } = useShopFacts();
  const goodsText = useGoodsText();
  return useMemo(() => {
    const words = markedWords(search);
    return [
      column(
        'number',
        t('words.sale'),
        ({ id, number_display, is_refund }, link) => (
          <Link
            from="/cash-sales"
            to="/cash-sales"
            search={(before) => ({ ...before, open: id })}
            resetScroll={false}
            {...link}
          >
            <Marked text={number_display || t(is_refund ? 'cash.return' : 'cash.entry')} words={words} />
          </Link>
        ),
        { isRowHead: true },
      ),
      column('at', t('words.time'), ({ made_at }) => dates.short(Date.parse(made_at))),
      column('what', t('words.goods'), (sale) => (
        <>
          <Marked text={goodsText(sale)} words={words} />
          {sale.items.length > 0 && sale.remark !== '' ? (
            <Hint>
              <Marked text={sale.remark} words={words} />
            </Hint>
          ) : null}
        </>
      )),
      ...(people ? [column<CashSale>('by', t('words.who'), ({ made_by }) => made_by)] : []),
      column(
        'amount',
        t('words.amount'),
        ({ amount, is_refund, voided_at, total, left, qr, status }) => {
          const rest = qr ? ` + QR ${formatAmount(qr.amount)}` : '';
          const text = `${is_refund ? '−' : ''}${formatAmount(amount)}${rest}`;
          const marked = <Marked text={text} words={words} />;
          return (
            <>
              {voided_at === null ? marked : <s>{marked}</s>}
              {status === 'done' || is_refund ? null : <Hint>{t(`cash.status.${status}`)}</Hint>}
              {status === 'done' && !is_refund && voided_at === null && left < total ? (
                <Hint data-tone="returned">{t(left === 0 ? 'cash.returned' : 'table.refundedPart')}</Hint>
              ) : null}
            </>
          );
        },
        { isNumber: true },
      ),
    ];
  }, [t, dates, people, goodsText, search]);
};
