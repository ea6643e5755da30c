import * as v from 'valibot';
import { byPermission } from '../permissions.ts';
import { id } from './answers.ts';

/** Who is signed in, and what they may do: the owner may everything. */
export const account = v.strictObject({
  id: id(),
  username: v.string(),
  full_name: v.string(),
  position: v.string(),
  is_owner: v.boolean(),
  ...byPermission(() => v.boolean()),
});
export type Account = v.InferOutput<typeof account>;
