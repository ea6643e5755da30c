import * as v from 'valibot';
import { dictionary } from '../api/fields.ts';

/**
 * anyone: without a sign-in; a call may still refuse. member: any signed-in person. owner: only the owner. Both need
 * the access token of the interface, which is checked as with any request.
 */
export type BridgeAccess = 'anyone' | 'member' | 'owner';

export interface CallShape {
  access: BridgeAccess;
  /**
   * Needs the owner's password of the last five minutes (`owner.confirm`): a script in the page has the session, but not
   * the password.
   */
  needsPassword: boolean;
  input: v.GenericSchema;
  output: v.GenericSchema;
}

export const call = <
  const Access extends BridgeAccess,
  Input extends v.GenericSchema,
  Output extends v.GenericSchema,
>(
  access: Access,
  input: Input,
  output: Output,
) => ({ access, input, output, needsPassword: false }) satisfies CallShape;

/** A call of the owner that needs the password. */
export const guarded = <Input extends v.GenericSchema, Output extends v.GenericSchema>(
  input: Input,
  output: Output,
) => ({ access: 'owner' as const, input, output, needsPassword: true }) satisfies CallShape;

/** The input of a call without fields. */
export const NOTHING = dictionary({});
/** The output of a call that gives nothing. */
export const DONE = v.null();
