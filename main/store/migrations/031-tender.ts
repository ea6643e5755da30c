/**
 * A sale whose total is paid partly in cash and partly by QR: its row names the attempt that creates the invoice of the
 * rest, and a return the refund of that invoice, so that what counts follows from their state. An approval may be of cash.
 */
export const tender = {
  steps: `
alter table cash_sales add column qr_amount integer not null default 0 check (qr_amount >= 0);
alter table cash_sales add column attempt_id integer references attempts (id);
alter table cash_sales add column ended text check (ended in ('cash', 'given_back'));
alter table cash_sales add column ended_by integer references accounts (id);
alter table cash_sales add column ended_at integer;
alter table cash_sales add column is_carried integer not null default 0 check (is_carried in (0, 1));
alter table cash_sales add column approved_by integer references accounts (id);
create index cash_sales_attempt on cash_sales (attempt_id) where attempt_id is not null;
drop table refund_approvals;
create table refund_approvals (
  token_hash text primary key,
  requester_id integer not null references accounts (id),
  approver_id integer not null references accounts (id),
  invoice_id integer references invoices (id),
  cash_sale_id integer references cash_sales (id),
  amount integer not null,
  created_at integer not null,
  check ((invoice_id is null) <> (cash_sale_id is null))
) strict;
`,
  undo: `
drop table refund_approvals;
create table refund_approvals (
  token_hash text primary key,
  requester_id integer not null references accounts (id),
  approver_id integer not null references accounts (id),
  invoice_id integer not null references invoices (id),
  amount integer not null,
  created_at integer not null
) strict;
drop index cash_sales_attempt;
alter table cash_sales drop column approved_by;
alter table cash_sales drop column is_carried;
alter table cash_sales drop column ended_at;
alter table cash_sales drop column ended_by;
alter table cash_sales drop column ended;
alter table cash_sales drop column attempt_id;
alter table cash_sales drop column qr_amount;
`,
};
