import * as v from 'valibot';
import { count, id, minorUnits, timestamp } from './answers.ts';
import { BANK_STATES, UNREADABLE_KINDS } from './statuses.ts';

const when = () => v.nullable(timestamp());

/** Low: under a gigabyte, or under what a backup or an update of the database takes. */
export const diskSpace = v.strictObject({ free: count(), is_low: v.boolean() });

/** How it stands with what Kramar depends on: for the banners of a screen, and for whoever watches over a shop. */
export const system = v.strictObject({
  version: v.string(),
  /** As the owner set it; "" where nothing is set. */
  shop_name: v.string(),
  time_zone: v.string(),
  bank: v.strictObject({
    state: v.picklist(BANK_STATES),
    /** While unreachable: since when, by which error, and when it is tried next. */
    since: when(),
    err_code: v.nullable(v.string()),
    next_try_at: when(),
    last_answer_at: when(),
  }),
  attempts_in_doubt: count(),
  /** Of which nothing was refunded yet; empty for those who may not view invoices. */
  paid_twice: v.array(
    v.strictObject({
      /** The second payment, and the sale's own invoice. */
      invoice: id(),
      number_display: v.string(),
      first_invoice: id(),
      first_number_display: v.string(),
      amount: minorUnits(),
    }),
  ),
  /** Records that the bank sends and Kramar cannot read. */
  unreadable_count: count(),
  /** The latest 100 of them; none for who may not see invoices. */
  unreadable: v.array(
    v.strictObject({
      kind: v.picklist(UNREADABLE_KINDS),
      terminal: id(),
      /** Ours, where it is known. */
      invoice: v.nullable(id()),
      bank_id: v.string(),
      field: v.string(),
      /** Shortened, card numbers and secrets masked. */
      value: v.string(),
      since: timestamp(),
      /** When it is tried again; null: with the next list of its kind. */
      next_try_at: when(),
    }),
  ),
  backup: v.strictObject({
    /** The newest sound backup. */
    last_at: when(),
    /** Older than two days, or none at all. */
    is_overdue: v.boolean(),
    /** Why the last one failed; "" when it did not. */
    problem: v.string(),
  }),
  /** Free space, in bytes: null where it could not be found out. */
  disk: v.strictObject({
    /** Where the database is. */
    data: v.nullable(diskSpace),
    /** Where backups are kept; null while that folder's disk is not there. */
    backups: v.nullable(diskSpace),
    /** Both are on one disk. */
    is_same: v.boolean(),
  }),
  terminals: v.array(
    v.strictObject({
      id: id(),
      /** missing: none was given, or the keychain that holds its key is lost or locked. */
      token: v.picklist(['usable', 'missing']),
      /** Up to when the bank's statement is here. */
      synced_at: when(),
      /** While the bank asks for a slower pace. */
      paused_until: when(),
    }),
  ),
});
export type System = v.InferOutput<typeof system>;
