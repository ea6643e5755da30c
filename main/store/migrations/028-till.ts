/** Cash put in the till and taken out of it, and the counts before a shift is closed. */
export const till = {
  steps: `
create table cash_moves (
  id integer primary key autoincrement,
  shift_id integer not null references shifts (id),
  direction text not null check (direction in ('in', 'out')),
  amount integer not null check (amount > 0),
  reason text not null,
  made_by integer not null references accounts (id),
  made_at integer not null
) strict;
create index cash_moves_shift on cash_moves (shift_id, id);
create index cash_moves_made_at on cash_moves (made_at);
create table shift_counts (
  id integer primary key autoincrement,
  shift_id integer not null references shifts (id),
  cash integer not null check (cash >= 0),
  expected_cash integer not null,
  made_by integer not null references accounts (id),
  made_at integer not null
) strict;
create index shift_counts_shift on shift_counts (shift_id, id);
`,
  undo: `
drop table shift_counts;
drop table cash_moves;
`,
};
