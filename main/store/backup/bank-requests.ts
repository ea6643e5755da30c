import type { Insertable } from 'kysely';
import { findAccount } from '../accounts.ts';
import { build, type Db } from '../db/connection.ts';
import type {
  AttemptsTable,
  CashSaleItemsTable,
  CashSalesTable,
  IdempotencyKeysTable,
} from '../db/tables.ts';
import { attemptByTag } from '../invoices/attempts.ts';
import { findInvoice, scheduleCheck } from '../invoices/invoices.ts';
import { cashSaleOfAttempt, findCashSale, listShifts } from '../shifts.ts';
import { findTerminal } from '../terminals.ts';

// A backup knows nothing of what was asked of the bank after it. Repeated under its key, or by hand while its outcome is
// unknown, that would be asked of the bank once more: a refund given twice, a sale with two QR codes.

/** Requests to the bank in the database that is replaced which a repetition must not make anew. */
export interface BankRequests {
  attempts: readonly Insertable<AttemptsTable>[];
  /** Each with the tag of its attempt. */
  keys: readonly (Insertable<IdempotencyKeysTable> & { tag: string })[];
  /** The cash that lies aside, or goes back, beside them: each with the tag of its attempt. */
  cash: readonly (Insertable<CashSalesTable> & { id: number; tag: string })[];
  cashItems: readonly Insertable<CashSaleItemsTable>[];
}

/** One that is done without an answer so far is known by its attempt alone. */
const IS_OPEN = `(attempts.status in ('pending', 'in_doubt')
  or attempts.status = 'done' and attempts.id in (select attempt_id from idempotency_keys where answer is null))`;
const OPEN_CASH = `cash_sales join attempts on attempts.id = cash_sales.attempt_id where ended is null and ${IS_OPEN}`;

/** @param rows of a query; none where the schema of the replaced database does not know what it asks for */
export const readRequests = (rows: <Row>(query: string) => Row[]): BankRequests => ({
  attempts: rows(
    `select kind, status, tag, terminal_id, invoice_id, account_id, number, request, err_code, created_at, settled_at,
      accepted_at, possible_invoices, register_check_at, bank_created_at, bank_settled_at, reason, approved_by
    from attempts where ${IS_OPEN}`,
  ),
  keys: rows(
    `select used.account_id, key, fingerprint, answer, used.created_at, used.bank_created_at, tag
    from idempotency_keys as used join attempts on attempts.id = attempt_id order by used.id`,
  ),
  cash: rows(
    `select cash_sales.id, shift_id, amount, is_refund, remark, made_by, made_at, cash_sales.number, rounding, received,
      return_of, cash_sales.reason, qr_amount, is_carried, search_text, tag from ${OPEN_CASH}`,
  ),
  cashItems: rows(
    `select cash_sale_id, position, name, price, quantity, unit, discount, amount, item_id
    from cash_sale_items where cash_sale_id in (select cash_sales.id from ${OPEN_CASH})`,
  ),
});

/** Keeps them: what is open stays open, and a repetition gets the answer of then. */
export const keepRequests = (db: Db, { attempts, keys, cash, cashItems }: BankRequests): void => {
  for (const attempt of attempts) keepAttempt(db, attempt);
  for (const sale of cash) if (keepCash(db, sale)) insertItems(db, sale.id, cashItems);
  for (const { tag, ...row } of keys) {
    const attempt_id = attemptByTag(db, tag)?.id ?? null;
    if (!findAccount(db, row.account_id) || (attempt_id === null && row.answer === null)) continue;
    db.run(build.replaceInto('idempotency_keys').values({ ...row, attempt_id }));
  }
};

const keepAttempt = (db: Db, attempt: Insertable<AttemptsTable>): void => {
  if (attemptByTag(db, attempt.tag) || !findTerminal(db, attempt.terminal_id)) return;
  const invoice_id = findInvoice(db, attempt.invoice_id ?? 0)?.id ?? null;
  // An invoice that is not here any more is looked for at the bank again.
  const isCreation = attempt.kind === 'create' && invoice_id === null;
  if (invoice_id === null && !isCreation) return;
  // Its invoice is here as it was before the request.
  if (invoice_id !== null) scheduleCheck(db, invoice_id, attempt.created_at);
  const row = {
    ...attempt,
    invoice_id,
    account_id: findAccount(db, attempt.account_id ?? 0)?.id ?? null,
    approved_by: findAccount(db, attempt.approved_by ?? 0)?.id ?? null,
    status: isCreation ? ('in_doubt' as const) : attempt.status,
  };
  // Another request for the same invoice may be open in the backup: that one holds up a repetition as well.
  db.run(
    build
      .insertInto('attempts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
};

/** In a shift that is not open here it counts in none before the next. @returns whether it was written */
const keepCash = (db: Db, { tag, ...sale }: BankRequests['cash'][number]): boolean => {
  const attempt = attemptByTag(db, tag);
  const { shift_id, made_by, return_of } = sale;
  const [latest] = listShifts(db, { offset: 0, limit: 1 }).rows;
  const isKnown = findAccount(db, made_by) && (return_of == null || findCashSale(db, return_of));
  if (!attempt || !latest || !isKnown || cashSaleOfAttempt(db, attempt.id)) return false;
  const isOpenHere = latest.id === shift_id && latest.closed_at === null;
  const row = { ...sale, attempt_id: attempt.id, shift_id: latest.id, approved_by: attempt.approved_by };
  db.run(build.insertInto('cash_sales').values(isOpenHere ? row : { ...row, is_carried: 1 }));
  return true;
};

/** Without their products, which may not be here any more. */
const insertItems = (db: Db, saleId: number, items: BankRequests['cashItems']): void => {
  const own = items.filter(({ cash_sale_id }) => cash_sale_id === saleId);
  if (own.length > 0) db.run(build.insertInto('cash_sale_items').values(own));
};
