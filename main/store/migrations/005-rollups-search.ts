/**
 * What keeps lists, sums and search quick however many invoices there are: sums kept by triggers, indexes that cover
 * filter and order, and the trigrams of `search_text` (https://sqlite.org/fts5.html#the_trigram_tokenizer).
 *
 * A day is a UTC day, its number `created_date / 86400000` rounded down, before 1970 too. A month is 32 days, so that its
 * number is `day >> 5`: that all are equally long is worth more here than a calendar. Register 0: none. `taken` is
 * `coalesce(final_amount, amount)`. No check keeps a count above 0: sums that went wrong must not keep a sale from being
 * written; `database verify` finds them. Backups hold all of it, so a restored one needs nothing done.
 *
 * Of the index nothing but the trigrams' invoices is kept (detail=none, columnsize=0: 90 MB of a million invoices
 * instead of 242); the text itself is looked at in `invoices`. Case is folded in `search_text` already.
 */

/** Of an integer column; a remainder that is never below 0, since division rounds towards 0. */
const day = (column: string): string =>
  `(${column} - ((${column} % 86400000) + 86400000) % 86400000) / 86400000`;

const COUNTED = 'status, terminal_id, cash_register_id, created_locally, amount, final_amount, created_date';

const keyOf = (row: 'old' | 'new') => ({
  status: `${row}.status`,
  day: day(`${row}.created_date`),
  month: `(${day(`${row}.created_date`)}) >> 5`,
  terminal: `${row}.terminal_id`,
  register: `coalesce(${row}.cash_register_id, 0)`,
  created_locally: `${row}.created_locally`,
});

const ofDay = ['status', 'day', 'terminal', 'register', 'created_locally'] as const;
const ofMonth = ['status', 'month', 'terminal', 'register', 'created_locally'] as const;
const ofAll = ['status', 'terminal', 'register', 'created_locally'] as const;
type Key = readonly (keyof ReturnType<typeof keyOf>)[];

const taken = (row: 'old' | 'new'): string => `coalesce(${row}.final_amount, ${row}.amount)`;

const addTo = (table: string, key: Key): string => `
  insert into ${table} (${key.join(', ')}, count, amount, taken)
  values (${key.map((name) => keyOf('new')[name]).join(', ')}, 1, new.amount, ${taken('new')})
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;`;

const takeFrom = (table: string, key: Key): string => {
  const here = key.map((name) => `${name} = ${keyOf('old')[name]}`).join(' and ');
  return `
  update ${table} set count = count - 1, amount = amount - old.amount, taken = taken - ${taken('old')} where ${here};
  delete from ${table} where ${here} and count = 0;`;
};

const add = `${addTo('invoice_days', ofDay)}${addTo('invoice_months', ofMonth)}${addTo('invoice_totals', ofAll)}
  insert into invoice_day_counts (day, count) values (${keyOf('new').day}, 1)
  on conflict do update set count = count + 1;`;

const take = `${takeFrom('invoice_days', ofDay)}${takeFrom('invoice_months', ofMonth)}${takeFrom('invoice_totals', ofAll)}
  update invoice_day_counts set count = count - 1 where day = ${keyOf('old').day};
  delete from invoice_day_counts where day = ${keyOf('old').day} and count = 0;`;

const differ = COUNTED.split(', ')
  .map((column) => `old.${column} is not new.${column}`)
  .join(' or ');

const tables = `
create table invoice_days (
  status text not null,
  day integer not null,
  terminal integer not null,
  register integer not null,
  created_locally integer not null,
  count integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, day, terminal, register, created_locally)
) strict, without rowid;

create table invoice_months (
  status text not null,
  month integer not null,
  terminal integer not null,
  register integer not null,
  created_locally integer not null,
  count integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, month, terminal, register, created_locally)
) strict, without rowid;

create table invoice_totals (
  status text not null,
  terminal integer not null,
  register integer not null,
  created_locally integer not null,
  count integer not null,
  amount integer not null,
  taken integer not null,
  primary key (status, terminal, register, created_locally)
) strict, without rowid;

create table invoice_day_counts (
  day integer primary key,
  count integer not null
) strict;
`;

/** Of months and of all, made of the days. */
export const sumsOfDays = [
  `
insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
select status, day >> 5 as in_month, terminal, register, created_locally, sum(count), sum(amount), sum(taken)
from invoice_days group by status, in_month, terminal, register, created_locally`,
  `
insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
select status, terminal, register, created_locally, sum(count), sum(amount), sum(taken)
from invoice_months group by status, terminal, register, created_locally`,
];

const sums = `
insert into invoice_days (status, day, terminal, register, created_locally, count, amount, taken)
select status, ${day('created_date')} as on_day, terminal_id, coalesce(cash_register_id, 0) as at_register,
  created_locally, count(*), sum(amount), sum(coalesce(final_amount, amount))
from invoices indexed by invoices_created
group by status, on_day, terminal_id, at_register, created_locally;
${sumsOfDays.join(';')};

insert into invoice_day_counts (day, count) select day, sum(count) from invoice_days group by day;
`;

export const searchTable = `
create virtual table invoices_text using fts5 (
  search_text, content='invoices', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none, columnsize=0
);`;

/** The deleted text must be the one that is in the index, or it stays findable there. */
const forget = `insert into invoices_text (invoices_text, rowid, search_text) values ('delete', old.id, old.search_text);`;
const learn = 'insert into invoices_text (rowid, search_text) values (new.id, new.search_text);';

export const searchTriggers = `
create trigger invoices_text_insert after insert on invoices begin
  ${learn}
end;
create trigger invoices_text_delete after delete on invoices begin
  ${forget}
end;
create trigger invoices_text_update after update of id, search_text on invoices
when old.id <> new.id or old.search_text <> new.search_text begin
  ${forget}
  ${learn}
end;
`;

const triggers = `
create trigger invoices_summed_insert after insert on invoices begin${add}
end;
create trigger invoices_summed_delete after delete on invoices begin${take}
end;
create trigger invoices_summed_update after update of ${COUNTED} on invoices when ${differ} begin${add}${take}
end;
${searchTriggers}`;

export const rollupsAndSearch = [
  {
    what: 'index by date',
    sql: `
drop index invoices_created;
create index invoices_created on invoices
  (created_date, id, status, terminal_id, cash_register_id, created_locally, amount, final_amount);`,
  },
  {
    what: 'index by status',
    sql: 'create index invoices_status on invoices (status, created_date, id);',
  },
  {
    what: 'indexes by terminal',
    sql: `
drop index invoices_terminal;
create index invoices_terminal on invoices (terminal_id, created_date, id);
create index invoices_terminal_status on invoices (terminal_id, status, created_date, id);`,
  },
  {
    what: 'index by cash register',
    sql: `
drop index invoices_cash_register;
create index invoices_cash_register on invoices (cash_register_id, created_date, id);`,
  },
  {
    // What is summed and filtered by of found invoices, without their rows: a third of the time (137 ms of 390).
    what: 'index by id',
    sql: `
create index invoices_narrow on invoices
  (id, created_date, status, terminal_id, cash_register_id, created_locally, amount, final_amount);`,
  },
  { what: 'index of products', sql: 'create index products_name on products (name, id);' },
  { what: 'sums', sql: tables + sums },
  {
    what: 'search index',
    sql: searchTable,
    // In parts, so that it can be told how far it is.
    parts: {
      last: 'select max(id) from (select id from invoices where id > ? order by id limit 25000)',
      sql: 'insert into invoices_text (rowid, search_text) select id, search_text from invoices where id > ? and id <= ?',
    },
  },
  { what: 'triggers', sql: triggers },
] as const;
