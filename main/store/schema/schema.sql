-- The whole schema of the database as it is after the last migration (main/store/migrations/index.ts): a new database
-- is made of it. main/store/db/tables.ts is written from it (`npm run types`): a union or a Bit comes
-- from a CHECK; where the type of a column cannot be seen so, its comment names it in braces.
--
-- Money is an integer in minor units, a time an integer in milliseconds UTC, a Bit is 0 or 1.

-- == The shop: settings, people, tills ==

create table settings (
  key text primary key,
  value text not null
) strict, without rowid;

-- The last number assigned, by series; numbers are never reused.
create table counters (
  name text primary key, -- {'invoice' | 'product' | 'action'}
  value integer not null
) strict, without rowid;

-- The owner (exactly one), the employees, and the keys of tills, whose role is `employee`.
create table accounts (
  id integer primary key autoincrement,
  role text not null check (role in ('owner', 'employee')),
  username text not null unique,
  password_hash text not null,
  -- Invalidates tokens issued before; ms.
  password_changed_at integer not null,
  full_name text not null,
  email text not null,
  position text not null,
  can_view_invoices integer not null, -- {Bit}
  can_create_invoices integer not null, -- {Bit}
  can_cancel_invoices integer not null, -- {Bit}
  can_manage_terminals integer not null, -- {Bit}
  can_manage_employees integer not null, -- {Bit}
  is_active integer not null, -- {Bit}
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  -- `key`: a till's key, without a password.
  kind text not null default 'person' check (kind in ('person', 'key')),
  -- Sees and changes only the invoices that it created.
  own_sales_only integer not null default 0 check (own_sales_only in (0, 1)),
  -- Sees and uses only this terminal; null: all of them.
  terminal_id integer references terminals (id),
  -- Sells only products of the catalog, at their prices.
  catalog_prices_only integer not null default 0 check (catalog_prices_only in (0, 1)),
  -- Writes nothing in the catalog.
  catalog_read_only integer not null default 0 check (catalog_read_only in (0, 1))
) strict;

create unique index one_owner on accounts (role) where role = 'owner';

create table till_keys (
  account_id integer primary key references accounts (id),
  -- SHA-256 in hex; the key itself is not stored.
  key_hash text not null unique,
  -- Its last characters, by which a person tells keys apart.
  hint text not null,
  -- Its creation or last rotation, ms, as are the other times.
  issued_at integer not null,
  first_used_at integer,
  last_used_at integer,
  revoked_at integer
) strict;

create table pins (
  account_id integer primary key references accounts (id),
  -- Made like the hash of a password, of the PIN under the pepper.
  pin_hash text not null,
  -- Names the pepper; another one means another keychain.
  pepper text not null,
  -- Wrong PINs in a row.
  failures integer not null default 0,
  set_at integer not null
) strict;

-- Null: no limit.
create table refund_limits (
  account_id integer primary key references accounts (id),
  -- The largest single refund.
  largest integer check (largest >= 0),
  -- The sum of a shop day.
  per_day integer check (per_day >= 0)
) strict;

-- A second person's consent to one refund, or to one sale with a discount, until it is used.
create table approvals (
  -- SHA-256 in hex; the approval itself is not stored.
  token_hash text primary key,
  requester_id integer not null references accounts (id),
  approver_id integer not null references accounts (id),
  -- Of a refund one of the two; of a sale what is taken off it.
  invoice_id integer references invoices (id),
  cash_sale_id integer references cash_sales (id),
  discount integer,
  -- Of the refund, or what the sale comes to.
  amount integer not null,
  created_at integer not null,
  check ((invoice_id is not null) + (cash_sale_id is not null) + (discount is not null) = 1)
) strict;

-- The shop's logo, at most one.
create table shop_logo (
  id integer primary key check (id = 1), -- {1}
  type text not null check (type in ('image/png', 'image/jpeg')),
  width integer not null,
  height integer not null,
  content blob not null,
  -- For receipt printers: a bit a dot; null where the picture can only be shown.
  dots blob,
  -- Dots of a line, a whole number of bytes; 0 without dots.
  dots_width integer not null default 0,
  changed_at integer not null
) strict;

-- == Terminals and their statements ==

create table terminals (
  id integer primary key autoincrement,
  name text not null,
  merchant_id text not null,
  merchant_name text not null,
  edrpou text not null,
  is_active integer not null, -- {Bit}
  show_payments integer not null, -- {Bit}
  -- The bank token, sealed by the vault; null: none, or destroyed.
  sealed_token blob,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  -- A deleted terminal remains as the name on its invoices.
  deleted_at integer,
  -- Payments up to this time have been read from the statement; null: none yet.
  statement_synced_at integer,
  -- When the last 30 days were last read completely, refunds of older payments included.
  statement_completed_at integer,
  registers_synced_at integer,
  -- The statement has been read without a gap since this time; null: never, or only by an older version.
  statement_from integer
) strict;

