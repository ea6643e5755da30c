import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import { NOTHING } from '../operations/operation.ts';
import { copiesState, copy, phrase } from '../operations/safekeeping.ts';
import { call, guarded } from './call.ts';

/** Calls for encrypted copies that need the window. */
export const COPY_CALLS = {
  /** `folder` is one that `folder.choose` gave. Without a phrase the known one stays. */
  'copies.setup': guarded(dictionary({ folder: text(1000), phrase: v.optional(phrase()) }), copiesState),
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
  /** Writes all data into one zip, without secrets, in a folder that the owner chooses; null: none was chosen. */
  'data.export': guarded(NOTHING, v.strictObject({ path: v.nullable(v.string()) })),
} as const;
