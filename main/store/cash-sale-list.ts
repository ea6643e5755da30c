import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { InvoiceStatus } from '../../shared/api/statuses.ts';
import { fold } from '../../shared/text.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, listed, matchesWords, type Slice } from './db/list.ts';
import type { Tables } from './db/tables.ts';
import { isDigits } from './invoices/filter.ts';
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
  is_refund?: boolean | undefined;
  /** In one of these, as `cashStatus` has it. */
  status?: readonly InvoiceStatus[] | undefined;
  /** One of its lines is of this product (id). */
  product?: number | undefined;
  /** A part goes by the QR of this terminal (id). */
  terminal?: number | undefined;
  /** Only those that no invoice stands for in the list of sales: a sale in parts is a row of its invoice until it ends. */
  is_own_row?: boolean | undefined;
}

/** The sales for cash alone of which all came back. */
const returned = sql`(select sold.id from cash_sales as back join cash_sales as sold on sold.id = back.return_of
  where back.return_of is not null and back.voided_at is null and back.attempt_id is null group by sold.id
  having sum(back.amount) >= sold.amount or sum(back.amount - back.rounding) >= sold.amount - sold.rounding)`;

const attempt = (value: string) =>
  sql`(select ${sql.raw(value)} from attempts where attempts.id = cash_sales.attempt_id)`;

/** The status of an entry that is a row of its own, named as an invoice's: a return is reversed, one that does not count expired. */
export const cashStatus = sql<InvoiceStatus>`case
  when attempt_id is null and is_refund = 0 and voided_at is null
    then iif(cash_sales.id in ${returned}, 'reversed', 'success')
  when voided_at is not null or ended = 'given_back' then 'expired'
  when is_refund = 1 and attempt_id is null then 'reversed'
  when is_refund = 1 then ${attempt(`case when status = 'done' or accepted_at is not null then 'reversed'
    when status in ('pending', 'in_doubt') then 'processing' else 'expired' end`)}
  when ended = 'cash' then iif(cash_sales.id in ${returned}, 'reversed', 'success')
  else ${attempt("case status when 'pending' then 'created' when 'in_doubt' then 'processing' else 'expired' end")} end`;

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

/** Sales for cash and their returns. */
export const matchingCashSales = (filter: CashSaleFilter) => {
  const { number, in_parts, amount_min, amount_max, date_from, date_to, made_by, shift_id } = filter;
  const { is_refund, status, product, terminal, is_own_row = false } = filter;
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
  if (is_refund !== undefined) matching = matching.where('is_refund', '=', is_refund ? 1 : 0);
  if (status !== undefined) matching = matching.where(cashStatus, 'in', listed(status));
  if (terminal !== undefined)
    matching = matching.where(sql<SqlBool>`${attempt('terminal_id')} = ${terminal}`);
  if (product !== undefined)
    matching = matching.where(
      sql<SqlBool>`cash_sales.id in (select cash_sale_id from cash_sale_items where product_id = ${product})`,
    );
  if (is_own_row)
    matching = matching.where(
      sql<SqlBool>`(attempt_id is null or is_refund = 1 or ended is not null or ${attempt('invoice_id')} is null)`,
    );
  return matching;
};

/** The latest first. */
export const listCashSales = (db: Db, filter: CashSaleFilter, slice: Slice): Found<CashSaleRow> => {
  const matching = matchingCashSales(filter);
  const order = [{ field: 'id', descending: true }] as const;
  return findSlice(db, matching, matching.selectAll(), 'cash_sales', order, slice);
};
