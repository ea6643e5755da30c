import { currencyCode } from '../../../../shared/money.ts';
import { dayNumber } from '../../../../shared/time.ts';
import { currencySums } from '../../../money/income/book.ts';
import { incomeByTaxNumber, refundsOf, totalOf } from '../../../money/income/days.ts';
import { taxpayers } from '../../../money/income/taxpayers.ts';
import { INCOME_TITLES } from '../income-table.ts';
import { column, OTHER_CURRENCY } from '../report-columns.ts';
import type { Cell, Column } from '../table.ts';
import type { MonthSource } from './source.ts';
import { COLUMNS } from './words.ts';

/**
 * The month's days of the income book in hryvnia: cards, the cash of shifts, and what was entered by hand. Below them
 * card payments in other currencies, which no sum includes.
 */

const SUMS = ['cash', 'card', 'transfers', 'refunds', 'total'] as const;

export const incomeColumns = ({ locale: { language } }: MonthSource): Column[] => [
  column(COLUMNS.day[language], 'date', 12),
  column(COLUMNS.taxNumber[language], 'text', 20),
  ...SUMS.map((name) => column(INCOME_TITLES[name][language], 'money', 18)),
];

export const incomeRows = ({ snapshot, month, locale }: MonthSource): Cell[][] => {
  const span = { first: dayNumber(month.firstDay), last: dayNumber(month.lastDay) };
  const incomeOf = incomeByTaxNumber(snapshot, locale.timeZone, span);
  const taxNumbers = taxpayers(snapshot)
    .map(({ taxNumber }) => taxNumber)
    .filter((taxNumber) => month.taxNumber === undefined || month.taxNumber === taxNumber);
  const days = taxNumbers
    .flatMap((taxNumber) =>
      [...incomeOf(taxNumber).days].map(([day, income]) => ({ taxNumber, day, income })),
    )
    .sort((one, other) => one.day - other.day)
    .map(({ taxNumber, day, income }) => [
      ...[day, taxNumber, income.cash, income.card, income.transfers],
      ...[refundsOf(income), totalOf(income)],
    ]);
  const otherCurrencies = taxNumbers.flatMap((taxNumber) =>
    currencySums(incomeOf(taxNumber).otherCurrencies).map(({ ccy, received, refunds }) => [
      ...[`${OTHER_CURRENCY[locale.language]}: ${currencyCode(ccy)}`, taxNumber, null, received, null],
      ...[refunds, received - refunds],
    ]),
  );
  return [...days, ...otherCurrencies];
};