create table cash_registers (
  id integer primary key autoincrement,
  terminal_id integer not null references terminals (id),
  qr_id text not null,
  short_qr_id text not null,
  name text not null,
  -- The party that sets the amount, in the bank's terms: `merchant`, `client`, `fix`.
  amount_type text not null,
  page_url text not null,
  is_active integer not null, -- {Bit}
  created_at integer not null,
  updated_at integer not null,
  unique (terminal_id, qr_id)
) strict;

-- How far back the statement of a terminal has been read; times in ms UTC.
create table statement_histories (
  terminal_id integer primary key references terminals (id),
  state text not null check (state in ('running', 'paused', 'done', 'cancelled')),
  started_at integer not null,
  finished_at integer,
  -- Where reading began.
  newest integer not null,
  -- Everything since then is here; the next window ends there.
  oldest integer not null check (oldest <= newest),
  -- Windows without a payment, the latest in a row.
  empty_windows integer not null default 0,
  -- Payments that the windows listed.
  payments integer not null default 0,
  -- How many of them were new here.
  created integer not null default 0,
  -- Lines that were not applied.
  unreadable integer not null default 0,
  first_payment_at integer,
  -- In a row.
  failures integer not null default 0,
  -- Code of the last failure; "": none.
  problem text not null default '',
  retry_at integer,
  check ((state in ('done', 'cancelled')) = (finished_at is not null))
) strict;

-- == Catalog and counter ==

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
  is_archived integer not null, -- {Bit}
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create index products_category on products (category_id);
create index products_unit on products (unit_id);
create index products_name on products (name, id);

-- A product without a row has none of it.
create table product_shop (
  product_id integer primary key references products (id) on delete cascade,
  -- JSON list of texts.
  barcodes text not null,
  -- One of shared/api/product-shop.ts; "": none.
  tile_color text not null,
  is_favorite integer not null check (is_favorite in (0, 1))
) strict;

create index product_shop_favorite on product_shop (product_id) where is_favorite = 1;

create trigger product_shop_inserted after insert on product_shop when new.barcodes <> '[]'
begin
  insert or ignore into product_barcodes (barcode_key, product_id)
  select case when length(value) = 12 and value not glob '*[^0-9]*' then '0' || value else value end, new.product_id
  from json_each(new.barcodes);
end;

create trigger product_shop_updated after update of barcodes on product_shop when new.barcodes <> old.barcodes
begin
  delete from product_barcodes where product_id = new.product_id;
  insert or ignore into product_barcodes (barcode_key, product_id)
  select case when length(value) = 12 and value not glob '*[^0-9]*' then '0' || value else value end, new.product_id
  from json_each(new.barcodes);
end;

-- Maintained by the triggers of product_shop only.
create table product_barcodes (
  -- The barcode, as `barcodeKey` makes it.
  barcode_key text not null,
  product_id integer not null references product_shop (product_id) on delete cascade,
  primary key (barcode_key, product_id)
) strict, without rowid;

create index product_barcodes_product on product_barcodes (product_id);

-- A product without a row has none of it.
create table product_fiscal (
  product_id integer primary key references products (id) on delete cascade,
  -- JSON list of the register's numbers of tax rates.
  tax text not null,
  uktzed text not null,
  header text not null,
  footer text not null
) strict;

create table carts (
  id integer primary key autoincrement,
  name text not null,
  remark text not null,
  -- JSON list of lines (money/sale/carts.ts).
  lines text not null,
  -- Who set it aside; null: a deleted account.
  account_id integer references accounts (id) on delete set null,
  created_at integer not null,
  -- Null: it waits.
  taken_at integer,
  taken_by integer references accounts (id) on delete set null,
  -- JSON of what else its invoice is created with; a field that is missing has its default.
  details text not null default '{}'
) strict;

create index carts_parked on carts (created_at) where taken_at is null;

-- == Invoices ==

create table invoices (
  id integer primary key autoincrement,
  number integer not null unique,
  -- The bank's identifier.
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
  created_locally integer not null, -- {Bit}
  webhook_received integer not null, -- {Bit}
  created_date integer not null,
  modified_date integer,
  paid_date integer,
  -- created_date + validity; null for payments made outside Kramar.
  expires_at integer,
  -- Next request to the bank about it; null when nothing more is expected.
  next_check_at integer,
  created_by integer references accounts (id) on delete set null,
  search_text text not null,
  -- Creation by the bank's clock; null: not known.
  bank_created_date integer,
  -- Next request to the bank about the payment; 0: none was sent yet; null when nothing more is expected.
  sweep_at integer,
  -- The part of the amount that the shop never took: of a hold captured in part, or released.
  uncaptured integer not null default 0
) strict;

