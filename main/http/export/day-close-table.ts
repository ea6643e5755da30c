import { numberDisplay } from '../../../shared/api/invoices.ts';
import { currencyCode } from '../../../shared/money.ts';
import type { ClosedDay } from '../../shop/reports/day-close.ts';
import type { Point } from '../../shop/reports/series.ts';
import { cachedOffset } from '../../shop/shop-time.ts';
import type { CheckedMoney } from '../../store/fiscal-gaps.ts';
import type { Language } from '../preferences.ts';
import {
  column,
  currencyCells,
  NONE,
  OTHER_CURRENCY,
  sumCells,
  sumColumns,
  TENDER_NAMES,
  TOTAL,
  type Words,
} from './report-tables.ts';
import type { Cell, Column } from './table.ts';
import type { Table } from './table-file.ts';

const WORDS = {
  sheet: { uk: 'Підсумок дня', en: 'Day summary' },
  section: { uk: 'Розділ', en: 'Section' },
  name: { uk: 'Назва', en: 'Name' },
  unpaidCount: { uk: 'Не оплачено, QR', en: 'Unpaid QRs' },
  unpaidAmount: { uk: 'Не оплачено, сума', en: 'Unpaid amount' },
  note: { uk: 'Примітка', en: 'Remark' },
  day: { uk: 'День', en: 'Day' },
  date: { uk: 'Дата', en: 'Date' },
  made: { uk: 'Складено', en: 'Created' },
  goesOn: { uk: 'День триває', en: 'Day in progress' },
  statement: { uk: 'Виписку отримано до', en: 'Statement received until' },
  never: { uk: 'ще не отримано', en: 'never received' },
  doubts: { uk: 'Запити до банку з невідомим результатом', en: 'Bank requests with unknown outcome' },
  first: { uk: 'Перший номер', en: 'First number' },
  last: { uk: 'Останній номер', en: 'Last number' },
  foreign: { uk: 'з них поза Kramar', en: 'of which outside Kramar' },
  terminals: { uk: 'Точки', en: 'Locations' },
  registers: { uk: 'Таблички', en: 'QR stands' },
  employees: { uk: 'Працівники', en: 'Employees' },
  systems: { uk: 'Платіжні системи', en: 'Payment systems' },
  tenders: { uk: 'Чим', en: 'Tender' },
  rounding: { uk: 'Заокруглення готівки', en: 'Rounding of cash' },
  discounts: { uk: 'Знижки', en: 'Discounts' },
  unpaid: { uk: 'Не оплачено', en: 'Unpaid' },
  open: { uk: 'Ще відкриті', en: 'Still open' },
  expired: { uk: 'Скасовані або прострочені', en: 'Cancelled or expired' },
  failed: { uk: 'Оплата не пройшла', en: 'Declined' },
  fiscal: { uk: 'Фіскальні чеки', en: 'Fiscal receipts' },
  done: { uk: 'з чеком', en: 'with a receipt' },
  missing: { uk: 'без чека', en: 'without a receipt' },
  unknown: { uk: 'чек ще не перевірено', en: 'receipt not checked yet' },
} satisfies Record<string, Words>;

/** Columns before the sums name the section and the item; those after them hold the values that have no such sums. */
const columnsOf = (language: Language): Column[] => [
  column(WORDS.section[language], 'text', 18),
  column(WORDS.name[language], 'text', 30),
  ...sumColumns(language),
  column(WORDS.unpaidCount[language], 'count', 22),
  column(WORDS.unpaidAmount[language], 'money', 18),
  column(WORDS.note[language], 'text', 24),
];

/** The cells of all columns; a missing one is empty. */
interface Parts {
  sums?: readonly Cell[];
  unpaid?: readonly Cell[];
  note?: string;
}
const NO_SUMS: readonly Cell[] = [null, null, null, null, null, null];

