-- What the first 25 migrations made (commit 906ff65e), as sqlite_schema held it: a database of that day opens unchanged.

CREATE TABLE settings (
  key text primary key,
  value text not null
) strict, without rowid;

CREATE TABLE counters (
  name text primary key,
  value integer not null
) strict, without rowid;

CREATE TABLE accounts (
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
, kind text not null default 'person' check (kind in ('person', 'key')), own_sales_only integer not null default 0 check (own_sales_only in (0, 1)), terminal_id integer references terminals (id), catalog_prices_only integer not null default 0
  check (catalog_prices_only in (0, 1))) strict;

CREATE UNIQUE INDEX one_owner on accounts (role) where role = 'owner';

CREATE TABLE terminals (
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
  deleted_at integer
, statement_synced_at integer, statement_completed_at integer, registers_synced_at integer, statement_from integer) strict;

CREATE TABLE cash_registers (
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

CREATE TABLE categories (
  id integer primary key autoincrement,
  name text not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

CREATE TABLE units (
  id integer primary key autoincrement,
  name text not null,
  short_name text not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

CREATE TABLE products (
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

CREATE INDEX products_category on products (category_id);

CREATE INDEX products_unit on products (unit_id);

CREATE TABLE invoices (
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
, bank_created_date integer, sweep_at integer, uncaptured integer not null default 0) strict;

CREATE INDEX invoices_next_check on invoices (terminal_id, next_check_at) where next_check_at is not null;

CREATE TABLE invoice_items (
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

CREATE INDEX invoice_items_invoice on invoice_items (invoice_id, position);

CREATE TABLE idempotency_keys (
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  answer text not null,
  created_at integer not null, bank_created_at integer,
  primary key (account_id, key)
) strict, without rowid;

CREATE TABLE events (
  id integer primary key autoincrement,
  type text not null,
  invoice_id integer references invoices (id),
  terminal_id integer,
  data text not null,
  created_at integer not null
) strict;

CREATE INDEX events_invoice on events (invoice_id) where invoice_id is not null;

CREATE TABLE job_runs (
  id integer primary key autoincrement,
  job text not null,
  cause text not null check (cause in ('start', 'schedule', 'wake', 'webhook', 'hand')),
  status text not null check (status in ('running', 'done', 'failed', 'cut_off')),
  found integer not null,
  changed integer not null,
  error text not null,
  started_at integer not null,
  finished_at integer
) strict;

CREATE INDEX job_runs_job on job_runs (job, id);

CREATE TABLE refunds (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  amount integer not null check (amount > 0),
  refunded_at integer not null
) strict;

CREATE INDEX refunds_invoice on refunds (invoice_id);

CREATE INDEX refunds_date on refunds (refunded_at);

CREATE INDEX invoices_paid on invoices (paid_date) where paid_date is not null;

CREATE TABLE fiscal_checks (
  invoice_id integer primary key references invoices (id),
  status text not null check (status in ('none', 'new', 'process', 'failed', 'done')),
  status_description text not null,
  asked_at integer,
  next_ask_at integer
) strict;

CREATE INDEX fiscal_checks_unfinished on fiscal_checks (invoice_id) where status <> 'done';

CREATE TABLE fiscal_terminals (
  terminal_id integer primary key references terminals (id),
  fiscalises_since integer,
  asked_in_vain integer not null,
  next_ask_at integer
, source text not null default '') strict;

CREATE INDEX invoices_status on invoices (status, created_date, id);

CREATE INDEX invoices_terminal on invoices (terminal_id, created_date, id);

CREATE INDEX invoices_terminal_status on invoices (terminal_id, status, created_date, id);

CREATE INDEX products_name on products (name, id);

CREATE TABLE invoice_days (
  status text not null,
  day integer not null,
  terminal integer not null,
  register integer not null,
  created_locally integer not null,
  count integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, day, terminal, register, created_locally)
) strict, without rowid;

CREATE TABLE invoice_months (
  status text not null,
  month integer not null,
  terminal integer not null,
  register integer not null,
  created_locally integer not null,
  count integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, month, terminal, register, created_locally)
) strict, without rowid;

CREATE TABLE invoice_totals (
  status text not null,
  terminal integer not null,
  register integer not null,
  created_locally integer not null,
  count integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, terminal, register, created_locally)
) strict, without rowid;

CREATE TABLE invoice_day_counts (
  day integer primary key,
  count integer not null
) strict;

CREATE VIRTUAL TABLE invoices_text using fts5 (
  search_text, content='invoices', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none, columnsize=0
);

CREATE TRIGGER invoices_text_insert after insert on invoices begin
  insert into invoices_text (rowid, search_text) values (new.id, new.search_text);
end;

CREATE TRIGGER invoices_text_delete after delete on invoices begin
  insert into invoices_text (invoices_text, rowid, search_text) values ('delete', old.id, old.search_text);
end;

CREATE TRIGGER invoices_text_update after update of id, search_text on invoices
when old.id <> new.id or old.search_text <> new.search_text begin
  insert into invoices_text (invoices_text, rowid, search_text) values ('delete', old.id, old.search_text);
  insert into invoices_text (rowid, search_text) values (new.id, new.search_text);
end;

CREATE TABLE unreadable_records (
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

CREATE INDEX unreadable_records_invoice on unreadable_records (invoice_id) where invoice_id is not null;

CREATE TABLE sale_invoices (
  id integer primary key autoincrement,
  bank_invoice_id text not null unique,
  invoice_id integer not null references invoices (id),
  state text not null check (state in ('open', 'over', 'paid')),
  tries integer not null,
  next_try_at integer,
  created_at integer not null
) strict;

CREATE INDEX sale_invoices_invoice on sale_invoices (invoice_id);

CREATE INDEX sale_invoices_open on sale_invoices (next_try_at) where state = 'open';

CREATE INDEX sale_invoices_paid on sale_invoices (id) where state = 'paid';

CREATE INDEX idempotency_keys_bank_created on idempotency_keys (bank_created_at);

CREATE INDEX invoices_sweep on invoices (terminal_id, sweep_at, paid_date desc) where sweep_at is not null;

CREATE TRIGGER invoices_summed_insert after insert on invoices begin
  insert into invoice_days (status, day, terminal, register, created_locally, count, amount, taken)
  values (new.status, (new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
  values (new.status, ((new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
  values (new.status, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_day_counts (day, count) values ((new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000, 1)
  on conflict do update set count = count + 1;
end;

CREATE TRIGGER invoices_summed_delete after delete on invoices begin
  update invoice_days set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken - iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally;
  delete from invoice_days where status = old.status and day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_months set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken - iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and month = ((old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally;
  delete from invoice_months where status = old.status and month = ((old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_totals set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken - iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally;
  delete from invoice_totals where status = old.status and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_day_counts set count = count - 1 where day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000;
  delete from invoice_day_counts where day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000 and count = 0;
end;

CREATE TRIGGER invoices_summed_update after update of status, terminal_id, cash_register_id, created_locally, amount, final_amount, created_date, ccy on invoices when old.status is not new.status or old.terminal_id is not new.terminal_id or old.cash_register_id is not new.cash_register_id or old.created_locally is not new.created_locally or old.amount is not new.amount or old.final_amount is not new.final_amount or old.created_date is not new.created_date or old.ccy is not new.ccy begin
  insert into invoice_days (status, day, terminal, register, created_locally, count, amount, taken)
  values (new.status, (new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
  values (new.status, ((new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
  values (new.status, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_day_counts (day, count) values ((new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000, 1)
  on conflict do update set count = count + 1;
  update invoice_days set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken - iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally;
  delete from invoice_days where status = old.status and day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_months set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken - iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and month = ((old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally;
  delete from invoice_months where status = old.status and month = ((old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_totals set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken - iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally;
  delete from invoice_totals where status = old.status and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_day_counts set count = count - 1 where day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000;
  delete from invoice_day_counts where day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) / 86400000 and count = 0;
end;

CREATE INDEX invoices_created on invoices
  (created_date, id, status, terminal_id, cash_register_id, created_locally, amount, final_amount, ccy);

CREATE INDEX invoices_narrow on invoices
  (id, created_date, status, terminal_id, cash_register_id, created_locally, amount, final_amount, ccy);

CREATE TABLE till_keys (
  account_id integer primary key references accounts (id),
  key_hash text not null unique,
  hint text not null,
  issued_at integer not null,
  first_used_at integer,
  last_used_at integer,
  revoked_at integer
) strict;

CREATE INDEX invoices_created_by on invoices (created_by, created_date, id) where created_by is not null;

CREATE INDEX invoices_reference on invoices (reference);

CREATE TABLE receivers (
  id integer primary key autoincrement,
  url text not null unique,
  terminal_id integer references terminals (id),
  sealed_secret blob,
  hint text not null,
  issued_at integer not null,
  position integer not null,
  failures integer not null default 0,
  next_try_at integer,
  delivered_at integer,
  created_at integer not null
) strict;

CREATE TABLE deliveries (
  id integer primary key autoincrement,
  receiver_id integer not null references receivers (id) on delete cascade,
  event_id integer,
  lane integer not null,
  state text not null check (state in ('pending', 'delivered', 'abandoned', 'test')),
  attempts integer not null default 0,
  next_try_at integer,
  attempted_at integer,
  status integer,
  answer text not null default '',
  ms integer,
  created_at integer not null,
  unique (receiver_id, event_id)
) strict;

CREATE INDEX deliveries_pending on deliveries (receiver_id, lane, id) where state = 'pending';

CREATE INDEX deliveries_latest on deliveries (receiver_id, id);

CREATE TABLE pins (
  account_id integer primary key references accounts (id),
  pin_hash text not null,
  pepper text not null,
  failures integer not null default 0,
  set_at integer not null
) strict;

CREATE TABLE refund_limits (
  account_id integer primary key references accounts (id),
  largest integer check (largest >= 0),
  per_day integer check (per_day >= 0)
) strict;

CREATE TABLE refund_approvals (
  token_hash text primary key,
  requester_id integer not null references accounts (id),
  approver_id integer not null references accounts (id),
  invoice_id integer not null references invoices (id),
  amount integer not null,
  created_at integer not null
) strict;

CREATE TABLE product_shop (
  product_id integer primary key references products (id) on delete cascade,
  barcodes text not null,
  tile_color text not null,
  is_favorite integer not null check (is_favorite in (0, 1))
) strict;

CREATE INDEX product_shop_favorite on product_shop (product_id) where is_favorite = 1;

CREATE TABLE product_barcodes (
  barcode_key text not null,
  product_id integer not null references product_shop (product_id) on delete cascade,
  primary key (barcode_key, product_id)
) strict, without rowid;

CREATE INDEX product_barcodes_product on product_barcodes (product_id);

CREATE TRIGGER product_shop_inserted after insert on product_shop when new.barcodes <> '[]'
begin
  insert or ignore into product_barcodes (barcode_key, product_id)
  select case when length(value) = 12 and value not glob '*[^0-9]*' then '0' || value else value end, new.product_id
  from json_each(new.barcodes);
end;

CREATE TRIGGER product_shop_updated after update of barcodes on product_shop when new.barcodes <> old.barcodes
begin
  delete from product_barcodes where product_id = new.product_id;
  insert or ignore into product_barcodes (barcode_key, product_id)
  select case when length(value) = 12 and value not glob '*[^0-9]*' then '0' || value else value end, new.product_id
  from json_each(new.barcodes);
end;

CREATE TABLE carts (
  id integer primary key autoincrement,
  name text not null,
  remark text not null,
  lines text not null,
  account_id integer references accounts (id) on delete set null,
  created_at integer not null,
  taken_at integer,
  taken_by integer references accounts (id) on delete set null
, details text not null default '{}') strict;

CREATE INDEX carts_parked on carts (created_at) where taken_at is null;

CREATE TABLE actions (
  number integer primary key,
  at integer not null,
  actor text not null check (actor in ('owner', 'employee', 'key', 'system', 'command_line')),
  actor_id integer,
  actor_name text not null,
  source text not null check (source in ('window', 'interface', 'command_line', 'job')),
  code text not null,
  object text,
  object_id integer,
  object_label text not null,
  facts text not null,
  previous_hash text not null,
  hash text not null
) strict;

CREATE INDEX actions_code on actions (code, number);

CREATE INDEX actions_actor on actions (actor_id, number) where actor_id is not null;

CREATE INDEX actions_object on actions (object, object_id, number) where object is not null;

CREATE INDEX actions_at on actions (at);

CREATE TABLE actions_start (
  id integer primary key check (id = 1),
  number integer not null,
  hash text not null
) strict;

CREATE TABLE actions_seal (
  id integer primary key check (id = 1),
  number integer not null,
  hash text not null,
  mac text not null,
  key_mark text not null,
  at integer not null
) strict;

CREATE TABLE actions_check (
  id integer primary key check (id = 1),
  at integer not null,
  rows integer not null,
  fault text not null,
  number integer
) strict;

CREATE TRIGGER actions_not_changed before update on actions begin
  select raise(abort, 'actions are never changed');
end;

CREATE TRIGGER actions_only_pruned before delete on actions
  when old.number > (select number from actions_start) begin
  select raise(abort, 'only pruned actions are deleted');
end;

CREATE TRIGGER actions_start_forward before update on actions_start
  when new.number < old.number
    or not exists (select 1 from actions where number = new.number and hash = new.hash) begin
  select raise(abort, 'the log of actions begins at a row of its own');
end;

CREATE TRIGGER actions_start_kept before delete on actions_start begin
  select raise(abort, 'the log of actions has a start');
end;

CREATE TABLE oddities (
  id integer primary key autoincrement,
  rule text not null,
  day integer not null,
  account_id integer not null references accounts (id),
  at integer not null,
  facts text not null,
  invoices text not null,
  created_at integer not null,
  unique (rule, day, account_id)
) strict;

CREATE TABLE oddity_days (
  day integer primary key,
  at integer not null
) strict;

CREATE TABLE shifts (
  id integer primary key autoincrement,
  opened_by integer not null references accounts (id),
  opened_at integer not null,
  opening_cash integer not null check (opening_cash >= 0),
  opening_remark text not null,
  closed_by integer references accounts (id),
  closed_at integer check (closed_at >= opened_at),
  closing_cash integer check (closing_cash >= 0),
  expected_cash integer,
  closing_remark text not null default '',
  clock_behind integer not null default 0 check (clock_behind in (0, 1)),
  check ((closed_by is null) = (closed_at is null)),
  check ((closing_cash is null) = (closed_at is null)),
  check ((expected_cash is null) = (closed_at is null))
) strict;

CREATE UNIQUE INDEX one_open_shift on shifts ((closed_at is null)) where closed_at is null;

CREATE INDEX shifts_closed_at on shifts (closed_at);

CREATE TABLE cash_sales (
  id integer primary key autoincrement,
  shift_id integer not null references shifts (id),
  amount integer not null check (amount > 0),
  is_refund integer not null check (is_refund in (0, 1)),
  remark text not null,
  made_by integer not null references accounts (id),
  made_at integer not null,
  voided_by integer references accounts (id),
  voided_at integer,
  void_reason text not null default '',
  check ((voided_by is null) = (voided_at is null))
) strict;

CREATE INDEX cash_sales_shift on cash_sales (shift_id, id);

CREATE INDEX cash_sales_made_at on cash_sales (made_at);

CREATE TABLE print_jobs (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  cause text not null check (cause in ('paid', 'hand')),
  state text not null check (state in ('queued', 'sending', 'printed', 'failed')),
  is_copy integer not null default 0 check (is_copy in (0, 1)),
  fault text,
  sent_at integer,
  created_at integer not null
) strict;

CREATE UNIQUE INDEX print_jobs_paid on print_jobs (invoice_id) where cause = 'paid';

CREATE INDEX print_jobs_invoice on print_jobs (invoice_id, id);

CREATE INDEX print_jobs_state on print_jobs (state, id);

CREATE TABLE shop_logo (
  id integer primary key check (id = 1),
  type text not null check (type in ('image/png', 'image/jpeg')),
  width integer not null,
  height integer not null,
  content blob not null,
  dots blob,
  dots_width integer not null default 0,
  changed_at integer not null
) strict;

CREATE TABLE product_fiscal (
  product_id integer primary key references products (id) on delete cascade,
  tax text not null,
  uktzed text not null,
  header text not null,
  footer text not null
) strict;

CREATE TABLE fiscal_settings (
  terminal_id integer primary key references terminals (id),
  issues_receipts text not null check (issues_receipts in ('auto', 'yes', 'no')),
  service text not null,
  tax text not null,
  uktzed text not null,
  header text not null,
  footer text not null
) strict;

CREATE TABLE fiscal_returns (
  refund_id integer primary key references refunds (id) on delete cascade,
  status text not null check (status in ('none', 'new', 'process', 'failed', 'done')),
  status_description text not null,
  asked_at integer not null,
  next_ask_at integer
) strict;

CREATE INDEX fiscal_returns_unfinished on fiscal_returns (refund_id) where status <> 'done';

CREATE TABLE holds (
  invoice_id integer primary key references invoices (id) on delete cascade,
  state text not null check (state in ('waiting', 'held', 'captured', 'released')),
  amount integer not null,
  held_at integer,
  captured_amount integer,
  ended_at integer,
  warned_at integer
) strict;

CREATE INDEX holds_held on holds (held_at) where state = 'held';

CREATE TABLE "attempts" (
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

CREATE INDEX attempts_open on attempts (status, kind) where status in ('pending', 'in_doubt');

CREATE INDEX attempts_key on attempts (account_id, idempotency_key) where idempotency_key is not null;

CREATE UNIQUE INDEX attempts_open_money on attempts (invoice_id)
  where kind in ('refund', 'capture', 'release') and status in ('pending', 'in_doubt');

CREATE INDEX attempts_register_check on attempts (terminal_id, register_check_at) where register_check_at is not null;

CREATE INDEX attempts_refunded_at on attempts (coalesce(bank_created_at, created_at)) where kind = 'refund';

CREATE TABLE income_entries (
  id integer primary key autoincrement,
  tax_number text not null,
  day integer not null check (day >= 0),
  kind text not null check (kind in ('cash', 'transfer')),
  amount integer not null check (amount > 0),
  is_refund integer not null check (is_refund in (0, 1)),
  source text not null,
  remark text not null,
  made_by integer not null references accounts (id),
  made_at integer not null,
  voided_by integer references accounts (id),
  voided_at integer,
  void_reason text not null default '',
  check ((voided_by is null) = (voided_at is null))
) strict;

CREATE INDEX income_entries_day on income_entries (day, tax_number);

CREATE TABLE income_limits (
  year integer not null,
  tax_group integer not null check (tax_group in (1, 2, 3)),
  amount integer not null check (amount > 0),
  primary key (year, tax_group)
) strict, without rowid;

CREATE TABLE income_groups (
  tax_number text not null,
  year integer not null,
  tax_group integer check (tax_group in (1, 2, 3)),
  primary key (tax_number, year)
) strict, without rowid;

CREATE TABLE income_shift_cash (
  year integer primary key,
  tax_number text not null
) strict;

CREATE TABLE fiscal_documents (
  invoice_id integer not null references invoices (id),
  position integer not null,
  check_id text not null,
  type text not null check (type in ('sale', 'return')),
  status text not null check (status in ('new', 'process', 'failed', 'done')),
  status_description text not null,
  source text not null,
  tax_url text not null,
  primary key (invoice_id, position)
) strict, without rowid;

CREATE TABLE statement_histories (
  terminal_id integer primary key references terminals (id),
  state text not null check (state in ('running', 'paused', 'done', 'cancelled')),
  started_at integer not null,
  finished_at integer,
  newest integer not null,
  oldest integer not null check (oldest <= newest),
  empty_windows integer not null default 0,
  payments integer not null default 0,
  created integer not null default 0,
  unreadable integer not null default 0,
  first_payment_at integer,
  failures integer not null default 0,
  problem text not null default '',
  retry_at integer,
  check ((state in ('done', 'cancelled')) = (finished_at is not null))
) strict;

CREATE INDEX invoices_cash_register on invoices (cash_register_id, created_date, id) where cash_register_id is not null;

CREATE INDEX invoice_items_product on invoice_items (product_id) where product_id is not null;

CREATE INDEX attempts_invoice on attempts (invoice_id) where invoice_id is not null;

insert into actions_start (id, number, hash) values (1, 0, '');
pragma user_version = 25;
