import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { refusalSchema, schemaOf } from '../../build/command-line/reference.ts';
import { readCommandLine } from '../../main/cli/arguments.ts';
import { COMMANDS } from '../../main/cli/commands.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const compiled = new Map<string, ValidateFunction>();

const validatorOf = (name: string, schema: () => object): ValidateFunction => {
  const known = compiled.get(name) ?? ajv.compile(schema());
  compiled.set(name, known);
  return known;
};

/** Undefined for help, the version and what is no command. */
const commandIn = (args: readonly string[]): string | undefined => {
  try {
    const { name } = readCommandLine(args);
    return name in COMMANDS ? name : undefined;
  } catch {
    return undefined;
  }
};

/** Expects what a command has printed with --json to be as docs/command-line.schema.json says: no field more. */
export const expectDescribed = (args: readonly string[], printed: unknown): void => {
  const name = commandIn(args);
  const isKilled = printed === undefined;
  const isHelp = name === undefined && (printed as { ok?: unknown } | undefined)?.ok === true;
  if (isKilled || isHelp) return;
  const command = name === undefined ? undefined : COMMANDS[name];
  const refused = validatorOf('refusal', refusalSchema);
  const answered = command && validatorOf(String(name), () => schemaOf(command));
  const isAsDescribed = refused(printed) || (answered?.(printed) ?? false);
  expect(isAsDescribed, `${args.join(' ')}: ${ajv.errorsText(answered?.errors ?? refused.errors)}`).toBe(
    true,
  );
};
