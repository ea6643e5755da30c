import * as v from 'valibot';
import type { Access, Operation } from '../operations/operation.ts';

export interface CallShape extends Pick<Operation, 'access' | 'input'> {
  output: v.GenericSchema;
}

export const call = <const By extends Access, Input extends v.GenericSchema, Output extends v.GenericSchema>(
  access: By,
  input: Input,
  output: Output,
) => ({ access, input, output }) satisfies CallShape;

/** The output of a call that gives nothing. */
export const DONE = v.null();

/**
 * What the window can do and the owner's browser tab cannot, by the beginning of the call. A module of its own, so that the
 * page does not load the schemas of the calls.
 */
const ONLY_IN_WINDOW =
  /^(?:approvals|computer|customer_screen|file|folder|outside|page|pin|service|update)\.|^(?:backups\.(?:choose|adopt)|copies\.adopt|printers\.list|shop\.switch)$/;

export const isPossibleInTab = (name: string): boolean => !ONLY_IN_WINDOW.test(name);
