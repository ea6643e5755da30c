import { guard } from './026-guard.ts';
import { keys } from './027-keys.ts';
import { till } from './028-till.ts';
import { closures } from './029-closures.ts';
import { cashGoods } from './030-cash-goods.ts';
import { tender } from './031-tender.ts';
import { cashReceipt } from './032-cash-receipt.ts';
import { discountApprovals } from './033-discount-approvals.ts';
import { cashSearch } from './034-cash-search.ts';
import { apostrophes } from './035-apostrophes.ts';

/** A part of a migration that may take long. */
export interface Step {
  /** Names its work to a waiting user. */
  what: string;
  sql: string;
  /** Run for one part of the rows after another: `last` gives the last id of the part after an id, null at the end. */
  parts?: { last: string; sql: string };
}

export interface Migration {
  steps: string | readonly Step[];
  /** Turns the schema (no rows) back to what it was before: a backup of that version is compared with it. */
  undo: string;
}

/** The version of the oldest schema that is brought up to date; the database's `user_version` is at least this. */
export const BASE_VERSION = 25;

/**
 * In order, after the schema of BASE_VERSION; each adds one to `user_version`. Frozen once released. A new database is
 * made of ../schema/schema.sql, which each of them changes in the same commit (test/store/schema.test.ts).
 */
export const migrations: readonly Migration[] = [
  ...[guard, keys, till, closures, cashGoods, tender, cashReceipt],
  ...[discountApprovals, cashSearch, apostrophes],
];

/** The version that this program brings a database to. */
export const SCHEMA_VERSION = BASE_VERSION + migrations.length;
