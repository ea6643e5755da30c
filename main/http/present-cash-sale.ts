import { type CashSale, cashSale } from '../../shared/api/cash-sales.ts';
import { numberDisplay } from '../../shared/api/invoices.ts';
import { QUANTITY_SCALE } from '../../shared/money.ts';
import { type QrPart, qrPartOf, restInCash, statusOfCash } from '../money/cash/parts.ts';
import { type CashSold, cashSold } from '../money/cash/return.ts';
import { mayVoid } from '../money/shifts/visibility.ts';
import { present } from '../platform/present.ts';
import { accountName } from '../shop/accounts/accounts.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import type { Db } from '../store/db/connection.ts';
import { type CashSaleItemRow, type CashSaleRow, findShift, itemsOfCashSales } from '../store/shifts.ts';
import { itemFields } from './present-invoice.ts';
import { nameOrNull } from './present-shift.ts';

/** Of a return, and of a sale that does not count, nothing can come back. */
const unreturned = (row: CashSaleItemRow) => ({ row, returned: 0 });

export const presentCashSale = (db: Db, row: CashSaleRow, actor: Actor): CashSale => {
  const part = qrPartOf(db, row);
  const status = statusOfCash(row, part);
  const isSold = row.is_refund === 0 && row.voided_at === null && status === 'done';
  const sold = isSold ? cashSold(db, row) : undefined;
  const inCash = row.amount - row.qr_amount;
  const isOpen = row.is_refund === 0 && (status === 'waiting' || status === 'unpaid');
  const lines = sold?.lines ?? (itemsOfCashSales(db, [row.id]).get(row.id) ?? []).map(unreturned);
  return present(cashSale, {
    ...row,
    status,
    number_display: row.number === null ? '' : numberDisplay(row.number),
    shift: row.shift_id,
    items: lines.map(({ row: item, returned }) => ({
      ...itemFields(item),
      returned: returned / 10 ** QUANTITY_SCALE,
    })),
    total: row.amount - row.rounding,
    amount: inCash,
    qr: part ? presentQr(row, part, sold) : null,
    to_give_back: row.is_refund === 0 && status === 'unpaid' ? inCash : 0,
    rest_in_cash: isOpen ? restInCash(db, row) : 0,
    change: row.received === null ? null : row.received - inCash,
    left: sold?.left ?? 0,
    left_in_cash: sold ? Math.min(sold.left, sold.leftCash) : 0,
    made_by: accountName(db, row.made_by),
    voided_by: nameOrNull(db, row.voided_by),
    is_voidable:
      row.voided_at === null && findShift(db, row.shift_id)?.closed_at === null && mayVoid(actor, row),
  });
};

const presentQr = (
  { is_refund, qr_amount }: CashSaleRow,
  { invoice }: QrPart,
  sold: CashSold | undefined,
): CashSale['qr'] => ({
  // A rest that was taken in cash is no part by QR any more; its invoice shows what it was for.
  amount: is_refund === 0 && invoice ? invoice.amount : qr_amount,
  invoice: invoice?.id ?? null,
  status: invoice?.status ?? null,
  page_url: invoice?.page_url ?? '',
  left: sold?.qr?.left ?? 0,
});
