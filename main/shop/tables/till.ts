import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { UnreadRowCode } from '../../../shared/api/reconciliation.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { MAX_AMOUNT } from '../../../shared/money.ts';
import { fold, foldLookAlikes, shortened } from '../../../shared/text.ts';
import { fieldRefusal } from '../errors.ts';
import { readTable } from './read-table.ts';
import type { Reading, TableFacts, TableHints, TableRow } from './table.ts';
import {
  currencyInTitle,
  type DecimalSign,
  decimalSignOf,
  HRYVNIA,
  parseTypedAmount,
} from './typed-amount.ts';

/** Indexes of the columns that are read from a till's file. */
export interface TillColumns {
  reference: number;
  amount: number | null;
  /** The amounts are those paid by card: nothing means another kind of payment. */
  isByCard?: boolean;
}

type Column = 'reference' | 'amount';

/** Sums paid by card: the bank knows nothing of the rest of a sale. */
const BY_CARD: readonly string[] = [
  ...['оплатакартою', 'оплатакарткою', 'сплаченокартою', 'сплаченокарткою', 'сумакартою', 'сумакарткою'],
  ...['картою', 'карткою', 'картка', 'безготівка', 'безготівкою', 'безготівковий', 'безготівкова'],
  ...['сумабезготівкою', 'безготівковаоплата', 'оплатабезготівкою', 'оплатакартой', 'картой', 'безнал'],
  ...['безналичные', 'безналичными', 'card', 'cardamount', 'cardpayment', 'cardpayments', 'paidbycard'],
  ...['bycard', 'cashless'],
];

/** Most likely names first: a till's file may have both an order number and a receipt number. */
const WORDS: Record<Column, readonly string[]> = {
  reference: [
    ...['номерзамовлення', 'замовлення', 'номерзаказа', 'заказ', 'ordernumber', 'orderno', 'orderid'],
    ...['order', 'референс', 'reference', 'ref', 'номерчека', 'номерчеку', 'чек', 'чека', 'чеку'],
    ...['receiptnumber', 'receiptno', 'receipt', 'номеррахунку', 'рахунок', 'рахунку', 'номерсчета'],
    ...['invoicenumber', 'invoiceno', 'invoice', 'номердокумента', 'документ', 'документа', 'номерпродажу'],
    ...['продаж', 'ідентифікатор', 'rrn', 'номер', 'number', 'id'],
  ],
  amount: [
    ...BY_CARD,
    ...['сумаоплати', 'сплачено', 'сумачека', 'сумачеку', 'сумазамовлення', 'сума', 'сумагрн', 'досплати'],
    ...['суммаоплаты', 'суммачека', 'суммазаказа', 'сумма', 'итого', 'оплачено', 'ordertotalamount'],
    ...['ordertotal', 'orderamount', 'totalpaid', 'amountpaid', 'paidamount', 'amount', 'amountuah', 'total'],
    ...['totalamount', 'grandtotal', 'totalprice', 'sum', 'разом', 'всього', 'усього', 'вартість'],
    'стоимость',
  ],
};

