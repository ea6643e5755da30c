/**
 * PINs by which people change on the lock screen, and the limits of refunds. `pepper` names the pepper that a PIN was
 * hashed with: a database restored beside another keychain has PINs that cannot be checked. `failures` counts wrong
 * PINs in a row. An approval is a row until the refund that it allows is journaled.
 *
 * The refunds of a shop day are added up by the bank's time where it is known.
 */
export const people = `
create table pins (
  account_id integer primary key references accounts (id),
  pin_hash text not null,
  pepper text not null,
  failures integer not null default 0,
  set_at integer not null
) strict;

create table refund_limits (
  account_id integer primary key references accounts (id),
  largest integer check (largest >= 0),
  per_day integer check (per_day >= 0)
) strict;

create table refund_approvals (
  token_hash text primary key,
  requester_id integer not null references accounts (id),
  approver_id integer not null references accounts (id),
  invoice_id integer not null references invoices (id),
  amount integer not null,
  created_at integer not null
) strict;

alter table attempts add column reason text not null default '';
alter table attempts add column approved_by integer references accounts (id);

create index attempts_refunded_at on attempts (coalesce(bank_created_at, created_at)) where kind = 'refund';
`;
