/**
 * Held payments. `holds` has a row for each invoice that was created for holding, or that the bank holds. `uncaptured` is
 * the part of an invoice's amount that the shop never took: the rest of a hold captured in part, all of a released one.
 * What was taken is amount − uncaptured.
 *
 * A capture and a release are journaled like a refund, and of the three one at a time may be open for an invoice. SQLite
 * changes no check of a table, so the journal is written anew with the two further kinds.
 */

const COLUMNS =
  'id, kind, status, tag, terminal_id, invoice_id, account_id, number, idempotency_key, fingerprint, request, err_code, ' +
  'created_at, settled_at, accepted_at, possible_invoices, register_check_at, bank_created_at, bank_settled_at, reason, ' +
  'approved_by';

const tables = `
alter table invoices add column uncaptured integer not null default 0;
create table holds (
  invoice_id integer primary key references invoices (id) on delete cascade,
  state text not null check (state in ('waiting', 'held', 'captured', 'released')),
  amount integer not null,
  held_at integer,
  captured_amount integer,
  ended_at integer,
  warned_at integer
) strict;
create index holds_held on holds (held_at) where state = 'held';
`;

const journal = `
create table attempts_with_holds (
  id integer primary key autoincrement,
  kind text not null check (kind in ('create', 'remove', 'refund', 'capture', 'release')),
  status text not null check (status in ('pending', 'done', 'refused', 'in_doubt', 'dropped')),
  tag text not null unique,
  terminal_id integer not null references terminals (id),
  invoice_id integer references invoices (id),
  account_id integer references accounts (id) on delete set null,
  number integer,
  idempotency_key text,
  fingerprint text,
  request text not null,
  err_code text not null,
  created_at integer not null,
  settled_at integer,
  accepted_at integer,
  possible_invoices integer not null default 1,
  register_check_at integer,
  bank_created_at integer,
  bank_settled_at integer,
  reason text not null default '',
  approved_by integer references accounts (id)
) strict;
insert into attempts_with_holds (${COLUMNS}) select ${COLUMNS} from attempts order by id;
drop table attempts;
alter table attempts_with_holds rename to attempts;
create index attempts_open on attempts (status, kind) where status in ('pending', 'in_doubt');
create index attempts_invoice on attempts (invoice_id);
create index attempts_key on attempts (account_id, idempotency_key) where idempotency_key is not null;
create unique index attempts_open_money on attempts (invoice_id)
  where kind in ('refund', 'capture', 'release') and status in ('pending', 'in_doubt');
create index attempts_register_check on attempts (terminal_id, register_check_at) where register_check_at is not null;
create index attempts_refunded_at on attempts (coalesce(bank_created_at, created_at)) where kind = 'refund';
`;

export const holds = [
  { what: 'held payments', sql: tables },
  { what: 'journal of bank requests', sql: journal },
] as const;
