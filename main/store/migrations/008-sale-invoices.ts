/**
 * The further bank invoices of a sale. A creation in doubt may be requested of the bank again, and the earlier request
 * may be carried out all the same, even later: then several bank invoices carry the tag of one attempt. The invoice's
 * own row holds one of them; here are the others.
 * `possible_invoices`: how many the bank may have opened under the tag. Attempts in doubt may have been requested more
 * than once before this was counted. `register_check_at`: when the register is read next for one that is not known yet.
 */
export const saleInvoices = `
create table sale_invoices (
  id integer primary key autoincrement,
  bank_invoice_id text not null unique,
  invoice_id integer not null references invoices (id),
  state text not null check (state in ('open', 'over', 'paid')),
  tries integer not null,
  next_try_at integer,
  created_at integer not null
) strict;
create index sale_invoices_invoice on sale_invoices (invoice_id);
create index sale_invoices_open on sale_invoices (next_try_at) where state = 'open';
create index sale_invoices_paid on sale_invoices (id) where state = 'paid';

alter table attempts add column possible_invoices integer not null default 1;
alter table attempts add column register_check_at integer;
update attempts set possible_invoices = 2 where kind = 'create' and status in ('pending', 'in_doubt');
create index attempts_register_check on attempts (terminal_id, register_check_at) where register_check_at is not null;
`;
