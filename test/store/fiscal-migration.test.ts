import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../main/store/db/connection.ts';
import {
  findFiscalCheck,
  paymentsDueForFiscalCheck,
  putFiscalCheck,
  putFiscalTerminal,
} from '../../main/store/fiscal.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { contentsOf, inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const DAY = 86_400_000;

/** A shop of the version before: a terminal, payments, a refund, an event, a run. */
const OLD = [
  `insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text,
    created_at, updated_at) values (1, 'Каса', '', '', '', 1, 1, '', 0, 0)`,
  ...[1, 2].map(
    (
      id,
    ) => `insert into invoices (id, number, invoice_id, terminal_id, status, amount, ccy, final_amount, reference,
      destination, comment, page_url, failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee,
      created_locally, webhook_received, created_date, modified_date, paid_date, search_text)
    values (${id}, ${id}, 'p${id}', 1, 'success', 1000, 980, 900, '', '', '', '', '', '', '', '', '', '', 13, 1, 0,
      ${id * DAY}, ${id * DAY}, ${id * DAY}, '')`,
  ),
  'insert into refunds (invoice_id, amount, refunded_at) values (1, 100, 5)',
  "insert into events (type, invoice_id, terminal_id, data, created_at) values ('invoice.refunded', 1, 1, '{}', 5)",
  `insert into job_runs (job, cause, status, found, changed, error, started_at, finished_at)
    values ('prune', 'start', 'done', 0, 0, '', 1, 2)`,
];

test('a database without fiscal checks keeps all that it has, and may note them from then on', () => {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'kramar.db');
    openDatabase(file, { migrations: migrations.slice(0, 3) }).close();
    for (const statement of OLD) inFile(file, statement);
    const before = contentsOf(file);

    const db = openDatabase(file, { migrations: migrations.slice(0, 4) });
    const due = { terminal: 1, paidFrom: 0, paidTo: 9 * DAY, now: 9 * DAY, farthest: 99 * DAY, limit: 9 };
    expect(paymentsDueForFiscalCheck(db, due).map(({ id }) => id)).toEqual([2, 1]);
    const row = {
      invoice_id: 2,
      status: 'none',
      status_description: '',
      asked_at: 7,
      next_ask_at: null,
    } as const;
    putFiscalCheck(db, row);
    putFiscalCheck(db, { ...row, status: 'done' });
    expect(findFiscalCheck(db, 2)).toEqual({ ...row, status: 'done' });
    expect(paymentsDueForFiscalCheck(db, due).map(({ id }) => id)).toEqual([1]);
    db.close();

    const { fiscal_checks, fiscal_terminals, ...after } = contentsOf(file);
    expect(after).toEqual(before);
    expect([fiscal_checks?.length, fiscal_terminals]).toEqual([1, []]);
    const whole = openDatabase(file);
    const terminal = { terminal_id: 9, fiscalises_since: null, asked_in_vain: 1, next_ask_at: 8, source: '' };
    expect(() => putFiscalTerminal(whole, terminal)).toThrow(/FOREIGN KEY/);
    whole.close();
    const plan = `select status_description from invoices left join fiscal_checks on fiscal_checks.invoice_id = invoices.id
      where paid_date >= 1 and paid_date <= 2`;
    expect(
      inFile<{ detail: string }>(file, `explain query plan ${plan}`).map(({ detail }) => detail),
    ).toEqual([expect.stringContaining('invoices_paid'), expect.stringContaining('INTEGER PRIMARY KEY')]);
  } finally {
    folder.remove();
  }
});
