import Database from 'better-sqlite3';
import type { Invoice as BankInvoice } from '../../main/practice-bank/records.ts';
import type { CashMoveRow } from '../../main/store/cash-moves.ts';
import type { EventRow } from '../../main/store/events.ts';
import type { KeyRow } from '../../main/store/idempotency-keys.ts';
import type { AttemptRow } from '../../main/store/invoices/attempts.ts';
import type { InvoiceRow } from '../../main/store/invoices/invoices.ts';
import type { JobRunRow } from '../../main/store/job-runs.ts';
import type { CashSaleRow } from '../../main/store/shifts.ts';

/** An attempt with the Idempotency-Key that it came under. */
export type JournaledAttempt = AttemptRow & { idempotency_key: string | null };

/** A cash sale, or a return, with the attempt of its part by QR. */
export type CashRow = CashSaleRow & {
  [Name in 'tag' | 'status' | 'accepted_at' | 'invoice_id']: AttemptRow[Name] | null;
};

/** The bank's ledger and ours, as they lie on the disk. */
export interface Books {
  bank: readonly BankInvoice[];
  invoices: readonly Omit<InvoiceRow, 'terminal_name'>[];
  /** The bank's id of an invoice here. */
  bankIds: ReadonlyMap<number | null, string>;
  attempts: readonly JournaledAttempt[];
  events: readonly EventRow[];
  keys: readonly KeyRow[];
  jobRuns: readonly JobRunRow[];
  /** Their tokens are destroyed: nothing at the bank is looked at any more. */
  deletedTerminals: ReadonlySet<number>;
  /** Further bank invoices of sales that Kramar watches, by the bank's ids. */
  watched: ReadonlySet<string>;
  cash: readonly CashRow[];
  moves: readonly CashMoveRow[];
  /** Lines (ids) of cash sales of which more came back than was sold. */
  overReturned: readonly number[];
  /** Faults that SQLite itself finds, and refunds that do not add up. */
  faults: readonly string[];
}

/** Reads outside the service, also while it does not run. Changes nothing. */
export const readDatabase = <Result>(file: string, read: (db: Database.Database) => Result): Result => {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // As of one moment.
    return db.transaction(() => read(db))();
  } finally {
    db.close();
  }
};

const rows = <Row>(db: Database.Database, table: string): Row[] =>
  db.prepare(`select * from ${table} order by rowid`).all() as Row[];

const ATTEMPTS = `
  select attempts.*, idempotency_keys.key as idempotency_key
  from attempts left join idempotency_keys on attempt_id = attempts.id order by attempts.id`;

const CASH = `
  select cash_sales.*, attempts.tag, attempts.status, attempts.accepted_at, attempts.invoice_id
  from cash_sales left join attempts on attempts.id = attempt_id order by cash_sales.id`;

const OVER_RETURNED = `
  select sold.id from cash_sale_items as sold join cash_sale_items as back on back.item_id = sold.id
    join cash_sales on cash_sales.id = back.cash_sale_id left join attempts on attempts.id = attempt_id
  where coalesce(attempts.status not in ('refused', 'dropped'), 1)
  group by sold.id having sum(back.quantity) > sold.quantity`;

export const readBooks = (file: string, bank: readonly BankInvoice[]): Books =>
  readDatabase(file, (db) => ({
    bank,
    invoices: rows(db, 'invoices'),
    bankIds: new Map(db.prepare<[], [number, string]>('select id, invoice_id from invoices').raw().all()),
    attempts: db.prepare(ATTEMPTS).all() as JournaledAttempt[],
    events: rows(db, 'events'),
    keys: db.prepare('select * from idempotency_keys').all() as KeyRow[],
    jobRuns: rows(db, 'job_runs'),
    deletedTerminals: new Set(
      db.prepare<[], number>('select id from terminals where deleted_at is not null').pluck().all(),
    ),
    watched: new Set(
      rows<{ bank_invoice_id: string; state: string }>(db, 'sale_invoices')
        .filter(({ state }) => state === 'open')
        .map(({ bank_invoice_id }) => bank_invoice_id),
    ),
    cash: db.prepare<[], CashRow>(CASH).all(),
    moves: rows(db, 'cash_moves'),
    overReturned: db.prepare<[], number>(OVER_RETURNED).pluck().all(),
    faults: faultsOf(db),
  }));

export const faultsOf = (db: Database.Database): string[] => [
  ...(db.pragma('integrity_check') as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((found) => found !== 'ok'),
  ...(db.pragma('foreign_key_check') as object[]).map((row) => `foreign key: ${JSON.stringify(row)}`),
  ...unevenRefunds(db),
];

/** The refunds of an invoice are written with it, or not at all: they add up to the difference. */
const unevenRefunds = (db: Database.Database): string[] =>
  db
    .prepare<[], { id: number; missing: number; given: number }>(
      `select * from (
        select id,
          iif(status in ('success', 'reversed'),
            amount - uncaptured - coalesce(final_amount, iif(status = 'reversed', 0, amount - uncaptured)), 0)
            as missing,
          (select coalesce(sum(amount), 0) from refunds where invoice_id = invoices.id) as given
        from invoices
      ) where missing <> given`,
    )
    .all()
    .map(({ id, missing, given }) => `Of invoice ${id} ${missing} is missing, its refunds are ${given}.`);

/** The attempts that a start puts in doubt. A refund that the bank has accepted is not among them. */
export const countPending = (file: string): number =>
  readDatabase(file, (db) => {
    const pending = rows<AttemptRow & { accepted_at?: number | null }>(db, 'attempts');
    return pending.filter(({ status, accepted_at }) => status === 'pending' && !accepted_at).length;
  });
