import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../main/store/db/connection.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const BEFORE = migrations.slice(0, 5);
const DAY = 86_400_000;

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, 'kramar.db');
});
afterEach(() => folder.remove());

/** A shop of the version before with invoices of these statuses, paid then (ms), a kept answer and attempts. */
const olderWith = (invoices: readonly { status: string; paid_date: number | null }[]): void => {
  const older = openDatabase(file, { migrations: BEFORE });
  const run = (text: string) => older.run(plainSql(text));
  run(`insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text,
    created_at, updated_at) values (1, '', '', '', '', 1, 1, '', 0, 0)`);
  run(`insert into accounts (id, role, username, password_hash, password_changed_at, full_name, email, position,
    can_view_invoices, can_create_invoices, can_cancel_invoices, can_manage_terminals, can_manage_employees, is_active,
    search_text, created_at, updated_at) values (1, 'owner', 'o', '', 0, '', '', '', 1, 1, 1, 1, 1, 1, '', 0, 0)`);
  for (const [at, { status, paid_date }] of invoices.entries())
    run(`insert into invoices (number, invoice_id, terminal_id, status, amount, ccy, reference, destination, comment,
      page_url, failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee, created_locally,
      webhook_received, created_date, paid_date, search_text)
      values (${at + 1}, 'p${at}', 1, '${status}', 1, 980, '', '', '', '', '', '', '', '', '', '', 0, 1, 0, 0, ${paid_date}, '')`);
  run("insert into idempotency_keys values (1, 'k', 'f', '{}', 77)");
  for (const [id, status] of ['done', 'in_doubt'].entries())
    run(`insert into attempts (kind, status, tag, terminal_id, account_id, idempotency_key, request, err_code, created_at,
      settled_at) values ('create', '${status}', 't${id}', 1, 1, 'k${id}', '{}', '', 5, 6)`);
  older.close();
};

it('payments of the last 180 days are to be queried, whatever time they have', () => {
  const now = Date.now();
  olderWith([
    { status: 'success', paid_date: now - DAY },
    { status: 'success', paid_date: now - 179 * DAY },
    { status: 'success', paid_date: now - 181 * DAY },
    { status: 'success', paid_date: Date.UTC(2099, 0, 1) },
    { status: 'reversed', paid_date: now - DAY },
    { status: 'created', paid_date: null },
  ]);
  const db = openDatabase(file, { backup: false });
  const plans = db.all(plainSql('select sweep_at, bank_created_date from invoices order by id'));
  db.close();
  expect(plans).toEqual(
    [0, 0, null, 0, null, null].map((sweep_at) => ({ sweep_at, bank_created_date: null })),
  );
});

it('kept answers and settled attempts keep their times; when an attempt in doubt began is not known', () => {
  olderWith([]);
  const db = openDatabase(file, { backup: false });
  const [keys, attempts] = [
    db.all(plainSql('select bank_created_at from idempotency_keys')),
    db.all(plainSql('select bank_created_at, bank_settled_at from attempts order by id')),
  ];
  db.close();
  expect(keys).toEqual([{ bank_created_at: 77 }]);
  expect(attempts).toEqual([
    { bank_created_at: null, bank_settled_at: 6 },
    { bank_created_at: null, bank_settled_at: null },
  ]);
});
