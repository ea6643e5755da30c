import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import { BACKUP_STATES } from '../api/statuses.ts';
import { OS_FAULTS } from '../errors.ts';
import { NOTHING } from '../operations/operation.ts';
import { call, DONE, guarded } from './call.ts';
import { copy } from './copies.ts';

const backup = v.strictObject({
  name: v.string(),
  path: v.string(),
  kind: v.string(),
  /** ISO 8601. */
  created_at: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Null when its manifest lacks it. */
  invoices: v.nullable(v.number()),
  state: v.picklist(BACKUP_STATES),
});
export type BridgeBackup = v.InferOutput<typeof backup>;

/** Calls for the shop's backups, its logo, and which shop this is. */
export const SHOP_CALLS = {
  /**
   * Switches from the shop to the practice shop (only the owner, once there is one) and back (anyone). The service
   * restarts on the other data folder, and the window reloads.
   */
  'shop.switch': call('anyone', dictionary({ to: v.picklist(['own', 'practice']) }), DONE),
  /** A PNG or JPEG file; null removes the logo. */
  'logo.change': call('owner', dictionary({ bytes: v.nullable(v.instance(Uint8Array)) }), DONE),
  'backups.list': call(
    'owner',
    NOTHING,
    v.strictObject({
      folder: v.string(),
      /** Newest first. */
      backups: v.array(backup),
      /** Unreadable folders, and why. */
      problems: v.array(v.strictObject({ detail: v.string(), fault: v.optional(v.picklist(OS_FAULTS)) })),
      /** Invoices in the shop now. */
      invoices: v.number(),
    }),
  ),
  /**
   * The backups and the encrypted copies in a folder that the person chooses in the system's dialog, newest first;
   * null: none was chosen. Refused once there is an owner.
   */
  'backups.choose': call(
    'anyone',
    NOTHING,
    v.nullable(v.strictObject({ folder: v.string(), backups: v.array(backup), copies: v.array(copy) })),
  ),
  /** Begins the shop with one of them, as `backups.restore` does. Refused once there is an owner. */
  'backups.adopt': call('anyone', dictionary({ path: text(1000) }), backup),
  'backups.create': call('owner', NOTHING, backup),
  /** Reads the whole backup. */
  'backups.verify': call(
    'owner',
    dictionary({ name: text(1000) }),
    v.strictObject({ ...backup.entries, schema: v.number() }),
  ),
  /**
   * Verifies it once more, then replaces the database, which is kept aside; the service restarts for it, and the window
   * reloads.
   */
  'backups.restore': guarded(
    dictionary({ name: text(1000) }),
    v.strictObject({
      backup,
      /** Path of the previous database; null: there was none. */
      previous_path: v.nullable(v.string()),
    }),
  ),
} as const;
