/**
 * One table for an Idempotency-Key. Attempts that still bind their key get a row, and after them the kept answers: of two
 * that bind a key the latest row counts. An attempt that was done more than a day before the latest one binds none.
 */
export const keys = {
  steps: `
create temp table kept_answers as select * from idempotency_keys;
drop table idempotency_keys;
create table idempotency_keys (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  attempt_id integer unique references attempts (id),
  answer text,
  created_at integer not null,
  bank_created_at integer
) strict;
create index idempotency_keys_key on idempotency_keys (account_id, key);
create index idempotency_keys_bank_created on idempotency_keys (bank_created_at);
insert into idempotency_keys (account_id, key, fingerprint, attempt_id, answer, created_at, bank_created_at)
  select account_id, idempotency_key, fingerprint, id, null, created_at, bank_created_at from attempts
  where account_id is not null and idempotency_key is not null and (
    status in ('pending', 'in_doubt', 'dropped')
    or status = 'done' and coalesce(
      bank_settled_at > (select max(bank_settled_at) - 86400000 from attempts), 1))
  order by id;
insert into idempotency_keys (account_id, key, fingerprint, attempt_id, answer, created_at, bank_created_at)
  select account_id, key, fingerprint, null, answer, created_at, bank_created_at from kept_answers;
drop table kept_answers;
drop index attempts_key;
alter table attempts drop column idempotency_key;
alter table attempts drop column fingerprint;
`,
  undo: `
drop table idempotency_keys;
drop table attempts;
create table attempts (
  id integer primary key autoincrement,
  kind text not null check (kind in ('create', 'remove', 'refund', 'capture', 'release')),
  status text not null check (status in ('pending', 'done', 'refused', 'in_doubt', 'dropped')),
  tag text not null unique,
  terminal_id integer not null references terminals (id),
  invoice_id integer references invoices (id),
  account_id integer references accounts (id) on delete set null,
  number integer,
  idempotency_key text,
  fingerprint text,
  request text not null,
  err_code text not null,
  created_at integer not null,
  settled_at integer,
  accepted_at integer,
  possible_invoices integer not null default 1,
  register_check_at integer,
  bank_created_at integer,
  bank_settled_at integer,
  reason text not null default '',
  approved_by integer references accounts (id)
) strict;
create index attempts_open on attempts (status, kind) where status in ('pending', 'in_doubt');
create index attempts_key on attempts (account_id, idempotency_key) where idempotency_key is not null;
create unique index attempts_open_money on attempts (invoice_id)
  where kind in ('refund', 'capture', 'release') and status in ('pending', 'in_doubt');
create index attempts_register_check on attempts (terminal_id, register_check_at) where register_check_at is not null;
create index attempts_given_back_at on attempts (coalesce(bank_created_at, created_at))
  where kind in ('refund', 'capture', 'release');
create index attempts_invoice on attempts (invoice_id) where invoice_id is not null;
create table idempotency_keys (
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  answer text not null,
  created_at integer not null,
  bank_created_at integer,
  primary key (account_id, key)
) strict, without rowid;
create index idempotency_keys_bank_created on idempotency_keys (bank_created_at);
`,
};
