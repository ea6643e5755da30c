/**
 * Shifts with counted cash, and the cash sales that cashiers enter. The index allows one open shift in the shop. Rows
 * are never deleted: an entry made by mistake is voided. `clock_behind` is 1 when the PC's clock was set back during the
 * shift; ids, not times, are the order.
 */
export const shifts = `
create table shifts (
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
create unique index one_open_shift on shifts ((closed_at is null)) where closed_at is null;
create index shifts_closed_at on shifts (closed_at);

create table cash_sales (
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
create index cash_sales_shift on cash_sales (shift_id, id);
create index cash_sales_made_at on cash_sales (made_at);
`;
