import { UsageError } from '../platform/config.ts';
import { LostDatabaseError } from '../safekeeping/backups/lost-database.ts';
import { adviceWithBank } from './advice.ts';
import { CommandUsageError } from './arguments.ts';
import { CONSOLE, recoveryLines } from './console-command.ts';
import { usageHint } from './help.ts';
import { Declined, Interrupted } from './input.ts';
import { type OwnerRefusal, ownerRefusalOf } from './owner-refusals.ts';

/** Why a command was refused, in one line. */
export interface Refusal extends OwnerRefusal {
  exitCode: 1 | 2 | 130;
  /** Lines below: commands to be copied. */
  more?: readonly string[];
  /** Lines above, of a wrong call: how it is right. */
  hint?: readonly string[];
}

/** Undefined for an unexpected error. @param command the one that was called, where it is known */
export const refusalOf = (error: unknown, bankUrl = '', command?: string): Refusal | undefined => {
  if (error instanceof UsageError) {
    const name = error instanceof CommandUsageError ? error.command : command;
    return { exitCode: 2, code: 'USAGE', detail: error.message, hint: usageHint(CONSOLE, name) };
  }
  if (error instanceof Interrupted)
    return { exitCode: 130, code: 'INTERRUPTED', detail: 'Interrupted. Nothing was stored.' };
  if (error instanceof Declined) return { exitCode: 1, code: 'DECLINED', detail: 'Nothing was changed.' };
  const refusal = ownerRefusalOf(error, adviceWithBank(bankUrl));
  if (error instanceof LostDatabaseError)
    return { exitCode: 1, code: error.code, detail: error.message, more: recoveryLines(error.lost) };
  return refusal && { exitCode: 1, ...refusal };
};
