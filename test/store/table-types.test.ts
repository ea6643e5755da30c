import { expect, test } from 'vitest';
import { tableTypes } from '../../build/table-types.ts';

test('a column: nullable, with a default, a union, a Bit, and a type that its comment names', () => {
  const types = tableTypes(`
-- What it is.
create table notes (
  id integer primary key autoincrement,
  -- {EventType} Of what.
  type text not null,
  kind text not null default 'a' check (kind in ('a', 'b')),
  is_read integer check (is_read in (0, 1)),
  is_old integer not null, -- {Bit}
  -- Two
  -- lines.
  body blob,
  check (kind <> 'a' or body is null)
) strict;
`);
  expect(types).toContain(`/** What it is. */
export interface NotesTable {
  id: Generated<number>;
  /** Of what. */
  type: EventType;
  kind: Generated<'a' | 'b'>;
  is_read: Bit | null;
  is_old: Bit;
  /** Two lines. */
  body: Uint8Array | null;
}
`);
});
