/**
 * What a fiscal register needs of a line beside its name, quantity and price: of a product, and, where the product has
 * none of it, of the terminal. `tax` is a JSON list of the register's own numbers of tax rates.
 *
 * `issues_receipts`: whether the terminal's merchant issues fiscal receipts, by the owner's word; `auto` goes by the
 * checks that the bank reports. `fiscal_terminals.source` is who registers them, in the bank's word.
 *
 * `fiscal_returns` holds what the bank reported of the return check of each refund; a refund without a row was never
 * asked about.
 */
export const fiscal = `
create table product_fiscal (
  product_id integer primary key references products (id) on delete cascade,
  tax text not null,
  uktzed text not null,
  header text not null,
  footer text not null
) strict;

create table fiscal_settings (
  terminal_id integer primary key references terminals (id),
  issues_receipts text not null check (issues_receipts in ('auto', 'yes', 'no')),
  service text not null,
  tax text not null,
  uktzed text not null,
  header text not null,
  footer text not null
) strict;

alter table fiscal_terminals add column source text not null default '';

create table fiscal_returns (
  refund_id integer primary key references refunds (id) on delete cascade,
  status text not null check (status in ('none', 'new', 'process', 'failed', 'done')),
  status_description text not null,
  asked_at integer not null,
  next_ask_at integer
) strict;
create index fiscal_returns_unfinished on fiscal_returns (refund_id) where status <> 'done';
`;
