import { LostDatabaseError } from '../domain/backups/lost-database.ts';
import { UsageError } from '../platform/config.ts';
import { adviceWithBank } from './advice.ts';
import { recoveryLines } from './console-command.ts';
import { type OwnerRefusal, ownerRefusalOf } from './owner-refusals.ts';
import { Interrupted } from './prompt.ts';

/** Why a command was refused, in one line. */
export interface Refusal extends OwnerRefusal {
  exitCode: 1 | 2 | 130;
  /** Lines below: commands to be copied. */
  more?: readonly string[];
}

/** Undefined for an unexpected error. */
export const refusalOf = (error: unknown, bankUrl = ''): Refusal | undefined => {
  if (error instanceof UsageError) return { exitCode: 2, code: 'USAGE', detail: error.message };
  if (error instanceof Interrupted)
    return { exitCode: 130, code: 'INTERRUPTED', detail: 'Interrupted. Nothing was stored.' };
  const refusal = ownerRefusalOf(error, adviceWithBank(bankUrl));
  if (error instanceof LostDatabaseError)
    return { exitCode: 1, code: error.code, detail: error.message, more: recoveryLines(error.lost) };
  return refusal && { exitCode: 1, ...refusal };
};
