import type { Insertable } from 'kysely';
import { findAccount } from '../accounts.ts';
import { build, type Db } from '../db/connection.ts';
import type { AttemptsTable, IdempotencyKeysTable } from '../db/tables.ts';
import { attemptByTag } from '../invoices/attempts.ts';
import { findInvoice } from '../invoices/invoices.ts';
import { findTerminal } from '../terminals.ts';

// A backup knows nothing of what was asked of the bank after it. Repeated under its key, or by hand while its outcome is
// unknown, that would be asked of the bank once more: a refund given twice, a sale with two QR codes.

/** Requests to the bank in the database that is replaced which a repetition must not make anew. */
export interface BankRequests {
  attempts: readonly Insertable<AttemptsTable>[];
  /** Each with the tag of its attempt. */
  keys: readonly (Insertable<IdempotencyKeysTable> & { tag: string })[];
}

/** @param rows of a query; none where the schema of the replaced database does not know what it asks for */
export const readRequests = (rows: <Row>(query: string) => Row[]): BankRequests => ({
  // One that is done without an answer so far is known by its attempt alone.
  attempts: rows(
    `select kind, status, tag, terminal_id, invoice_id, account_id, number, request, err_code, created_at, settled_at,
      accepted_at, possible_invoices, register_check_at, bank_created_at, bank_settled_at, reason, approved_by
    from attempts where status in ('pending', 'in_doubt')
      or status = 'done' and id in (select attempt_id from idempotency_keys where answer is null)`,
  ),
  keys: rows(
    `select used.account_id, key, fingerprint, answer, used.created_at, used.bank_created_at, tag
    from idempotency_keys as used join attempts on attempts.id = attempt_id order by used.id`,
  ),
});

/** Keeps them: what is open stays open, and a repetition gets the answer of then. */
export const keepRequests = (db: Db, { attempts, keys }: BankRequests): void => {
  for (const attempt of attempts) keepAttempt(db, attempt);
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
