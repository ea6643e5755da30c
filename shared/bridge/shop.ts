import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import { NOTHING } from '../operations/operation.ts';
import { backup, copy, phrase } from '../operations/safekeeping.ts';
import { call, DONE } from './call.ts';

/** Calls for encrypted copies that need the window. */
export const COPY_CALLS = {
  /** Begins the shop with one of them. Refused once there is an owner. */
  'copies.adopt': call(
    'anyone',
    dictionary({ path: text(1000), phrase: phrase() }),
    v.strictObject({
      ...copy.entries,
      /** Name of the computer that made it. */
      computer: v.string(),
      /** How many bank tokens came with it. */
      tokens: v.number(),
      /** False: the keychain could not be used, so no token was kept. */
      has_keychain: v.boolean(),
      is_move: v.boolean(),
    }),
  ),
} as const;

/** Calls for backups that need the window, and for which shop this is. */
export const SHOP_CALLS = {
  /**
   * Switches from the shop to the practice shop (only the owner, once there is one) and back (anyone). The service
   * restarts on the other data folder, and the window reloads.
   */
  'shop.switch': call('anyone', dictionary({ to: v.picklist(['own', 'practice']) }), DONE),
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
} as const;
