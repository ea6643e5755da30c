/**
 * The log of events, the runs of jobs, and up to when the bank's statement and registers have been brought.
 * A foreign key on terminal_id would need an index of its own, and a terminal is never deleted as a row.
 */
export const eventsAndJobs = `
create table events (
  id integer primary key autoincrement,
  type text not null,
  invoice_id integer references invoices (id),
  terminal_id integer,
  data text not null,
  created_at integer not null
) strict;
create index events_invoice on events (invoice_id) where invoice_id is not null;

create table job_runs (
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
create index job_runs_job on job_runs (job, id);

alter table terminals add column statement_synced_at integer;
alter table terminals add column statement_completed_at integer;
alter table terminals add column registers_synced_at integer;
`;
