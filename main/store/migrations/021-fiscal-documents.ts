/**
 * Each fiscal check of a payment as the bank last reported it, with its address at the tax office: for the accountant,
 * long after the bank was asked. `fiscal_checks` only says whether the sale's check is done.
 */
export const fiscalDocuments = `
create table fiscal_documents (
  invoice_id integer not null references invoices (id),
  position integer not null,
  check_id text not null,
  type text not null check (type in ('sale', 'return')),
  status text not null check (status in ('new', 'process', 'failed', 'done')),
  status_description text not null,
  source text not null,
  tax_url text not null,
  primary key (invoice_id, position)
) strict, without rowid;
`;
