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
