import type * as v from 'valibot';
import type { Problems } from '../../shared/errors.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../shared/operations/operations.ts';
import { passwordProblem } from '../shop/accounts/accounts.ts';
import { validateBody } from '../shop/validate.ts';
import { keyHandlers } from './keys.ts';
import type { Handler, Handlers, OperationCall, OperationContexts } from './operation.ts';
import { employeeHandlers, ownerHandlers } from './people.ts';
import { safekeepingHandlers } from './safekeeping.ts';
import { settingHandlers } from './settings.ts';
import { terminalHandlers } from './terminals.ts';
import { webhookHandlers } from './webhooks.ts';

const handlers: Handlers = {
  ...ownerHandlers,
  ...employeeHandlers,
  ...keyHandlers,
  ...webhookHandlers,
  ...terminalHandlers,
  ...settingHandlers,
  ...safekeepingHandlers,
};

/** Uses the schema's own findings, under the name by which a new password is sent. */
const newPassword = ({ password }: { password?: unknown }): Problems => {
  const found = typeof password === 'string' ? passwordProblem(password) : undefined;
  return found ? { password: [found] } : {};
};

/** @throws ValidationError */
export const checkInput = <Schema extends v.GenericSchema>(schema: Schema, input: unknown) =>
  validateBody(schema, input, { refine: newPassword });

/** Runs an operation whose input is checked; who may call it, the surface has decided. */
export const perform = async <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  context: OperationContexts[Name],
): Promise<OperationOutput<Name>> =>
  (handlers[name] as Handler<Name>)({ ...context, input } as OperationCall<Name>);
