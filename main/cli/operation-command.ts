import * as v from 'valibot';
import {
  OPERATIONS,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from '../../shared/operations/operations.ts';
import { CONSOLE_GUARD } from '../operations/guard.ts';
import type { OperationContexts } from '../operations/operation.ts';
import { checkInput, perform } from '../operations/operations.ts';
import { createBackups } from '../safekeeping/backups/create.ts';
import { CONSOLE_ADVICE } from './advice.ts';
import type { Call, Command } from './command.ts';
import { requireDatabase, withCopies, withDatabase, withInstallation } from './open.ts';
import { result } from './results.ts';

/** How the console shows an operation: its words, how its input is typed, and its answer for people. */
interface Face<Name extends OperationName> extends Omit<Command, 'result' | 'run' | 'hasNoLog'> {
  /** Reads and prompts for the input, before anything is opened. @throws UsageError */
  input?(call: Call): OperationInput<Name> | Promise<OperationInput<Name>>;
  lines(value: OperationOutput<Name>, input: OperationInput<Name>): readonly string[];
  /** Whether the finding is good news; otherwise `ok` is false and the exit code 1. */
  isOk?(value: OperationOutput<Name>): boolean;
}

export const operationCommand = <Name extends OperationName>(
  name: Name,
  { input: read = () => ({}) as OperationInput<Name>, lines, isOk, ...words }: Face<Name>,
): Command => {
  const { output, makesShop } = OPERATIONS[name];
  return {
    ...words,
    result: isOk ? v.strictObject({ ok: v.boolean(), ...output.entries }) : result(output.entries),
    run: async (call) => {
      const typed = await read(call);
      if (!makesShop) requireDatabase(call.config);
      const value = await performHere(name, checkInput(OPERATIONS[name].input, typed), call);
      const ok = isOk?.(value) ?? true;
      return { json: { ok, ...value }, lines: lines(value, typed), exitCode: ok ? 0 : 1 };
    },
  };
};

/** Beside the running service, in the data folder itself. */
const performHere = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  call: Call,
): Promise<OperationOutput<Name>> => {
  const { config, log } = call;
  const here = {
    dataDir: config.dataDir,
    now: Date.now,
    log,
    guard: CONSOLE_GUARD,
    advice: CONSOLE_ADVICE,
    wake: () => undefined,
  };
  const run = (opened: object) =>
    perform(name, input, { ...opened, ...here } as unknown as OperationContexts[Name]);
  switch (OPERATIONS[name].needs) {
    case 'keys':
      return withInstallation(call, run);
    case 'backups':
      return withDatabase(call, (db) => run({ db, backups: createBackups({ ...here, db }) }));
    case 'copies':
      return withCopies(call, (copies, installation) => run({ ...installation, copies }));
    default:
      return withDatabase(call, (db) => run({ db }));
  }
};
