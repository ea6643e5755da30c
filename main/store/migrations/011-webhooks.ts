/**
 * Webhooks to till apps on this computer: their receivers, and what is delivered to them. `position` is the last event
 * that a receiver's deliveries were made of. `attempts` is raised before each attempt, so that one that a crash cut off
 * counts too. Deliveries in one `lane` (an invoice; 0: none) go out in order. A test has no event.
 */
export const webhooks = `
create table receivers (
  id integer primary key autoincrement,
  url text not null unique,
  terminal_id integer references terminals (id),
  sealed_secret blob,
  hint text not null,
  issued_at integer not null,
  position integer not null,
  failures integer not null default 0,
  next_try_at integer,
  delivered_at integer,
  created_at integer not null
) strict;

create table deliveries (
  id integer primary key autoincrement,
  receiver_id integer not null references receivers (id) on delete cascade,
  event_id integer,
  lane integer not null,
  state text not null check (state in ('pending', 'delivered', 'abandoned', 'test')),
  attempts integer not null default 0,
  next_try_at integer,
  attempted_at integer,
  status integer,
  answer text not null default '',
  ms integer,
  created_at integer not null,
  unique (receiver_id, event_id)
) strict;

create index deliveries_pending on deliveries (receiver_id, lane, id) where state = 'pending';
create index deliveries_latest on deliveries (receiver_id, id);
`;