create index invoices_next_check on invoices (terminal_id, next_check_at) where next_check_at is not null;
create index invoices_paid on invoices (paid_date) where paid_date is not null;
create index invoices_status on invoices (status, created_date, id);
create index invoices_terminal on invoices (terminal_id, created_date, id);
create index invoices_terminal_status on invoices (terminal_id, status, created_date, id);
create index invoices_sweep on invoices (terminal_id, sweep_at, paid_date desc) where sweep_at is not null;
create index invoices_created on invoices
  (created_date, id, status, terminal_id, cash_register_id, created_locally, amount, final_amount, ccy);
create index invoices_narrow on invoices
  (id, created_date, status, terminal_id, cash_register_id, created_locally, amount, final_amount, ccy);
create index invoices_created_by on invoices (created_by, created_date, id) where created_by is not null;
create index invoices_reference on invoices (reference);
create index invoices_cash_register on invoices (cash_register_id, created_date, id) where cash_register_id is not null;

create trigger invoices_text_insert after insert on invoices begin
  insert into invoices_text (rowid, search_text) values (new.id, new.search_text);
end;

create trigger invoices_text_delete after delete on invoices begin
  insert into invoices_text (invoices_text, rowid, search_text) values ('delete', old.id, old.search_text);
end;

create trigger invoices_text_update after update of id, search_text on invoices
when old.id <> new.id or old.search_text <> new.search_text begin
  insert into invoices_text (invoices_text, rowid, search_text) values ('delete', old.id, old.search_text);
  insert into invoices_text (rowid, search_text) values (new.id, new.search_text);
end;

