import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeBook, IncomeRow } from '../../../shared/api/income-book.ts';
import { currencyCode, formatAmount } from '../../../shared/money.ts';
import { systemQuery } from '../../api/queries.ts';
import paper from '../../shop/paper.module.css';
import { useDates } from '../../shop/use-dates.ts';
import { isAhead } from './book-table.tsx';
import classes from './sheet.module.css';
import { BOOK_COLUMNS, bookCell, usePeriodName, useTaxpayerName } from './use-income-texts.ts';

/** The book on A4: days, after each month and each quarter its sums, at the end the year. */
export const BookSheet = ({ book }: { book: IncomeBook }) => {
  const { t } = useTranslation('income');
  const { data: system } = useQuery(systemQuery);
  const dates = useDates();
  const nameOf = useTaxpayerName();
  return (
    <section className={paper.a4}>
      <h1>{t('heading', { year: book.year })}</h1>
      <p>{[nameOf(book), system?.shop_name].filter(Boolean).join(' · ')}</p>
      <p className={paper.small}>{t('sheet.madeAt', { moment: dates.moment(Date.parse(book.made_at)) })}</p>
      <table className={`${paper.goods} ${classes.lines}`}>
        <thead>
          <tr>
            <th>{t('columns.period')}</th>
            {BOOK_COLUMNS.map((name) => (
              <th key={name} className={paper.number}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {book.months.map((month, index) => {
            const quarter = index % 3 === 2 ? book.quarters[Math.floor(index / 3)] : undefined;
            if (isAhead(book, month.period)) return null;
            return (
              <Fragment key={month.period}>
                {book.days
                  .filter(({ period }) => period.startsWith(month.period))
                  .map((day) => (
                    <Line key={day.period} row={day} />
                  ))}
                <Line row={month} className={classes.month} />
                {quarter ? <Line row={quarter} className={classes.quarter} /> : null}
              </Fragment>
            );
          })}
          <Line row={book.total} className={classes.quarter} />
        </tbody>
      </table>
      {book.other_currencies.map(({ ccy, received, refunds }) => (
        <p key={ccy}>
          {t('currency.title', { code: currencyCode(ccy) })}{' '}
          {t('currency.text', {
            received: formatAmount(received, ccy),
            refunds: formatAmount(refunds, ccy),
          })}
        </p>
      ))}
      <p className={paper.small}>{t('rules')}</p>
    </section>
  );
};

const Line = ({ row, className }: { row: IncomeRow; className?: string | undefined }) => {
  const periodName = usePeriodName();
  return (
    <tr className={className}>
      <td>{periodName(row.period)}</td>
      {BOOK_COLUMNS.map((name) => (
        <td key={name} className={paper.number}>
          {bookCell(row, name)}
        </td>
      ))}
    </tr>
  );
};
