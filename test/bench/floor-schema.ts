/**
 * The schema that makes the floor quick, in a copy of the plain shop (plain-schema.ts). It is the floor's own, so
 * that it stays the same when the service's schema changes: totals by terminal and status and by day, indexes that
 * cover filter and order, trigrams of the text (stored as in the service, without positions). A trigger on insert
 * keeps them up to date, for the floor changes no row.
 */
export const FLOOR_SCHEMA = `
drop index invoices_created;
drop index invoices_terminal;
create index floor_created on invoices
  (created_date, id, status, terminal_id, cash_register_id, created_locally, amount, final_amount);
create index floor_terminal on invoices (terminal_id, status, created_date, id, amount, final_amount);
create index floor_products on products (name, id);

create table floor_totals (
  status text not null,
  terminal_id integer not null,
  invoices integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, terminal_id)
) strict, without rowid;
insert into floor_totals
  select status, terminal_id, count(*), sum(amount), sum(coalesce(final_amount, amount)) from invoices group by 1, 2;

create table floor_days (
  day integer not null,
  status text not null,
  terminal_id integer not null,
  invoices integer not null,
  amount integer not null,
  taken integer not null,
  primary key (day, status, terminal_id)
) strict, without rowid;
insert into floor_days
  select created_date / 86400000, status, terminal_id, count(*), sum(amount), sum(coalesce(final_amount, amount))
  from invoices group by 1, 2, 3;

create virtual table floor_words using fts5(search_text, content='invoices', content_rowid='id',
  tokenize='trigram case_sensitive 1', detail=none, columnsize=0);
insert into floor_words (floor_words) values ('rebuild');
insert into floor_words (floor_words) values ('optimize');

create trigger floor_inserted after insert on invoices begin
  insert into floor_words (rowid, search_text) values (new.id, new.search_text);
  insert into floor_totals
    values (new.status, new.terminal_id, 1, new.amount, coalesce(new.final_amount, new.amount))
    on conflict do update set invoices = invoices + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
  insert into floor_days
    values (new.created_date / 86400000, new.status, new.terminal_id, 1, new.amount,
      coalesce(new.final_amount, new.amount))
    on conflict do update set invoices = invoices + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;
end;
analyze;
`;
