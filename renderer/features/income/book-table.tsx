import { SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeBook, IncomeRow } from '../../../shared/api/income-book.ts';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import classes from './income.module.css';
import { BOOK_COLUMNS, bookCell, usePeriodName } from './use-income-texts.ts';

type By = 'month' | 'day';

/** Months under their quarters, or days under their months, the year at the foot. */
export const BookTable = ({ book, by, onBy }: { book: IncomeBook; by: By; onBy(by: By): void }) => {
  const { t } = useTranslation('income');
  const periodName = usePeriodName();
  const columns = useColumns(book.total);
  const rows = by === 'day' ? book.days : book.months.filter(({ period }) => !isAhead(book, period));
  const groupOf = (row: IncomeRow): IncomeRow | undefined =>
    by === 'day'
      ? book.months.find(({ period }) => row.period.startsWith(period))
      : book.quarters[Math.ceil(Number(row.period.slice(5, 7)) / 3) - 1];
  return (
    <Panel
      title={t('words.incomeBook')}
      actions={
        <SegmentedControl
          aria-label={t('by.label')}
          data={[
            { value: 'month', label: t('by.month') },
            { value: 'day', label: t('words.days') },
          ]}
          value={by}
          onChange={(value) => onBy(value as By)}
        />
      }
    >
      <PanelPart>
        {book.days.length === 0 ? (
          <EmptyState title={t('empty.title', { year: book.year })}>{t('empty.text')}</EmptyState>
        ) : (
          <div className={classes.scroll}>
            <DataTable
              isPlain
              isStacked
              isHighlighted={false}
              label={t('words.incomeBook')}
              rows={rows}
              columns={columns}
              keyOf={({ period }) => period}
              grouping={{
                keyOf: (row) => groupOf(row)?.period ?? '',
                title: (row) => {
                  const group = groupOf(row);
                  return group ? (
                    <Text component="span" size="sm" fw={600}>
                      {t('group', { period: periodName(group.period), total: bookCell(group, 'total') })}
                    </Text>
                  ) : null;
                },
              }}
            />
          </div>
        )}
      </PanelPart>
    </Panel>
  );
};

/** Whether a month of the current year is still to come. */
export const isAhead = ({ made_at, forecast, days }: IncomeBook, month: string): boolean =>
  forecast !== null && month > made_at.slice(0, 7) && !days.some(({ period }) => period.startsWith(month));

const useColumns = (total: IncomeRow): Column<IncomeRow>[] => {
  const { t } = useTranslation('income');
  const periodName = usePeriodName();
  return useMemo(
    () => [
      column('period', t('columns.period'), ({ period }) => periodName(period), {
        isRowHead: true,
        foot: periodName(total.period),
      }),
      ...BOOK_COLUMNS.map(
        (name): Column<IncomeRow> =>
          column(name, t(`columns.${name}`), (row) => bookCell(row, name), {
            isNumber: true,
            isMain: name === 'total',
            foot: bookCell(total, name),
          }),
      ),
    ],
    [t, periodName, total],
  );
};
