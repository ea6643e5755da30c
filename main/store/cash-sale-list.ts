import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import { type CashSaleRow, notRefused } from './shifts.ts';

export interface CashSaleFilter {
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
  if (number !== undefined)
    matching = matching.where((eb) =>
      eb.or([
        eb('number', '=', number),
        eb(
          'return_of',
          'in',
          eb.selectFrom('cash_sales as sold').select('sold.id').where('sold.number', '=', number),
        ),
      ]),
    );
  const order = [{ field: 'id', descending: true }] as const;
  return findSlice(db, matching, matching.selectAll(), 'cash_sales', order, slice);
};
