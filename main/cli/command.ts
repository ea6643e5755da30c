import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Values } from './arguments.ts';
import type { Input } from './input.ts';

/** What a command is called with. */
export interface Call {
  config: Config;
  log: Log;
  values: Values;
  /** What it is about: the word after the command; "" where it takes none. */
  operand: string;
  /** The word after that; "" where it takes none. */
  value: string;
  input: Input;
}

/** What became of it: `json` for programs, `lines` for people; both say the same. */
export interface Outcome {
  json: object;
  lines: readonly string[];
  /** Absent: 0. */
  exitCode?: number;
}

export type Run = (call: Call) => Promise<Outcome>;
