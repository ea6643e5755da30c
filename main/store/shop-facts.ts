import { sql } from 'kysely';
import { DAY_MS } from '../../shared/time.ts';
import { build, type Db } from './db/connection.ts';

/** Cash counts as taken in a shop whose last shift ended no longer ago. */
const CASH_MS = 90 * DAY_MS;

/** What a shop has besides one person, one bank connection and their QR; screens show what concerns it only then. */
export interface ShopFacts {
  /** An employee, active or not. */
  people: boolean;
  /** A second bank connection. */
  locations: boolean;
  /** An active QR stand. */
  stands: boolean;
  /** A shift is open, or ended in the last 90 days. */
  cash: boolean;
  /** Money was held at least once. */
  holds: boolean;
  /** A bank issues fiscal receipts. */
  receipts: boolean;
  /** There is, or was, a key of a till. */
  programs: boolean;
}

/** Each is a look at one row or a table of a few. @param now milliseconds UTC */
export const shopFacts = (db: Db, now: number): ShopFacts => {
  const since = now - CASH_MS;
  const row = db.get(
    build.selectNoFrom([
      sql<number>`exists (select 1 from accounts where role = 'employee' and kind = 'person')`.as('people'),
      sql<number>`(select count(*) from terminals where deleted_at is null) > 1`.as('locations'),
      sql<number>`exists (select 1 from cash_registers where is_active = 1)`.as('stands'),
      sql<number>`exists (select 1 from shifts where closed_at is null or closed_at > ${since})`.as('cash'),
      sql<number>`exists (select 1 from holds where held_at is not null)`.as('holds'),
      sql<number>`exists (select 1 from fiscal_terminals)
        or exists (select 1 from fiscal_settings where issues_receipts = 'yes')`.as('receipts'),
      sql<number>`exists (select 1 from till_keys)`.as('programs'),
    ]),
  );
  return {
    people: row?.people === 1,
    locations: row?.locations === 1,
    stands: row?.stands === 1,
    cash: row?.cash === 1,
    holds: row?.holds === 1,
    receipts: row?.receipts === 1,
    programs: row?.programs === 1,
  };
};

/** When the shop began here, milliseconds UTC: its owner was made; null: it has none. */
export const shopBegan = (db: Db): number | null =>
  db.get(build.selectFrom('accounts').select('created_at').where('role', '=', 'owner'))?.created_at ?? null;
