import { type ProblemCode, problem } from '../../../shared/errors.ts';
import { fold } from '../../../shared/text.ts';
import { ValidationError } from '../errors.ts';
import type { TableFacts } from './table.ts';

/** Indexes of the columns that are read from a till's file. */
export interface TillColumns {
  reference: number;
  amount: number | null;
}

type Column = keyof TillColumns;

/** Most likely names first: a till's file may have both an order number and a receipt number. */
const WORDS: Record<Column, readonly string[]> = {
  reference: [
    ...['номерзамовлення', 'замовлення', 'ordernumber', 'orderno', 'orderid', 'order', 'референс'],
    ...['reference', 'ref', 'номерчека', 'номерчеку', 'чек', 'чека', 'чеку', 'receiptnumber', 'receiptno'],
    ...['receipt', 'номеррахунку', 'рахунок', 'рахунку', 'invoicenumber', 'invoiceno', 'invoice'],
    ...['номердокумента', 'документ', 'документа', 'номерпродажу', 'продаж', 'ідентифікатор', 'rrn'],
    ...['номер', 'number', 'id'],
  ],
  amount: [
    ...['сумаоплати', 'сумачека', 'сумачеку', 'сумазамовлення', 'сума', 'сумагрн', 'досплати'],
    ...['amount', 'amountuah', 'total', 'totalamount', 'sum', 'разом', 'всього', 'оплачено', 'вартість'],
  ],
};

/** Names are compared in this form: «№ замовлення», «Сума, грн». */
const bare = (name: string): string => fold(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

const findColumn = (header: readonly string[], column: Column): number | undefined => {
  const names = header.map(bare);
  return WORDS[column].map((word) => names.indexOf(word)).find((at) => at >= 0);
};

/** How many of the wanted columns a row names. */
export const countTillNames = (cells: readonly string[]): number =>
  (['reference', 'amount'] as const).filter((column) => findColumn(cells, column) !== undefined).length;

const refusal = (code: ProblemCode, message: string) =>
  new ValidationError({ columns: [problem(code, message)] });

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
  return { reference, amount };
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