/** Payments and refunds in the columns of their sums: with a check, without one, and not asked about yet. */
const fiscalRows = ({ fiscal }: ClosedDay): { name: Words; sums: Cell[] }[] => {
  if (!fiscal) return [];
  const row = (name: Words, of: (money: CheckedMoney) => [count: number, amount: number]) => {
    const [sales, saleAmount] = of(fiscal.sales);
    const [returns, returnAmount] = of(fiscal.returns);
    return { name, sums: [saleAmount, returnAmount, null, null, sales, returns] };
  };
  return [
    row(WORDS.done, ({ done, done_amount }) => [done, done_amount]),
    row(WORDS.missing, ({ missing, missing_amount }) => [missing, missing_amount]),
    row(WORDS.unknown, ({ count, done, missing, amount, done_amount, missing_amount }) => [
      count - done - missing,
      amount - done_amount - missing_amount,
    ]),
  ];
};

/** By QR and in cash, of a day with cash; rounding and discounts stand apart. */
const tenderRows = ({ cash, discounts, totals }: ClosedDay): { name: Words; sums: Cell[] }[] => {
  const { sales, refunds, sale_count, refund_count, rounding } = cash;
  const byTender = [
    { name: TENDER_NAMES.qr, sums: sumCells(totals) },
    { name: TENDER_NAMES.cash, sums: [sales, refunds, null, sales - refunds, sale_count, refund_count] },
    { name: WORDS.rounding, sums: [rounding, ...NO_SUMS.slice(1)] },
  ];
  return [
    ...(sale_count + refund_count === 0 ? [] : byTender),
    ...(discounts === 0 ? [] : [{ name: WORDS.discounts, sums: [discounts, ...NO_SUMS.slice(1)] }]),
  ];
};

/** @param timeZone the shop's, IANA */
export const dayCloseTable = (day: ClosedDay, timeZone: string, language: Language): Table => {
  const translate = (words: Words): string => words[language];
  const offsetAt = cachedOffset(timeZone);
  /** `2026-11-21 18:04` */
  const wall = (at: number): string =>
    new Date(at + offsetAt(at)).toISOString().slice(0, 16).replace('T', ' ');

  const row = (section: Words, name: string, { sums = NO_SUMS, unpaid = [null, null], note = '' }: Parts) => [
    ...[translate(section), name],
    ...[...sums, ...unpaid, note],
  ];
  const points = (section: Words, none: Words, found: readonly Point[]) =>
    found.map(({ key, label, sums }) =>
      row(section, key === null ? translate(none) : label || key, { sums: sumCells(sums) }),
    );
  const fact = (name: Words, note: string) => row(WORDS.day, translate(name), { note });
  const number = (value: number | undefined) => (value === undefined ? '—' : numberDisplay(value));
  const { totals, foreign, statementUntil } = day;

  return {
    name: `day-close-${day.date}`,
    sheetName: translate(WORDS.sheet),
    columns: columnsOf(language),
    rows: [
      fact(WORDS.date, day.date),
      fact(WORDS.made, wall(day.madeAt)),
      ...(day.isOver ? [] : [fact(WORDS.goesOn, '')]),
      row(TOTAL, '', { sums: sumCells(totals) }),
      row(TOTAL, translate(WORDS.foreign), { sums: [foreign.amount, null, null, null, foreign.count, null] }),
      ...day.otherCurrencies.map((sums) =>
        row(OTHER_CURRENCY, currencyCode(sums.ccy), { sums: currencyCells(sums) }),
      ),
      ...tenderRows(day).map(({ name, sums }) => row(WORDS.tenders, translate(name), { sums })),
      ...points(WORDS.terminals, NONE.terminal, day.byTerminal),
      ...points(WORDS.registers, NONE.cash_register, day.byCashRegister),
      ...points(WORDS.employees, NONE.employee, day.byEmployee),
      ...points(WORDS.systems, NONE.payment_system, day.byPaymentSystem),
      ...fiscalRows(day).map(({ name, sums }) => row(WORDS.fiscal, translate(name), { sums })),
      ...(['open', 'expired', 'failed'] as const).map((became) =>
        row(WORDS.unpaid, translate(WORDS[became]), { unpaid: [day[became].count, day[became].amount] }),
      ),
      fact(WORDS.first, number(day.firstNumber)),
      fact(WORDS.last, number(day.lastNumber)),
      fact(WORDS.doubts, String(day.attemptsInDoubt)),
      fact(WORDS.statement, statementUntil === null ? translate(WORDS.never) : wall(statementUntil)),
    ],
  };
};
