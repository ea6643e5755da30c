import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeRow, IncomeState } from '../../../shared/api/income-book.ts';
import { formatAmount } from '../../../shared/money.ts';
import { startOfDay } from '../../lib/zone.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useTaxNumber } from '../../shop/use-seller.ts';

/** `ФОП Коваль О. І., РНОКПП 3141592653` */
export const useTaxpayerName = (): ((
  taxpayer: Pick<IncomeState, 'merchant_name' | 'tax_number'>,
) => string) => {
  const { t } = useTranslation('income');
  const taxText = useTaxNumber();
  return ({ merchant_name, tax_number }) =>
    [merchant_name, taxText(tax_number) || t('noNumber')].filter(Boolean).join(', ');
};

/** Names a day, a month, a quarter or the year. */
export const usePeriodName = (): ((period: string) => string) => {
  const { t } = useTranslation('income');
  const dates = useDates();
  return useCallback(
    (period) => {
      if (/^\d{4}$/.test(period)) return t('period.year', { year: period });
      const quarter = /^(\d{4})-Q([1-4])$/.exec(period);
      if (quarter) return t('period.quarter', { year: quarter[1], quarter: quarter[2] });
      const isMonth = period.length === 'yyyy-MM'.length;
      const start = startOfDay(isMonth ? `${period}-01` : period, dates.timeZone);
      return isMonth ? dates.month(start) : dates.day(start);
    },
    [t, dates],
  );
};

/** What is expected of the year, in a sentence. */
export const useForecastText = (): ((state: IncomeState) => string) => {
  const { t } = useTranslation('income');
  const dates = useDates();
  const day = (date: string | null): string =>
    date === null ? '' : dates.longDay(startOfDay(date, dates.timeZone));
  const reached = (date: string | null): string => t('forecast.reached', { day: day(date) });
  return ({ forecast, reached_on }) => {
    if (forecast === null) return reached_on === null ? '' : reached(reached_on);
    const { status, date, year_end } = forecast;
    if (status === 'reached') return reached(date);
    if (status === 'too_little_data' || year_end === null) return t('forecast.too_little_data');
    return t(`forecast.${status}`, { day: day(date), yearEnd: formatAmount(year_end) });
  };
};

/** The columns of the book, for screen and paper. */
export const BOOK_COLUMNS = ['cash', 'card', 'transfers', 'refunds', 'total', 'cumulative'] as const;
export type BookColumn = (typeof BOOK_COLUMNS)[number];

export const bookCell = (row: IncomeRow, column: BookColumn): string => formatAmount(row[column]);
