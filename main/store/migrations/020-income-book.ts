/**
 * The income book: cash and transfers entered by hand, the owner's own limits, which group of the single tax a tax
 * number is in from a year on, and which tax number gets the cash of shifts from a year on. Payments and refunds are
 * not copied: the book sums them. `day` counts from 1970 in the shop's calendar, so that an entry keeps its date
 * whatever the time zone. Entries are never deleted: one made by mistake is voided.
 */
export const incomeBook = `
create table income_entries (
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
create index income_entries_day on income_entries (day, tax_number);

create table income_limits (
  year integer not null,
  tax_group integer not null check (tax_group in (1, 2, 3)),
  amount integer not null check (amount > 0),
  primary key (year, tax_group)
) strict, without rowid;

create table income_groups (
  tax_number text not null,
  year integer not null,
  tax_group integer check (tax_group in (1, 2, 3)),
  primary key (tax_number, year)
) strict, without rowid;

create table income_shift_cash (
  year integer primary key,
  tax_number text not null
) strict;
`;
