/** An approval may be of a discount. Those that are open hold for two minutes: they are not taken over. */
export const discountApprovals = {
  steps: `
drop table refund_approvals;
create table approvals (
  token_hash text primary key,
  requester_id integer not null references accounts (id),
  approver_id integer not null references accounts (id),
  invoice_id integer references invoices (id),
  cash_sale_id integer references cash_sales (id),
  discount integer,
  amount integer not null,
  created_at integer not null,
  check ((invoice_id is not null) + (cash_sale_id is not null) + (discount is not null) = 1)
) strict;
`,
  undo: `
drop table approvals;
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
};
