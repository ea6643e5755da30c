import { type ProblemCode, problem } from '../../../shared/errors.ts';
import { foldLookAlikes } from '../../../shared/text.ts';
import { ValidationError } from '../errors.ts';
import type { TableFacts } from './table.ts';

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

const findColumn = (header: readonly string[], column: Column): number | undefined => {
  const names = header.map(bare);
  // In Shopify's orders this is the number; elsewhere it names goods.
  const isShopify = column === 'reference' && names.includes('financialstatus');
  const words = isShopify ? ['name', ...WORDS[column]] : WORDS[column];
  return words.map((word) => names.indexOf(word)).find((at) => at >= 0);
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
