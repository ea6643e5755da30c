import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cashSalesQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Pager } from '../../kit/pager.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useGoodsText } from '../../shop/use-sale-texts.ts';
import { VoidDialog } from '../../shop/void-dialog.tsx';
import classes from './shift.module.css';
import { useShiftRefusal } from './use-shift-texts.ts';

/** The cash sales of a shift, the latest first; voided ones stay, struck through. */
export const CashSales = ({ shift }: { shift: number }) => {
  const { t } = useTranslation('shift');
  const { pageSize } = usePreferences();
  const [page, setPage] = useState(1);
  const [toVoid, setToVoid] = useState<CashSale>();
  const query = useQuery(cashSalesQuery(shift, { page, page_size: pageSize }));
  const columns = useColumns(setToVoid);
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  return (
    <QueryView query={query} rows={3}>
      {({ results, count }) =>
        count === 0 ? (
          <Hint>{t('sales.none')}</Hint>
        ) : (
          <div className={classes.table}>
            <DataTable
              isPlain
              isHighlighted={false}
              label={t('sales.label')}
              rows={results}
              columns={columns}
              keyOf={({ id }) => id}
              horizontalSpacing={5}
            />
            {count > pageSize ? (
              <Pager count={count} page={page} pageSize={pageSize} onPage={setPage} />
            ) : null}
            {toVoid ? (
              <VoidDialog
                amount={toVoid.amount}
                text={t('void.text')}
                keep={t('void.keep')}
                failureText={refusalText}
                onConfirm={(reason) => send(`cash-sales/${toVoid.id}/void/`, { reason })}
                onClose={() => setToVoid(undefined)}
              />
            ) : null}
          </div>
        )
      }
    </QueryView>
  );
};

const useColumns = (onVoid: (sale: CashSale) => void): Column<CashSale>[] => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  const goodsText = useGoodsText();
  return useMemo(
    () => [
      column('at', t('words.time'), ({ made_at }) => dates.short(Date.parse(made_at)), { isRowHead: true }),
      column('by', t('words.who'), ({ made_by }) => made_by, classes.wide),
      column('what', t('words.goods'), (sale) => (
        <>
          {goodsText(sale)}
          {sale.items.length > 0 && sale.remark !== '' ? <Hint>{sale.remark}</Hint> : null}
          <Hint className={classes.byBelow}>{sale.made_by}</Hint>
          {sale.voided_by === null || sale.voided_at === null ? null : (
            <Hint>
              {t('sales.voided', {
                by: sale.voided_by,
                at: dates.short(Date.parse(sale.voided_at)),
                reason: sale.void_reason,
              })}
            </Hint>
          )}
        </>
      )),
      column(
        'amount',
        t('words.amount'),
        ({ amount, is_refund, voided_at }) => {
          const text = `${is_refund ? '−' : ''}${formatAmount(amount)}`;
          return voided_at === null ? text : <s>{text}</s>;
        },
        { isNumber: true },
      ),
      column('void', '', (sale) =>
        sale.is_voidable ? (
          <Act
            size="compact-sm"
            className={classes.void ?? ''}
            aria-label={t('void.open', { sum: formatAmount(sale.amount) })}
            onClick={() => onVoid(sale)}
            text={t('void.confirm')}
          />
        ) : null,
      ),
    ],
    [t, dates, onVoid, goodsText],
  );
};
