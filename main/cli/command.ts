import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Values } from './arguments.ts';
import type { Input } from './input.ts';

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
}

/** The result of a command: `json` for programs, `lines` for people, with the same facts. */
export interface Outcome {
  json: object;
  lines: readonly string[];
  /** Default 0. */
  exitCode?: number;
}

export type Run = (call: Call) => Promise<Outcome>;
