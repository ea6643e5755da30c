import { CURRENCY_UAH, currencyCode } from '../../../../shared/money.ts';
import { taxNumberKind } from '../../../../shared/tax-number.ts';
import type { AccountMonth } from '../../../shop/reports/month.ts';
import type { Language } from '../../preferences.ts';
import { NONE, sumCells, TENDER_NAMES, TOTAL } from '../report-tables.ts';
import { type Cell, decimalText } from '../table.ts';
import { COLUMNS, FACTS, monthTitle } from './words.ts';

interface TotalsSource {
  month: AccountMonth;
  locale: { language: Language; timeZone: string };
  wall(at: number): number;
}

const NO_SUMS: readonly Cell[] = [null, null, null, null, null, null];

/** `2026-11-21 18:04` of the shop's wall clock */
const momentText = (wall: number): string => new Date(wall).toISOString().slice(0, 16).replace('T', ' ');

/** Rows of the first sheet: what the month is about, its sums, the same by terminal, and what is missing. */
export const totalRows = (source: TotalsSource): Cell[][] => {
  const { month, locale } = source;
  const { language, timeZone } = locale;
  const fact = (name: string, note: string): Cell[] => [
    ...[FACTS.month[language], name, null, null],
    ...[...NO_SUMS, note],
  ];
  const terminals = new Map(month.terminals.map((each) => [String(each.id), each]));
  return [
    fact(FACTS.month[language], monthTitle(month.name, language)),
    fact(FACTS.shop[language], month.shopName),
    ...sellers(source).map((seller) => fact(FACTS.seller[language], seller)),
    fact(FACTS.made[language], momentText(source.wall(month.madeAt))),
    fact(FACTS.timeZone[language], timeZone),
    fact(FACTS.howCounted[language], `${FACTS.rule[language]} ${FACTS.notFiscal[language]}`),
    ...month.currencies.flatMap(({ ccy, totals, refundedOfPayments }): Cell[][] => [
      [TOTAL[language], null, null, currencyCode(ccy), ...sumCells(totals), null],
      [
        ...[TOTAL[language], FACTS.refundedSoFar[language], null, currencyCode(ccy)],
        ...[null, refundedOfPayments, null, null, null, null, null],
      ],
    ]),
    ...month.currencies.flatMap(({ ccy, byTerminal }) =>
      byTerminal.map(({ key, label, sums }): Cell[] => [
        ...[COLUMNS.terminal[language], label || NONE.terminal[language]],
        ...[terminals.get(key ?? '')?.taxNumber ?? '', currencyCode(ccy), ...sumCells(sums), null],
      ]),
    ),
    ...cashRow(source),
    ...gapRows(source),
  ];
};

export const hasCash = ({ cash }: AccountMonth): boolean =>
  cash !== undefined && cash.sale_count + cash.refund_count > 0;

/** Beside the sums of the bank, which have no cash. */
const cashRow = ({ month: { cash, taxNumber }, locale: { language } }: TotalsSource): Cell[][] =>
  cash && cash.sale_count + cash.refund_count > 0
    ? [
        [
          ...[TENDER_NAMES.cash[language], null, taxNumber ?? null, currencyCode(CURRENCY_UAH)],
          ...[cash.sales, cash.refunds, null, cash.sales - cash.refunds, cash.sale_count, cash.refund_count],
          FACTS.rounding[language] + decimalText(cash.rounding, ','),
        ],
      ]
    : [];

/** `EDRPOU 12345678`, by its length. */
const NUMBER_KINDS = { edrpou: { uk: 'ЄДРПОУ', en: 'EDRPOU' }, rnokpp: { uk: 'РНОКПП', en: 'RNOKPP' } };

/** `ФОП Коваль О. В., РНОКПП 3012345678`: every seller of the month, or the one that it is about. */
const sellers = ({ month, locale: { language } }: TotalsSource): string[] =>
  month.taxNumbers
    .filter(({ taxNumber }) => month.taxNumber === undefined || month.taxNumber === taxNumber)
    .map(
      ({ taxNumber, merchantName }) =>
        `${merchantName}, ${NUMBER_KINDS[taxNumberKind(taxNumber)][language]} ${taxNumber}`,
    );

/** What is missing, in words: empty if nothing is. */
const gapTexts = ({ month, locale: { language }, wall }: TotalsSource): [name: string, note: string][] => {
  const { statements, attemptsInDoubt, fiscalReceipts } = month.gaps;
  return [
    ...(month.isOver ? [] : [[FACTS.goesOn[language], ''] as [string, string]]),
    ...statements.map(({ name, until }): [string, string] => [
      `${FACTS.statement[language]} (${name})`,
      until === null ? FACTS.never[language] : momentText(wall(until)),
    ]),
    ...(attemptsInDoubt === 0 ? [] : [[FACTS.doubts[language], String(attemptsInDoubt)] as [string, string]]),
    ...(fiscalReceipts === 0 ? [] : [[FACTS.receipts[language], String(fiscalReceipts)] as [string, string]]),
  ];
};

const gapRows = (source: TotalsSource): Cell[][] => {
  const { language } = source.locale;
  const texts = gapTexts(source);
  const rows: [string, string][] = texts.length > 0 ? texts : [[FACTS.nothingMissing[language], '']];
  return rows.map(([name, note]) => [FACTS.missing[language], name, null, null, ...NO_SUMS, note]);
};
