/**
 * The tables of a shop as plain as they can be: no kept sums, no search index, few indexes, and no table that the bench leaves empty. The bench's own, so that the
 * floor stays the same when the service's schema changes.
 */
export const PLAIN_SCHEMA = `
create table counters (
  name text primary key,
  value integer not null
) strict, without rowid;

create table accounts (
  id integer primary key autoincrement,
  role text not null check (role in ('owner', 'employee')),
  username text not null unique,
  password_hash text not null,
  password_changed_at integer not null,
  full_name text not null,
  email text not null,
  position text not null,
  can_view_invoices integer not null,
  can_create_invoices integer not null,
  can_cancel_invoices integer not null,
  can_manage_terminals integer not null,
  can_manage_employees integer not null,
  is_active integer not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create unique index one_owner on accounts (role) where role = 'owner';

create table terminals (
  id integer primary key autoincrement,
  name text not null,
  merchant_id text not null,
  merchant_name text not null,
  edrpou text not null,
  is_active integer not null,
  show_payments integer not null,
  sealed_token blob,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  statement_synced_at integer, statement_completed_at integer, registers_synced_at integer) strict;

create table cash_registers (
  id integer primary key autoincrement,
  terminal_id integer not null references terminals (id),
  qr_id text not null,
  short_qr_id text not null,
  name text not null,
  amount_type text not null,
  page_url text not null,
  is_active integer not null,
  created_at integer not null,
  updated_at integer not null,
  unique (terminal_id, qr_id)
) strict;

create table categories (
  id integer primary key autoincrement,
  name text not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create table units (
  id integer primary key autoincrement,
  name text not null,
  short_name text not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create table products (
  id integer primary key autoincrement,
  code integer not null unique,
  name text not null,
  price integer not null check (price >= 0),
  name_for_docs text not null,
  article text not null,
  external_code text not null,
  category_id integer references categories (id) on delete set null,
  unit_id integer references units (id) on delete set null,
  is_archived integer not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create index products_category on products (category_id);

create index products_unit on products (unit_id);

create table invoices (
  id integer primary key autoincrement,
  number integer not null unique,
  invoice_id text not null unique,
  terminal_id integer not null references terminals (id),
  cash_register_id integer references cash_registers (id) on delete set null,
  status text not null check (status in ('created', 'processing', 'success', 'failure', 'reversed', 'expired')),
  amount integer not null,
  ccy integer not null,
  final_amount integer,
  reference text not null,
  destination text not null,
  comment text not null,
  page_url text not null,
  failure_code text not null,
  failure_reason text not null,
  masked_pan text not null,
  approval_code text not null,
  rrn text not null,
  payment_system text not null,
  fee integer not null,
  created_locally integer not null,
  webhook_received integer not null,
  created_date integer not null,
  modified_date integer,
  paid_date integer,
  expires_at integer,
  next_check_at integer,
  created_by integer references accounts (id) on delete set null,
  search_text text not null
) strict;

create index invoices_created on invoices (created_date, id);

create index invoices_terminal on invoices (terminal_id, status);

create index invoices_cash_register on invoices (cash_register_id);

create index invoices_next_check on invoices (terminal_id, next_check_at) where next_check_at is not null;

create table invoice_items (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id) on delete cascade,
  position integer not null,
  name text not null,
  price integer not null,
  quantity integer not null,
  unit text not null,
  product_id integer references products (id) on delete set null,
  discount integer not null,
  amount integer not null
) strict;

create index invoice_items_invoice on invoice_items (invoice_id, position);

create index invoice_items_product on invoice_items (product_id);

create table refunds (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  amount integer not null check (amount > 0),
  refunded_at integer not null
) strict;

create index refunds_invoice on refunds (invoice_id);

create index refunds_date on refunds (refunded_at);

create index invoices_paid on invoices (paid_date) where paid_date is not null;
`;
