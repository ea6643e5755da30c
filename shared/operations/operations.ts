import type * as v from 'valibot';
import { EMPLOYEE_OPERATIONS, OWNER_OPERATIONS } from './employees.ts';
import { KEY_OPERATIONS } from './keys.ts';
import type { Operation } from './operation.ts';
import { SAFEKEEPING_OPERATIONS } from './safekeeping.ts';
import { SETTING_OPERATIONS } from './settings.ts';
import { TERMINAL_OPERATIONS } from './terminals.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';

/** Everything that the owner does outside the interface, by name. */
export const OPERATIONS = {
  ...OWNER_OPERATIONS,
  ...EMPLOYEE_OPERATIONS,
  ...KEY_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...TERMINAL_OPERATIONS,
  ...SETTING_OPERATIONS,
  ...SAFEKEEPING_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export type OperationInput<Name extends OperationName> = v.InferOutput<(typeof OPERATIONS)[Name]['input']>;
export type OperationOutput<Name extends OperationName> = v.InferOutput<(typeof OPERATIONS)[Name]['output']>;

export const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name);