create trigger invoices_summed_insert after insert on invoices begin
  insert into invoice_days (status, day, terminal, register, created_locally, count, amount, taken)
  values (new.status, (new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000,
      new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0),
      iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
  values (new.status, ((new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5,
      new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0),
      iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
  values (new.status, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980,
      new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_day_counts (day, count) values ((new.created_date - ((new.created_date % 86400000) + 86400000) %
      86400000) / 86400000, 1)
  on conflict do update set count = count + 1;
end;

create trigger invoices_summed_delete after delete on invoices begin
  update invoice_days set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken -
      iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) /
      86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally =
      old.created_locally;
  delete from invoice_days where status = old.status and day = (old.created_date - ((old.created_date % 86400000) +
      86400000) % 86400000) / 86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0)
      and created_locally = old.created_locally and count = 0;
  update invoice_months set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken -
      iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and month = ((old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) /
      86400000) >> 5 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and
      created_locally = old.created_locally;
  delete from invoice_months where status = old.status and month = ((old.created_date - ((old.created_date % 86400000)
      + 86400000) % 86400000) / 86400000) >> 5 and terminal = old.terminal_id and register =
      coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_totals set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken -
      iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and
      created_locally = old.created_locally;
  delete from invoice_totals where status = old.status and terminal = old.terminal_id and register =
      coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_day_counts set count = count - 1 where day = (old.created_date - ((old.created_date % 86400000) +
      86400000) % 86400000) / 86400000;
  delete from invoice_day_counts where day = (old.created_date - ((old.created_date % 86400000) + 86400000) %
      86400000) / 86400000 and count = 0;
end;

create trigger invoices_summed_update after update of status, terminal_id, cash_register_id, created_locally, amount,
    final_amount, created_date, ccy on invoices when old.status is not new.status or old.terminal_id is not
    new.terminal_id or old.cash_register_id is not new.cash_register_id or old.created_locally is not
    new.created_locally or old.amount is not new.amount or old.final_amount is not new.final_amount or
    old.created_date is not new.created_date or old.ccy is not new.ccy begin
  insert into invoice_days (status, day, terminal, register, created_locally, count, amount, taken)
  values (new.status, (new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000,
      new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0),
      iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
  values (new.status, ((new.created_date - ((new.created_date % 86400000) + 86400000) % 86400000) / 86400000) >> 5,
      new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980, new.amount, 0),
      iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
  values (new.status, new.terminal_id, coalesce(new.cash_register_id, 0), new.created_locally, 1, iif(new.ccy = 980,
      new.amount, 0), iif(new.ccy = 980, coalesce(new.final_amount, new.amount), 0))
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into invoice_day_counts (day, count) values ((new.created_date - ((new.created_date % 86400000) + 86400000) %
      86400000) / 86400000, 1)
  on conflict do update set count = count + 1;
  update invoice_days set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken -
      iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and day = (old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) /
      86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and created_locally =
      old.created_locally;
  delete from invoice_days where status = old.status and day = (old.created_date - ((old.created_date % 86400000) +
      86400000) % 86400000) / 86400000 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0)
      and created_locally = old.created_locally and count = 0;
  update invoice_months set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken -
      iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and month = ((old.created_date - ((old.created_date % 86400000) + 86400000) % 86400000) /
      86400000) >> 5 and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and
      created_locally = old.created_locally;
  delete from invoice_months where status = old.status and month = ((old.created_date - ((old.created_date % 86400000)
      + 86400000) % 86400000) / 86400000) >> 5 and terminal = old.terminal_id and register =
      coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_totals set count = count - 1, amount = amount - iif(old.ccy = 980, old.amount, 0), taken = taken -
      iif(old.ccy = 980, coalesce(old.final_amount, old.amount), 0)
  where status = old.status and terminal = old.terminal_id and register = coalesce(old.cash_register_id, 0) and
      created_locally = old.created_locally;
  delete from invoice_totals where status = old.status and terminal = old.terminal_id and register =
      coalesce(old.cash_register_id, 0) and created_locally = old.created_locally and count = 0;
  update invoice_day_counts set count = count - 1 where day = (old.created_date - ((old.created_date % 86400000) +
      86400000) % 86400000) / 86400000;
  delete from invoice_day_counts where day = (old.created_date - ((old.created_date % 86400000) + 86400000) %
      86400000) / 86400000 and count = 0;
end;

create table invoice_items (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id) on delete cascade,
  position integer not null,
  name text not null,
  price integer not null,
  -- Thousandths.
  quantity integer not null,
  unit text not null,
  product_id integer references products (id) on delete set null,
  -- Hundredths of a percent.
  discount integer not null,
  amount integer not null
) strict;

create index invoice_items_invoice on invoice_items (invoice_id, position);
create index invoice_items_product on invoice_items (product_id) where product_id is not null;

-- Refunded money. The refunds of an invoice add up to its amount minus what remains.
create table refunds (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  amount integer not null check (amount > 0),
  refunded_at integer not null
) strict;

create index refunds_invoice on refunds (invoice_id);
create index refunds_date on refunds (refunded_at);

-- A payment that the bank holds until the shop captures or releases it.
create table holds (
  invoice_id integer primary key references invoices (id) on delete cascade,
  state text not null check (state in ('waiting', 'held', 'captured', 'released')),
  -- Held, or to be held, minor units.
  amount integer not null,
  -- When the bank held it, ms; null: it has not been held.
  held_at integer,
  -- What was taken of it; null: nothing was.
  captured_amount integer,
  ended_at integer,
  -- When the shop was warned of the hold's end, ms.
  warned_at integer
) strict;

create index holds_held on holds (held_at) where state = 'held';

-- Bank invoices that carry the tag of a sale, except the one that its invoice names.
create table sale_invoices (
  id integer primary key autoincrement,
  bank_invoice_id text not null unique,
  -- Kramar's invoice of the sale.
  invoice_id integer not null references invoices (id),
  state text not null check (state in ('open', 'over', 'paid')),
  -- Attempts to invalidate it, or to query it in vain, since the bank last answered.
  tries integer not null,
  -- Next look; null when it is no longer open.
  next_try_at integer,
  created_at integer not null
) strict;

create index sale_invoices_invoice on sale_invoices (invoice_id);
create index sale_invoices_open on sale_invoices (next_try_at) where state = 'open';
create index sale_invoices_paid on sale_invoices (id) where state = 'paid';

-- == Sums and search of invoices, kept by triggers ==

create table invoice_days (
  status text not null, -- {InvoiceStatus}
  -- UTC, since 1970.
  day integer not null,
  terminal integer not null,
  -- 0: none.
  register integer not null,
  created_locally integer not null, -- {Bit}
  count integer not null,
  amount integer not null,
  -- The final amount of each invoice that has one.
  taken integer not null,
  primary key (status, day, terminal, register, created_locally)
) strict, without rowid;

create table invoice_months (
  status text not null, -- {InvoiceStatus}
  -- 32 days: `day >> 5`.
  month integer not null,
  terminal integer not null,
  -- 0: none.
  register integer not null,
  created_locally integer not null, -- {Bit}
  count integer not null,
  amount integer not null,
  -- The final amount of each invoice that has one.
  taken integer not null,
  primary key (status, month, terminal, register, created_locally)
) strict, without rowid;

-- Maintained by the triggers of invoices only: counts of invoices, sums of those in hryvnia.
create table invoice_totals (
  status text not null, -- {InvoiceStatus}
  terminal integer not null,
  -- 0: none.
  register integer not null,
  created_locally integer not null, -- {Bit}
  count integer not null,
  amount integer not null,
  -- The final amount of each invoice that has one.
  taken integer not null,
  primary key (status, terminal, register, created_locally)
) strict, without rowid;

create table invoice_day_counts (
  day integer primary key,
  count integer not null
) strict;

-- Full-text index by trigrams of `search_text`; the rowid is the invoice's id.
create virtual table invoices_text using fts5 (
  search_text, content='invoices', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none, columnsize=0
);

-- == Requests to the bank ==

-- The journal of bank requests whose outcome matters.
create table attempts (
  id integer primary key autoincrement,
  kind text not null check (kind in ('create', 'remove', 'refund', 'capture', 'release')),
  status text not null check (status in ('pending', 'done', 'refused', 'in_doubt', 'dropped')),
  -- Sent to the bank, so that its answer can be recognised: metadata of an invoice, extRef of a refund.
  tag text not null unique,
  terminal_id integer not null references terminals (id),
  -- Kramar's id; null until the invoice is known.
  invoice_id integer references invoices (id),
  account_id integer references accounts (id) on delete set null,
  -- The invoice number used by this attempt.
  number integer,
  -- The request, JSON.
  request text not null,
  err_code text not null,
  created_at integer not null,
  settled_at integer,
  -- A refund that the bank has confirmed and still works on: when Kramar learned of it, ms.
  accepted_at integer,
  -- How many bank invoices may carry the tag: one per request that the bank may have carried out.
  possible_invoices integer not null default 1,
  -- Next reading of the register for an unknown one of them; null: none is expected.
  register_check_at integer,
  -- The same two times by the bank's clock; null: not known.
  bank_created_at integer,
  bank_settled_at integer,
  -- Why, from the owner's list; "": none was given.
  reason text not null default '',
  -- The second person (account) who approved a refund above the requester's limit, or a discount above the shop's.
  approved_by integer references accounts (id)
) strict;

create index attempts_open on attempts (status, kind) where status in ('pending', 'in_doubt');
create unique index attempts_open_money on attempts (invoice_id)
  where kind in ('refund', 'capture', 'release') and status in ('pending', 'in_doubt');
create index attempts_register_check on attempts (terminal_id, register_check_at) where register_check_at is not null;
create index attempts_given_back_at on attempts (coalesce(bank_created_at, created_at))
  where kind in ('refund', 'capture', 'release');
create index attempts_invoice on attempts (invoice_id) where invoice_id is not null;

-- The requests that came under an Idempotency-Key, and their answers, which a repetition gets.
create table idempotency_keys (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  -- Hash of the endpoint, the object and the body.
  fingerprint text not null,
  -- What was journaled; null: a request that concerns no money at the bank.
  attempt_id integer unique references attempts (id),
  -- The body of the 200 or 201, JSON; null: not answered so far.
  answer text,
  created_at integer not null,
  -- By the bank's clock; null: not known.
  bank_created_at integer
) strict;

create index idempotency_keys_key on idempotency_keys (account_id, key);
create index idempotency_keys_bank_created on idempotency_keys (bank_created_at);

-- Records from the bank that Kramar cannot read, kept until it can.
create table unreadable_records (
  id integer primary key autoincrement,
  kind text not null check (kind in ('invoice', 'statement_line', 'fiscal_check', 'register', 'attempt')),
  terminal_id integer not null references terminals (id),
  -- Unique within kind and terminal.
  key text not null,
  -- Kramar's id; null: not known.
  invoice_id integer references invoices (id),
  -- The bank's identifier; "" if unreadable.
  bank_id text not null,
  field text not null,
  -- As sent by the bank, shortened, card numbers and secrets masked.
  value text not null,
  -- The statement's line as JSON, masked as above; null: of another kind, or too long to keep.
  line text,
  -- Earliest start of a statement that contains the line (ms); null: of another kind.
  read_from integer,
  first_seen_at integer not null,
  last_seen_at integer not null,
  tries integer not null,
  -- Next try; null: whenever its kind is read anyway.
  next_try_at integer,
  unique (kind, terminal_id, key)
) strict;

create index unreadable_records_invoice on unreadable_records (invoice_id) where invoice_id is not null;

-- == Fiscal receipts ==

-- The owner's word about a terminal's receipts; without a row it goes by the checks that the bank reports.
create table fiscal_settings (
  terminal_id integer primary key references terminals (id),
  issues_receipts text not null check (issues_receipts in ('auto', 'yes', 'no')),
  service text not null, -- {FiscalService | ''}
  -- JSON list of the register's numbers of tax rates.
  tax text not null,
  uktzed text not null,
  header text not null,
  footer text not null
) strict;

-- A payment whose fiscal check was requested.
create table fiscal_checks (
  invoice_id integer primary key references invoices (id),
  status text not null check (status in ('none', 'new', 'process', 'failed', 'done')),
  status_description text not null,
  -- Last answer of the bank; null: requested without an answer so far.
  asked_at integer,
  -- Next request; null when nothing more is expected.
  next_ask_at integer
) strict;

create index fiscal_checks_unfinished on fiscal_checks (invoice_id) where status <> 'done';

-- A fiscal check as the bank last reported it.
create table fiscal_documents (
  invoice_id integer not null references invoices (id),
  -- In the bank's order, from 0.
  position integer not null,
  check_id text not null,
  type text not null check (type in ('sale', 'return')),
  status text not null check (status in ('new', 'process', 'failed', 'done')),
  status_description text not null,
  -- The service that registers it, in the bank's word.
  source text not null,
  -- Its web address at the tax office; "" without one.
  tax_url text not null,
  primary key (invoice_id, position)
) strict, without rowid;

-- A terminal for whose payments fiscal checks were requested.
create table fiscal_terminals (
  terminal_id integer primary key references terminals (id),
  -- First fiscal check seen for one of its payments; null: none.
  fiscalises_since integer,
  -- Consecutive payments without a fiscal check at the bank.
  asked_in_vain integer not null,
  -- Next payment to try; null if the terminal fiscalises, because then each is requested.
  next_ask_at integer,
  -- Who registers its checks, as the bank last reported; "": not known.
  source text not null default ''
) strict;

-- A refund for whose return check the bank was asked.
create table fiscal_returns (
  refund_id integer primary key references refunds (id) on delete cascade,
  status text not null check (status in ('none', 'new', 'process', 'failed', 'done')),
  status_description text not null,
  asked_at integer not null,
  -- Next request; null when nothing more is expected.
  next_ask_at integer
) strict;

create index fiscal_returns_unfinished on fiscal_returns (refund_id) where status <> 'done';

-- == Events, webhooks, jobs, printing ==

-- The event log, in order. Each row is written in the transaction that it describes, and never changed.
create table events (
  id integer primary key autoincrement,
  type text not null, -- {EventType}
  -- Kramar's id.
  invoice_id integer references invoices (id),
  terminal_id integer,
  -- JSON; the type determines its shape (shared/api/events.ts).
  data text not null,
  created_at integer not null
) strict;

create index events_invoice on events (invoice_id) where invoice_id is not null;

-- Programs on this computer that events are sent to.
create table receivers (
  id integer primary key autoincrement,
  -- On the loopback interface.
  url text not null unique,
  -- Gets only the events of this terminal; null: of all.
  terminal_id integer references terminals (id),
  -- Signs the deliveries; sealed by the vault. Null only while the row is made.
  sealed_secret blob,
  -- The secret's last characters.
  hint text not null,
  -- Creation or last rotation of the secret.
  issued_at integer not null,
  -- The last event of which deliveries were made, or that was not for this receiver.
  position integer not null,
  -- Attempts in a row that got no answer at all.
  failures integer not null default 0,
  -- After such an attempt: nothing is sent until then; null: no pause.
  next_try_at integer,
  -- The last delivery that was accepted.
  delivered_at integer,
  created_at integer not null
) strict;

-- One event for one receiver, or a test.
create table deliveries (
  id integer primary key autoincrement,
  receiver_id integer not null references receivers (id) on delete cascade,
  -- Null: a test.
  event_id integer,
  -- The invoice (id), whose deliveries go out in order; 0: events of no invoice.
  lane integer not null,
  state text not null check (state in ('pending', 'delivered', 'abandoned', 'test')),
  -- Raised before each attempt.
  attempts integer not null default 0,
  -- Null: at once.
  next_try_at integer,
  attempted_at integer,
  -- HTTP status of the last attempt; null: no answer.
  status integer,
  -- The beginning of the answer's body, or why there was none.
  answer text not null default '',
  -- How long the last attempt took.
  ms integer,
  created_at integer not null,
  unique (receiver_id, event_id)
) strict;

create index deliveries_pending on deliveries (receiver_id, lane, id) where state = 'pending';
create index deliveries_latest on deliveries (receiver_id, id);

create table job_runs (
  id integer primary key autoincrement,
  job text not null,
  cause text not null check (cause in ('start', 'schedule', 'wake', 'webhook', 'hand')),
  -- `cut_off`: the service ended during the run.
  status text not null check (status in ('running', 'done', 'failed', 'cut_off')),
  found integer not null,
  changed integer not null,
  -- The reason of a failure; "" without one.
  error text not null,
  started_at integer not null,
  finished_at integer
) strict;

create index job_runs_job on job_runs (job, id);

-- One printing of a receipt.
create table print_jobs (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  cause text not null check (cause in ('paid', 'hand')),
  state text not null check (state in ('queued', 'sending', 'printed', 'failed')),
  -- The receipt had been printed before, or may have been.
  is_copy integer not null default 0 check (is_copy in (0, 1)),
  -- {PrintFault} Why it is not printed; null: nothing is known to be wrong.
  fault text,
  -- Right before the first byte went to the printer, ms; null: none has.
  sent_at integer,
  created_at integer not null
) strict;

create unique index print_jobs_paid on print_jobs (invoice_id) where cause = 'paid';
create index print_jobs_invoice on print_jobs (invoice_id, id);
create index print_jobs_state on print_jobs (state, id);

-- == Shifts and the income book ==

create table shifts (
  id integer primary key autoincrement,
  opened_by integer not null references accounts (id),
  opened_at integer not null,
  -- Counted.
  opening_cash integer not null check (opening_cash >= 0),
  opening_remark text not null,
  -- Null: the shift is open, as the next three.
  closed_by integer references accounts (id),
  closed_at integer check (closed_at >= opened_at),
  -- Counted.
  closing_cash integer check (closing_cash >= 0),
  -- Opening cash, plus cash sales and cash put in, minus cash refunds and cash taken out; may be negative.
  expected_cash integer,
  closing_remark text not null default '',
  -- 1: the PC's clock was set back during the shift.
  clock_behind integer not null default 0 check (clock_behind in (0, 1)),
  check ((closed_by is null) = (closed_at is null)),
  check ((closing_cash is null) = (closed_at is null)),
  check ((expected_cash is null) = (closed_at is null))
) strict;

create unique index one_open_shift on shifts ((closed_at is null)) where closed_at is null;
create index shifts_closed_at on shifts (closed_at);

create table cash_sales (
  id integer primary key autoincrement,
  shift_id integer not null references shifts (id),
  -- Positive for refunds too; with what is paid by QR.
  amount integer not null check (amount > 0),
  is_refund integer not null check (is_refund in (0, 1)),
  remark text not null,
  made_by integer not null references accounts (id),
  made_at integer not null,
  -- Null: it counts.
  voided_by integer references accounts (id),
  voided_at integer,
  void_reason text not null default '',
  -- Of the same series as the numbers of invoices; null: an entry by amount, or a return.
  number integer,
  -- What rounding added to the total, or took off; the amount includes it.
  rounding integer not null default 0,
  -- What the buyer gave; null: not entered.
  received integer,
  -- The sale whose goods came back; null: a sale, or an entry by amount.
  return_of integer references cash_sales (id),
  -- Of a return: one of the owner's list.
  reason text not null default '',
  -- The part of the amount that is paid, or given back, by QR; the rest is cash.
  qr_amount integer not null default 0 check (qr_amount >= 0),
  -- Of a sale: the creation of the invoice of that part; of a return: its refund.
  attempt_id integer references attempts (id),
  -- What became of a sale whose QR was not paid: the rest was taken in cash, or the cash was given back.
  ended text check (ended in ('cash', 'given_back')),
  ended_by integer references accounts (id),
  ended_at integer,
  -- Its shift was closed before it counted: it counts in the next one.
  is_carried integer not null default 0 check (is_carried in (0, 1)),
  -- The second person who approved a return or a discount above the limit.
  approved_by integer references accounts (id),
  -- Right before the first byte of its receipt went to the printer, ms; null: none has.
  receipt_sent_at integer,
  -- The remark and the names of the goods, folded, a line each.
  search_text text not null default '',
  check ((voided_by is null) = (voided_at is null))
) strict;

create unique index cash_sales_number on cash_sales (number) where number is not null;
create index cash_sales_return_of on cash_sales (return_of) where return_of is not null;
create index cash_sales_attempt on cash_sales (attempt_id) where attempt_id is not null;
create index cash_sales_shift on cash_sales (shift_id, id);
create index cash_sales_made_at on cash_sales (made_at);

create trigger cash_sales_text_insert after insert on cash_sales begin
  insert into cash_sales_text (rowid, search_text) values (new.id, new.search_text);
end;

create trigger cash_sales_text_delete after delete on cash_sales begin
  insert into cash_sales_text (cash_sales_text, rowid, search_text) values ('delete', old.id, old.search_text);
end;

create trigger cash_sales_text_update after update of id, search_text on cash_sales
when old.id <> new.id or old.search_text <> new.search_text begin
  insert into cash_sales_text (cash_sales_text, rowid, search_text) values ('delete', old.id, old.search_text);
  insert into cash_sales_text (rowid, search_text) values (new.id, new.search_text);
end;

-- As `invoices_text`.
create virtual table cash_sales_text using fts5 (
  search_text, content='cash_sales', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none, columnsize=0
);

-- The lines of a sale for cash, and those that a return takes back.
create table cash_sale_items (
  id integer primary key autoincrement,
  cash_sale_id integer not null references cash_sales (id),
  position integer not null,
  name text not null,
  price integer not null,
  -- Thousandths.
  quantity integer not null,
  unit text not null,
  product_id integer references products (id) on delete set null,
  -- Hundredths of a percent.
  discount integer not null,
  amount integer not null,
  -- Of a returned line: the sold one.
  item_id integer references cash_sale_items (id)
) strict;

create index cash_sale_items_sale on cash_sale_items (cash_sale_id, position);
create index cash_sale_items_product on cash_sale_items (product_id) where product_id is not null;

-- Cash that is put in the till or taken out of it during a shift, other than by sales and refunds.
create table cash_moves (
  id integer primary key autoincrement,
  shift_id integer not null references shifts (id),
  direction text not null check (direction in ('in', 'out')),
  amount integer not null check (amount > 0),
  reason text not null,
  made_by integer not null references accounts (id),
  made_at integer not null
) strict;

create index cash_moves_shift on cash_moves (shift_id, id);
create index cash_moves_made_at on cash_moves (made_at);

-- Counts before a shift is closed: the first that differs may be repeated once.
create table shift_counts (
  id integer primary key autoincrement,
  shift_id integer not null references shifts (id),
  cash integer not null check (cash >= 0),
  -- By the entries of that moment; may be negative.
  expected_cash integer not null,
  made_by integer not null references accounts (id),
  made_at integer not null
) strict;

create index shift_counts_shift on shift_counts (shift_id, id);

-- Days and months that were closed, with their sums of then: what changed since is seen by comparing.
create table closures (
  id integer primary key autoincrement,
  kind text not null check (kind in ('day', 'month')),
  -- 2026-11-27, or 2026-11.
  period text not null,
  -- 1, 2, 3 …: closed again.
  version integer not null check (version > 0),
  -- Null: Kramar, by itself.
  closed_by integer references accounts (id),
  closed_at integer not null,
  -- JSON.
  sums text not null,
  -- JSON: what did not match then.
  differences text not null,
  -- Of a day: taken out of the till at its end, and left for the next day; null: no cash was counted.
  cash_taken integer check (cash_taken >= 0),
  cash_left integer check (cash_left >= 0),
  remark text not null,
  unique (kind, period, version)
) strict;

create table income_entries (
  id integer primary key autoincrement,
  tax_number text not null,
  day integer not null check (day >= 0),
  kind text not null check (kind in ('cash', 'transfer')),
  -- Positive for refunds too.
  amount integer not null check (amount > 0),
  is_refund integer not null check (is_refund in (0, 1)),
  source text not null,
  remark text not null,
  made_by integer not null references accounts (id),
  -- Milliseconds UTC.
  made_at integer not null,
  -- Null: it counts.
  voided_by integer references accounts (id),
  voided_at integer,
  void_reason text not null default '',
  check ((voided_by is null) = (voided_at is null))
) strict;

create index income_entries_day on income_entries (day, tax_number);

-- Limits that the owner has set in place of the default.
create table income_limits (
  year integer not null,
  tax_group integer not null check (tax_group in (1, 2, 3)),
  amount integer not null check (amount > 0),
  primary key (year, tax_group)
) strict, without rowid;

-- The group of a tax number from this year on, until a later row.
create table income_groups (
  tax_number text not null,
  year integer not null,
  -- Null: not on the single tax.
  tax_group integer check (tax_group in (1, 2, 3)),
  primary key (tax_number, year)
) strict, without rowid;

-- The tax number that the cash of shifts belongs to from this year on, until a later row.
create table income_shift_cash (
  year integer primary key,
  tax_number text not null
) strict;

-- == The log of actions ==

create table actions (
  -- 1, 2, 3 …; a restore leaves a gap.
  number integer primary key,
  at integer not null,
  actor text not null check (actor in ('owner', 'employee', 'key', 'system', 'command_line')),
  -- The account; null: the system or the command line.
  actor_id integer,
  -- As it was then.
  actor_name text not null,
  source text not null check (source in ('window', 'interface', 'command_line', 'job')),
  -- shared/actions.ts
  code text not null,
  object text, -- {ActionObject}
  object_id integer,
  object_label text not null,
  -- JSON.
  facts text not null,
  -- No longer used: "".
  previous_hash text not null,
  -- No longer used: "".
  hash text not null
) strict;

create index actions_code on actions (code, number);
create index actions_actor on actions (actor_id, number) where actor_id is not null;
create index actions_object on actions (object, object_id, number) where object is not null;
create index actions_at on actions (at);

create trigger actions_not_changed before update on actions begin
  select raise(abort, 'actions are never changed');
end;

create trigger actions_only_pruned before delete on actions
  when old.number > (select number from actions_start) begin
  select raise(abort, 'only pruned actions are deleted');
end;

-- One row: the last pruned action, before which nothing is kept.
create table actions_start (
  id integer primary key check (id = 1),
  number integer not null,
  hash text not null
) strict;

create trigger actions_start_forward before update on actions_start
  when new.number < old.number
    or not exists (select 1 from actions where number = new.number and hash = new.hash) begin
  select raise(abort, 'the log of actions begins at a row of its own');
end;

create trigger actions_start_kept before delete on actions_start begin
  select raise(abort, 'the log of actions has a start');
end;

insert into actions_start (id, number, hash) values (1, 0, '');

-- At most one row: the last comparison of the log with an earlier backup.
create table actions_check (
  id integer primary key check (id = 1),
  at integer not null,
  rows integer not null,
  -- {ActionFault | ''} "": none.
  fault text not null,
  -- The first action that is wrong or missing.
  number integer
) strict;

-- == No longer used ==

create table actions_seal (
  id integer primary key check (id = 1),
  number integer not null,
  hash text not null,
  mac text not null,
  key_mark text not null,
  at integer not null
) strict;

create table oddities (
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

create table oddity_days (
  day integer primary key,
  at integer not null
) strict;
