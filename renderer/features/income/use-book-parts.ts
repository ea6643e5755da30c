import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { IncomeBook, IncomeRow } from '../../../shared/api/income-book.ts';
import { currencyCode, formatAmount } from '../../../shared/money.ts';
import { systemQuery } from '../../api/queries.ts';
import type { SheetPart } from '../../shop/paper-view.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { isAhead } from './book-table.tsx';
import { BOOK_COLUMNS, bookCell, usePeriodName, useTaxpayerName } from './use-income-texts.ts';

/** The book on A4: days, after each month and each quarter its sums, at the end the year. */
export const useBookParts = (): ((book: IncomeBook) => SheetPart[]) => {
  const { t } = useTranslation('income');
  const { data: system } = useQuery(systemQuery);
  const dates = useDates();
  const nameOf = useTaxpayerName();
  const periodName = usePeriodName();
  const line = (kind: 'row' | 'month' | 'quarter', row: IncomeRow): SheetPart => ({
    kind,
    cells: [periodName(row.period), ...BOOK_COLUMNS.map((name) => bookCell(row, name))],
  });
  return (book) => [
    { kind: 'title', text: t('heading', { year: book.year }) },
    { kind: 'line', text: [nameOf(book), system?.shop_name].filter(Boolean).join(' · ') },
    { kind: 'line', text: t('sheet.madeAt', { moment: dates.moment(Date.parse(book.made_at)) }) },
    { kind: 'head', cells: [t('columns.period'), ...BOOK_COLUMNS.map((name) => t(`columns.${name}`))] },
    ...book.months.flatMap((month, index): SheetPart[] => {
      if (isAhead(book, month.period)) return [];
      const quarter = index % 3 === 2 ? book.quarters[Math.floor(index / 3)] : undefined;
      const days = book.days.filter(({ period }) => period.startsWith(month.period));
      return [
        ...days.map((day) => line('row', day)),
        line('month', month),
        ...(quarter ? [line('quarter', quarter)] : []),
      ];
    }),
    line('quarter', book.total),
    ...book.other_currencies.map(({ ccy, received, refunds }): SheetPart => {
      const sums = { received: formatAmount(received, ccy), refunds: formatAmount(refunds, ccy) };
      const title = t('currency.title', { code: currencyCode(ccy) });
      return { kind: 'text', text: `${title} ${t('currency.text', sums)}` };
    }),
    { kind: 'small', text: t('rules') },
  ];
};
