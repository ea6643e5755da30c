/**
 * The log of actions: who did what and when. Each row holds the hash of the row before it, so that a changed or missing
 * row is found. `actions_start` is where the chain begins: number and hash of the last pruned row, zero and "" in a new
 * log. `actions_seal` is a row's number and hash under a key of the keychain: a tail that is cut off before it is found.
 * Rows are never changed, and only pruned ones are deleted: the triggers keep every other statement out.
 */
export const actionLog = `
create table actions (
  number integer primary key,
  at integer not null,
  actor text not null check (actor in ('owner', 'employee', 'key', 'system', 'command_line')),
  actor_id integer,
  actor_name text not null,
  source text not null check (source in ('window', 'interface', 'command_line', 'job')),
  code text not null,
  object text,
  object_id integer,
  object_label text not null,
  facts text not null,
  previous_hash text not null,
  hash text not null
) strict;
create index actions_code on actions (code, number);
create index actions_actor on actions (actor_id, number) where actor_id is not null;
create index actions_object on actions (object, object_id, number) where object is not null;
create index actions_at on actions (at);

create table actions_start (
  id integer primary key check (id = 1),
  number integer not null,
  hash text not null
) strict;
insert into actions_start (id, number, hash) values (1, 0, '');

create table actions_seal (
  id integer primary key check (id = 1),
  number integer not null,
  hash text not null,
  mac text not null,
  key_mark text not null,
  at integer not null
) strict;

create table actions_check (
  id integer primary key check (id = 1),
  at integer not null,
  rows integer not null,
  fault text not null,
  number integer
) strict;

create trigger actions_not_changed before update on actions begin
  select raise(abort, 'actions are never changed');
end;
create trigger actions_only_pruned before delete on actions
  when old.number > (select number from actions_start) begin
  select raise(abort, 'only pruned actions are deleted');
end;
create trigger actions_start_forward before update on actions_start
  when new.number < old.number
    or not exists (select 1 from actions where number = new.number and hash = new.hash) begin
  select raise(abort, 'the log of actions begins at a row of its own');
end;
create trigger actions_start_kept before delete on actions_start begin
  select raise(abort, 'the log of actions has a start');
end;

create table oddities (
  id integer primary key autoincrement,
  rule text not null,
  day integer not null,
  account_id integer not null references accounts (id),
  at integer not null,
  facts text not null,
  invoices text not null,
  created_at integer not null,
  unique (rule, day, account_id)
) strict;
create table oddity_days (
  day integer primary key,
  at integer not null
) strict;
`;
