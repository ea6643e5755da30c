import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import { copy, phrase } from '../operations/safekeeping.ts';
import { call } from './call.ts';

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
