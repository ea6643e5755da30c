import * as v from 'valibot';
import type { Access, Operation } from '../operations/operation.ts';

export interface CallShape extends Pick<Operation, 'access' | 'needsPassword' | 'input'> {
  output: v.GenericSchema;
}

export const call = <const By extends Access, Input extends v.GenericSchema, Output extends v.GenericSchema>(
  access: By,
  input: Input,
  output: Output,
) => ({ access, input, output, needsPassword: false }) satisfies CallShape;

/** A call of the owner that needs the password. */
export const guarded = <Input extends v.GenericSchema, Output extends v.GenericSchema>(
  input: Input,
  output: Output,
) => ({ access: 'owner' as const, input, output, needsPassword: true }) satisfies CallShape;

/** The output of a call that gives nothing. */
export const DONE = v.null();
