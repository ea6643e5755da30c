/**
 * Earlier payments: how far back the statement of a terminal has been read. `statement_from` is the oldest moment that
 * the normal sync has read without a gap since; `statement_histories` is the progress of reading what lies before it,
 * written in the transaction of the payments themselves. `oldest` moves back by one window of the statement a time:
 * everything of the bank since then is here.
 */
export const statementHistories = `
alter table terminals add column statement_from integer;

create table statement_histories (
  terminal_id integer primary key references terminals (id),
  state text not null check (state in ('running', 'paused', 'done', 'cancelled')),
  started_at integer not null,
  finished_at integer,
  newest integer not null,
  oldest integer not null check (oldest <= newest),
  empty_windows integer not null default 0,
  payments integer not null default 0,
  created integer not null default 0,
  unreadable integer not null default 0,
  first_payment_at integer,
  failures integer not null default 0,
  problem text not null default '',
  retry_at integer,
  check ((state in ('done', 'cancelled')) = (finished_at is not null))
) strict;
`;
