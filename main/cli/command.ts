import type * as v from 'valibot';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Input } from './input.ts';
import type { OptionName, Values } from './options.ts';

/** The input of a command. */
export interface Call {
  config: Config;
  log: Log;
  values: Values;
  /** The word after the command; "" where it takes none. */
  operand: string;
  /** The word after the operand; "" where it takes none. */
  value: string;
  input: Input;
  /** Prints what is known before the command ends: each time one JSON object, or lines. */
  show(outcome: Outcome): Promise<void>;
}

/** The result of a command: `json` for programs, `lines` for people, with the same facts. */
export interface Outcome {
  json: object;
  lines: readonly string[];
  /** Default 0. */
  exitCode?: number;
}

export type Run = (call: Call) => Promise<Outcome>;

/** Everything about a command; its help, its reference and the checks of its arguments come from here. */
export interface Command {
  /** One line of the list of commands, a verb in the third person, without a full stop. */
  summary: string;
  /** More, a paragraph each. */
  details?: readonly string[];
  /** The words after the command, as usage names them: an operand, and a value, which may be "". */
  operands?: readonly string[];
  options?: readonly OptionName[];
  /** At least one: the words after the name of the console, as a person types them. */
  examples: readonly [string, ...string[]];
  /** The JSON object of `--json`, `ok: true` and refusals aside. */
  result: v.GenericSchema<object>;
  /** It writes no log: it changes nothing, or runs as another user than the shop's. */
  hasNoLog?: boolean;
  run: Run;
}

export type Commands = Readonly<Record<string, Command>>;
