/**
 * What the bank says of one thing and Kramar cannot read: one row for each invoice, line of the statement, fiscal
 * receipt, register or attempt, from the first such answer until one that can be read. `key` names the thing within
 * its kind and terminal. `line` is the statement's line with card numbers and secrets masked, so that it can be read
 * again by a newer version; `read_from` is the start of the statement that holds it.
 */
export const unreadableRecords = `
create table unreadable_records (
  id integer primary key autoincrement,
  kind text not null check (kind in ('invoice', 'statement_line', 'fiscal_check', 'register', 'attempt')),
  terminal_id integer not null references terminals (id),
  key text not null,
  invoice_id integer references invoices (id),
  bank_id text not null,
  field text not null,
  value text not null,
  line text,
  read_from integer,
  first_seen_at integer not null,
  last_seen_at integer not null,
  tries integer not null,
  next_try_at integer,
  unique (kind, terminal_id, key)
) strict;
create index unreadable_records_invoice on unreadable_records (invoice_id) where invoice_id is not null;
`;
