import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { fold } from '../../shared/text.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, matchesWords, type Slice } from './db/list.ts';
import type { Tables } from './db/tables.ts';
import { isDigits } from './invoices/invoices.ts';
import { trigramsOf } from './invoices/search/plan.ts';
import { idsWith, MAX_COUNTED } from './invoices/search/trigrams.ts';
import { type CashSaleRow, notRefused } from './shifts.ts';

export interface CashSaleFilter {
  /** Each word is in the remark or a name of the goods, or is the number. */
  search?: readonly string[] | undefined;
  /** Of the sale, or of the sale that a return is of. */
  number?: number | undefined;
  /** Whether a part goes by QR. */
  in_parts?: boolean | undefined;
  /** What was to be paid, with the part by QR, minor units; both ends included. */
  amount_min?: number | undefined;
  amount_max?: number | undefined;
  /** When it was entered, ms UTC, both ends included. */
  date_from?: number | undefined;
  date_to?: number | undefined;
  /** The account (id) that entered it. */
  made_by?: number | undefined;
  shift_id?: number | undefined;
}

/** The ids of the sale with a number, and of its returns. */
const numbered = (number: number) =>
  sql`select id from cash_sales where number = ${number} union all
    select id from cash_sales where return_of in (select id from cash_sales where number = ${number})`;

/** Narrowed by the index first, where a word is long enough: it has no positions, so the text is looked at again. */
const hasWord = (word: string) => {
  const number = isDigits(word) ? [numbered(Number(word))] : [];
  const trigrams = trigramsOf(fold(word)).slice(0, MAX_COUNTED);
  const among = sql.join([idsWith(trigrams, 'cash_sales'), ...number], sql` union all `);
  return (eb: ExpressionBuilder<Tables, 'cash_sales'>) =>
    eb.and([
      ...(trigrams.length > 0 ? [sql<SqlBool>`cash_sales.id in (${among})`] : []),
      matchesWords(eb, 'search_text', [word], () =>
        number.map((ids) => sql<SqlBool>`cash_sales.id in (${ids})`),
      ),
    ]);
};

/** Sales for cash and their returns, the latest first. */
export const listCashSales = (db: Db, filter: CashSaleFilter, slice: Slice): Found<CashSaleRow> => {
  const { number, in_parts, amount_min, amount_max, date_from, date_to, made_by, shift_id } = filter;
  let matching = build.selectFrom('cash_sales').where(notRefused);
  if (shift_id !== undefined) matching = matching.where('shift_id', '=', shift_id);
  if (in_parts !== undefined) matching = matching.where('qr_amount', in_parts ? '>' : '=', 0);
  if (amount_min !== undefined) matching = matching.where('amount', '>=', amount_min);
  if (amount_max !== undefined) matching = matching.where('amount', '<=', amount_max);
  if (date_from !== undefined) matching = matching.where('made_at', '>=', date_from);
  if (date_to !== undefined) matching = matching.where('made_at', '<=', date_to);
  if (made_by !== undefined) matching = matching.where('made_by', '=', made_by);
  if (number !== undefined) matching = matching.where(sql<SqlBool>`cash_sales.id in (${numbered(number)})`);
  for (const word of filter.search ?? []) matching = matching.where(hasWord(word));
  const order = [{ field: 'id', descending: true }] as const;
  return findSlice(db, matching, matching.selectAll(), 'cash_sales', order, slice);
};