/** Names are compared in this form: «№ замовлення», «Сума, грн». */
const bare = (name: string): string => foldLookAlikes(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Its sums would be compared as hryvnias. */
const isInOtherCurrency = (title: string): boolean => (currencyInTitle(title) ?? HRYVNIA) !== HRYVNIA;

const findColumn = (header: readonly string[], column: Column): number | undefined => {
  const names = header.map((title) => (column === 'amount' && isInOtherCurrency(title) ? '' : bare(title)));
  // In Shopify's orders this is the number; elsewhere it names goods.
  const isShopify = column === 'reference' && names.includes('financialstatus');
  const words = isShopify ? ['name', ...WORDS[column]] : WORDS[column];
  return words.map((word) => names.indexOf(word)).find((at) => at >= 0);
};

/** How many of the wanted columns a row names. */
const countTillNames = (cells: readonly string[]): number =>
  (['reference', 'amount'] as const).filter((column) => findColumn(cells, column) !== undefined).length;

const refusal = (code: ProblemCode, message: string) => fieldRefusal('columns', code, message);

const HOW =
  'Name the column of the order numbers, and that of the sums if there is one: reference:0,amount:1.';

/**
 * The requested columns, else those named in the header; without a header the first, and no sums.
 * @param requested `reference:0,amount:2`
 * @throws ValidationError `errors.columns`
 */
export const tillColumns = (
  { header, has_header }: TableFacts,
  width: number,
  requested: string | undefined,
): TillColumns => {
  if (requested !== undefined) return parseColumns(requested, width);
  const reference = has_header ? findColumn(header, 'reference') : 0;
  if (reference === undefined)
    throw refusal(
      'missing_column',
      `No column is known as that of the order numbers: ${header.join(', ')}. ${HOW}`,
    );
  const amount = has_header ? (findColumn(header, 'amount') ?? null) : null;
  const isByCard = amount !== null && BY_CARD.includes(bare(header[amount] ?? ''));
  return { reference, amount, ...(isByCard && { isByCard }) };
};

const parseColumns = (requested: string, width: number): TillColumns => {
  const columns = new Map<string, string>(
    requested.split(',').map((part) => {
      const [name = '', index = ''] = part.trim().split(':');
      return [name, index];
    }),
  );
  const indexOf = (name: Column): number | null => {
    const index = columns.get(name);
    if (index === undefined) return null;
    if (!/^\d{1,4}$/.test(index) || Number(index) >= width)
      throw refusal(
        'unknown_column',
        `"${name}:${index}" names no column of the file: there are ${width}, counted from 0.`,
      );
    return Number(index);
  };
  const unknown = [...columns.keys()].find((name) => !Object.hasOwn(WORDS, name));
  if (unknown !== undefined)
    throw refusal('unknown_column', `"${unknown}" is no column that is read. ${HOW}`);
  const reference = indexOf('reference');
  if (reference === null)
    throw refusal('missing_column', `The column of the order numbers is missing. ${HOW}`);
  return { reference, amount: indexOf('amount') };
};

/** A line of the till's file. */
export interface TillLine {
  /** Row in the file, from 1. */
  row: number;
  reference: string;
  /** Minor units; null: the file has none. */
  amount: number | null;
}

/** A skipped row. */
export interface UnreadRow {
  row: number;
  code: UnreadRowCode;
  /** The cell that cannot be read; "" where it is not the cause. */
  value: string;
  detail: string;
}

/** The till's book: the sales that it considers paid. */
export interface TillBook {
  facts: TableFacts;
  columns: TillColumns;
  lines: TillLine[];
  unread: UnreadRow[];
}

interface TillHints extends TableHints {
  columns?: string | undefined;
}

interface ParsedTill extends Pick<TillBook, 'facts' | 'columns'> {
  rows: (TillLine | UnreadRow)[];
}

/** @throws ValidationError `errors.file`, `errors.columns` */
export const parseTill = async (file: Buffer, hints: TillHints, reading: Reading): Promise<ParsedTill> => {
  const { facts, rows } = await readTable(file, hints, reading, countTillNames);
  // A column may have no name.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), facts.header.length);
  const columns = tillColumns(facts, width, hints.columns);
  const amounts = rows.map(({ cells }) => cells[columns.amount ?? width] ?? '');
  const decimalSign = facts.format === 'csv' ? decimalSignOf(amounts) : '.';
  return { facts, columns, rows: rows.map((row) => tillLine(row, columns, decimalSign)) };
};

/** @param head of `rows`, which are sent separately (parse-table.ts) */
export const tillBook = ({
  head,
  rows,
}: { head: Omit<ParsedTill, 'rows'> } & Pick<ParsedTill, 'rows'>): TillBook => ({
  ...head,
  lines: rows.filter((line): line is TillLine => 'reference' in line),
  unread: rows.filter((line): line is UnreadRow => 'detail' in line),
});

const SHOWN_CHARACTERS = 50;

/** The last row of a till's file is often the total. */
const TOTALS = new Set([
  ...['разом', 'всього', 'усього', 'підсумок', 'итого', 'всего', 'total', 'totals', 'grand total'],
]);

/** Exported for its test. */
export const tillLine = (
  { row, cells }: Pick<TableRow, 'row' | 'cells'>,
  { reference: at, amount: amountAt, isByCard = false }: TillColumns,
  decimalSign?: DecimalSign,
): TillLine | UnreadRow => {
  const reference = (cells[at] ?? '').trim();
  if (reference === '') return { row, code: 'no_reference', value: '', detail: 'It has no order number.' };
  if (TOTALS.has(fold(reference).replace(/:$/, '')))
    return { row, code: 'total', value: '', detail: 'It is a sum of other rows.' };
  // No invoice has a longer reference; a till's file may hold fifty thousand of them in memory.
  if (reference.length > MAX_LENGTH.reference)
    return {
      row,
      code: 'long_reference',
      value: '',
      detail: `Its order number has more than ${MAX_LENGTH.reference} characters.`,
    };
  const typed = amountAt === null ? '' : (cells[amountAt] ?? '').trim();
  const amount = typed === '' ? null : parseTypedAmount(typed, MAX_AMOUNT, decimalSign);
  if (isByCard && !amount && amount !== undefined)
    return { row, code: 'not_by_card', value: '', detail: 'It was not paid by card.' };
  if (amount === undefined) {
    const value = shortened(typed, SHOWN_CHARACTERS);
    return { row, code: 'no_amount', value, detail: `"${value}" is no amount.` };
  }
  return { row, reference, amount };
};
