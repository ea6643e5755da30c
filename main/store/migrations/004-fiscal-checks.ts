/**
 * What the bank told of the fiscal check of each payment's sale, and at which terminals it ever told of one: whether a
 * merchant fiscalises is nowhere set, it shows. A payment that the bank was never asked about has no row.
 */
export const fiscalChecks = `
create table fiscal_checks (
  invoice_id integer primary key references invoices (id),
  status text not null check (status in ('none', 'new', 'process', 'failed', 'done')),
  status_description text not null,
  asked_at integer,
  next_ask_at integer
) strict;
create index fiscal_checks_unfinished on fiscal_checks (invoice_id) where status <> 'done';

create table fiscal_terminals (
  terminal_id integer primary key references terminals (id),
  fiscalises_since integer,
  asked_in_vain integer not null,
  next_ask_at integer
) strict;
`;
