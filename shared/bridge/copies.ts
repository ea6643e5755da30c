import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import { NOTHING } from '../operations/operation.ts';
import { MAX_PHRASE_LENGTH } from '../passphrase.ts';
import { call, DONE, guarded } from './call.ts';

export const copy = v.strictObject({
  name: v.string(),
  path: v.string(),
  /** ISO 8601; of the backup in it. */
  created_at: v.string(),
  /** Bytes. */
  size: v.number(),
});
export type BridgeCopy = v.InferOutput<typeof copy>;

/** As it is typed: it may begin with a space, and only the domain judges it. */
const phrase = () => v.pipe(v.string(), v.maxLength(4 * MAX_PHRASE_LENGTH));

const copiesState = v.strictObject({
  /** Null: encrypted copies are off. */
  folder: v.nullable(v.string()),
  /** Newest first. */
  copies: v.array(copy),
  /** Whether the folder could be read. */
  is_readable: v.boolean(),
});
export type CopiesState = v.InferOutput<typeof copiesState>;

/** Calls for encrypted copies, and for moving the shop by one of them. */
export const COPY_CALLS = {
  'copies.state': call('owner', NOTHING, copiesState),
  /** `folder` is one that `folder.choose` gave. Without a phrase the known one stays. */
  'copies.setup': guarded(dictionary({ folder: text(1000), phrase: v.optional(phrase()) }), copiesState),
  'copies.off': guarded(NOTHING, copiesState),
  'copies.create': call('owner', NOTHING, copy),
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
  /** Makes a copy for the other computer; this one no longer asks the bank. */
  'shop.move': guarded(NOTHING, copy),
  /** The way back. */
  'shop.stay': guarded(NOTHING, DONE),
} as const;
