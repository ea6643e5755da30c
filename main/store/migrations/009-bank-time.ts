/**
 * Times by the bank's clock (ms UTC, null: it was not known), beside those by the PC's, which may be set at any moment:
 * when an invoice was opened, when an attempt began and ended, when an answer was kept. `sweep_at` is when the bank is to
 * be asked about a payment again, 0 for one that it was never asked about: refunds made at the bank are found so.
 *
 * Sums are of hryvnia (980) alone: an invoice in another currency is counted, and adds nothing. Its currency becomes a
 * column of the indexes that sums of cut days and of searches are read from.
 */

const day = (column: string): string =>
  `(${column} - ((${column} % 86400000) + 86400000) % 86400000) / 86400000`;

const COUNTED =
  'status, terminal_id, cash_register_id, created_locally, amount, final_amount, created_date, ccy';

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

const inHryvnia = (row: 'old' | 'new', value: string): string => `iif(${row}.ccy = 980, ${value}, 0)`;
const amount = (row: 'old' | 'new'): string => inHryvnia(row, `${row}.amount`);
const taken = (row: 'old' | 'new'): string => inHryvnia(row, `coalesce(${row}.final_amount, ${row}.amount)`);

const addTo = (table: string, key: Key): string => `
  insert into ${table} (${key.join(', ')}, count, amount, taken)
  values (${key.map((name) => keyOf('new')[name]).join(', ')}, 1, ${amount('new')}, ${taken('new')})
  on conflict do update set
    count = count + 1, amount = amount + excluded.amount, taken = taken + excluded.taken;`;

const takeFrom = (table: string, key: Key): string => {
  const here = key.map((name) => `${name} = ${keyOf('old')[name]}`).join(' and ');
  return `
  update ${table} set count = count - 1, amount = amount - ${amount('old')}, taken = taken - ${taken('old')}
  where ${here};
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

const columns = `
alter table invoices add column bank_created_date integer;
alter table invoices add column sweep_at integer;
alter table attempts add column bank_created_at integer;
alter table attempts add column bank_settled_at integer;
update attempts set bank_settled_at = settled_at where status = 'done' and idempotency_key is not null;
alter table idempotency_keys add column bank_created_at integer;
drop index idempotency_keys_created;
update idempotency_keys set bank_created_at = created_at;
create index idempotency_keys_bank_created on idempotency_keys (bank_created_at);
create index invoices_sweep on invoices (terminal_id, sweep_at, paid_date desc) where sweep_at is not null;
`;

/** By the earlier of the PC's clock and the newest payment: a PC that is ahead must not leave payments out. */
const sweep = `
update invoices set sweep_at = 0
where status = 'success' and paid_date >= min(
  unixepoch() * 1000,
  coalesce((select max(paid_date) from invoices where paid_date is not null), 0)
) - 180 * 86400000;
`;

/** Only the days of invoices in another currency change; months and totals are made of the days, some thousand rows. */
const sums = `
create temp table foreign_days as
select status, ${day('created_date')} as day, terminal_id as terminal, coalesce(cash_register_id, 0) as register,
  created_locally, sum(amount) as amount, sum(coalesce(final_amount, amount)) as taken
from invoices where ccy <> 980
group by 1, 2, 3, 4, 5;
update invoice_days set amount = invoice_days.amount - other.amount, taken = invoice_days.taken - other.taken
from temp.foreign_days as other
where ${ofDay.map((name) => `invoice_days.${name} = other.${name}`).join(' and ')};
drop table temp.foreign_days;

delete from invoice_months;
insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
select status, day >> 5 as in_month, terminal, register, created_locally, sum(count), sum(amount), sum(taken)
from invoice_days group by status, in_month, terminal, register, created_locally;
delete from invoice_totals;
insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
select status, terminal, register, created_locally, sum(count), sum(amount), sum(taken)
from invoice_months group by status, terminal, register, created_locally;
`;

const triggers = `
drop trigger invoices_summed_insert;
drop trigger invoices_summed_delete;
drop trigger invoices_summed_update;
create trigger invoices_summed_insert after insert on invoices begin${add}
end;
create trigger invoices_summed_delete after delete on invoices begin${take}
end;
create trigger invoices_summed_update after update of ${COUNTED} on invoices when ${differ} begin${add}${take}
end;
`;

const covering = (name: string, first: string): string => `
drop index ${name};
create index ${name} on invoices
  (${first}, status, terminal_id, cash_register_id, created_locally, amount, final_amount, ccy);`;

export const bankTime = [
  { what: 'times of the bank', sql: columns },
  { what: 'payments to ask about', sql: sweep },
  { what: 'sums in hryvnia', sql: sums + triggers },
  { what: 'index by date', sql: covering('invoices_created', 'created_date, id') },
  { what: 'index by id', sql: covering('invoices_narrow', 'id, created_date') },
] as const;
