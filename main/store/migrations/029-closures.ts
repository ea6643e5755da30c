/** Days and months that were closed. */
export const closures = {
  steps: `
create table closures (
  id integer primary key autoincrement,
  kind text not null check (kind in ('day', 'month')),
  period text not null,
  version integer not null check (version > 0),
  closed_by integer references accounts (id),
  closed_at integer not null,
  sums text not null,
  differences text not null,
  cash_taken integer check (cash_taken >= 0),
  cash_left integer check (cash_left >= 0),
  remark text not null,
  unique (kind, period, version)
) strict;
`,
  undo: `
drop table closures;
`,
};
