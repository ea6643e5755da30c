/**
 * Receipts on paper. `sent_at` is written before the first byte goes to the printer, so that a receipt that a crash cut
 * off is not printed again by itself. A receipt is printed by itself once at most (the unique index).
 */
export const printJobs = `
create table print_jobs (
  id integer primary key autoincrement,
  invoice_id integer not null references invoices (id),
  cause text not null check (cause in ('paid', 'hand')),
  state text not null check (state in ('queued', 'sending', 'printed', 'failed')),
  is_copy integer not null default 0 check (is_copy in (0, 1)),
  fault text,
  sent_at integer,
  created_at integer not null
) strict;

create unique index print_jobs_paid on print_jobs (invoice_id) where cause = 'paid';
create index print_jobs_invoice on print_jobs (invoice_id, id);
create index print_jobs_state on print_jobs (state, id);
`;
