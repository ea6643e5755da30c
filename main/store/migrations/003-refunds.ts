/**
 * Money given back, each time with its moment: what an invoice's refunds add up to is its amount less what is left.
 * Of refunds made before, the events that are still kept tell the moment; what they do not tell of was refunded
 * before them, at the latest when the invoice last changed.
 * The sums by time of payment need an index of their own.
 */
export const refunds = `
create table refunds (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  amount integer not null check (amount > 0),
  refunded_at integer not null
) strict;
create index refunds_invoice on refunds (invoice_id);
create index refunds_date on refunds (refunded_at);
create index invoices_paid on invoices (paid_date) where paid_date is not null;

insert into refunds (invoice_id, amount, refunded_at)
with
  refunded (invoice_id, amount, at) as (
    select id,
      amount - coalesce(final_amount, case status when 'reversed' then 0 else amount end),
      coalesce(modified_date, paid_date, created_date)
    from invoices
    where status in ('success', 'reversed')
  ),
  told (id, invoice_id, amount, at) as (
    select id, invoice_id, cast(data ->> 'refunded' as integer), created_at
    from events
    where type = 'invoice.refunded' and invoice_id is not null
  ),
  -- The newest first: should they tell of more than was refunded, it is the oldest that were taken back.
  counted (id, invoice_id, amount, at, newer) as (
    select id, invoice_id, amount, at,
      sum(amount) over (partition by invoice_id order by id desc) - amount
    from told
    where amount > 0
  ),
  known (id, invoice_id, amount, at) as (
    select counted.id, counted.invoice_id, min(counted.amount, refunded.amount - newer), counted.at
    from counted join refunded on refunded.invoice_id = counted.invoice_id
    where newer < refunded.amount
  ),
  untold (invoice_id, amount, at) as (
    select refunded.invoice_id,
      refunded.amount - coalesce(sum(known.amount), 0),
      min(refunded.at, coalesce(min(known.at), refunded.at))
    from refunded left join known on known.invoice_id = refunded.invoice_id
    group by refunded.invoice_id, refunded.amount, refunded.at
  )
select invoice_id, amount, at
from (
  select invoice_id, amount, at, id from known
  union all
  select invoice_id, amount, at, 0 from untold where amount > 0
)
order by at, id;
`;
