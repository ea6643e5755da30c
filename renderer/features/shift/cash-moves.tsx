import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import type { CashMove } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { cashMovesQuery } from '../../api/queries.ts';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { useDates } from '../../shop/use-dates.ts';
import classes from './shift.module.css';

/** Cash put in and taken out, the latest first; nothing while there is none. */
export const CashMoves = ({ shift }: { shift: number }) => {
  const { t } = useTranslation('shift');
  const { data } = useQuery(cashMovesQuery(shift, { page_size: PAGE_SIZES.max }));
  const columns = useColumns();
  if (!data || data.count === 0) return null;
  return (
    <div className={classes.table}>
      <DataTable
        isPlain
        isHighlighted={false}
        label={t('move.label')}
        rows={data.results}
        columns={columns}
        keyOf={({ id }) => id}
        horizontalSpacing={5}
      />
    </div>
  );
};

const useColumns = (): Column<CashMove>[] => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  return useMemo(
    () => [
      column('at', t('words.time'), ({ made_at }) => dates.short(Date.parse(made_at)), { isRowHead: true }),
      column('what', t('move.what'), ({ direction, reason }) => `${t(`move.was.${direction}`)}: ${reason}`),
      column('by', t('words.who'), ({ made_by }) => made_by, classes.wide),
      column(
        'amount',
        t('words.amount'),
        ({ amount, direction }) => `${direction === 'in' ? '+' : '−'}${formatAmount(amount)}`,
        { isNumber: true },
      ),
    ],
    [t, dates],
  );
};
