/**
 * A key of a till is an account that has no password: what it creates, and how often it asks, is counted as a person's
 * is. `kind` tells the two apart. An account may be narrowed to what it created, and to one terminal.
 *
 * Invoices are found by who created them, and by their exact reference, without reading the table.
 */
export const tillKeys = `
alter table accounts add column kind text not null default 'person' check (kind in ('person', 'key'));
alter table accounts add column own_sales_only integer not null default 0 check (own_sales_only in (0, 1));
alter table accounts add column terminal_id integer references terminals (id);

create table till_keys (
  account_id integer primary key references accounts (id),
  key_hash text not null unique,
  hint text not null,
  issued_at integer not null,
  first_used_at integer,
  last_used_at integer,
  revoked_at integer
) strict;

create index invoices_created_by on invoices (created_by, created_date, id) where created_by is not null;
create index invoices_reference on invoices (reference);
`;
