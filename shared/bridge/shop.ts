import * as v from 'valibot';
import { dictionary, pk, text } from '../api/fields.ts';
import { BACKUP_STATES } from '../api/statuses.ts';
import { bankToken, terminalName } from '../api/terminals.ts';
import { OS_FAULTS } from '../errors.ts';
import { NOTHING } from '../operations/operation.ts';
import { call, DONE, guarded } from './call.ts';
import { copy } from './copies.ts';

const merchant = {
  merchant_id: v.string(),
  merchant_name: v.string(),
  edrpou: v.string(),
};

const terminalWithToken = v.strictObject({ id: v.number(), name: v.string(), ...merchant });

const setting = v.strictObject({
  name: v.string(),
  /** The effective value. */
  value: v.string(),
  is_default: v.boolean(),
  default: v.string(),
  takes_effect: v.picklist(['at once', 'at the next start of the service']),
});
export type BridgeSetting = v.InferOutput<typeof setting>;

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

/** Calls for the shop's terminals, settings and backups. */
export const SHOP_CALLS = {
  /** Progress of the first run, and which shop this is. */
  'shop.state': call(
    'anyone',
    NOTHING,
    v.strictObject({
      has_owner: v.boolean(),
      has_terminal: v.boolean(),
      /** The demo: invented people, goods and sales, and no money moves. */
      is_practice: v.boolean(),
    }),
  ),
  /**
   * Switches from the shop to the practice shop (only the owner, once there is one) and back (anyone). The service
   * restarts on the other data folder, and the window reloads.
   */
  'shop.switch': call('anyone', dictionary({ to: v.picklist(['own', 'practice']) }), DONE),
  /** Queries the bank for the token's merchant; nothing is stored. */
  'terminals.try': call('owner', dictionary({ token: bankToken() }), v.strictObject(merchant)),
  'terminals.add': guarded(
    dictionary({ name: terminalName(), token: bankToken() }),
    v.strictObject({
      ...terminalWithToken.entries,
      /** Null: the fetch failed, and the next synchronisation brings them. */
      registers: v.nullable(v.number()),
    }),
  ),
  'terminals.token': guarded(dictionary({ id: pk(), token: bankToken() }), terminalWithToken),
  'settings.list': call('owner', NOTHING, v.array(setting)),
  /**
   * "" restores the default. The backup folder needs the password, and is one that `folder.choose` gave: a path of
   * another computer would send it this user's sign-in (SMB).
   */
  'settings.change': call(
    'owner',
    dictionary({ name: text(64), value: text(1000, { blank: true }) }),
    setting,
  ),
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
