import type { BridgeRefusal } from '../../shared/bridge/bridge.ts';
import { codesOf, factsOf, OS_FAULTS } from '../../shared/errors.ts';
import { BankError, bankOutcome } from '../bank/errors.ts';
import { ownerRefusalOf } from '../cli/owner-refusals.ts';
import { type Advice, OwnerError } from '../platform/owner-error.ts';
import { BusyError, SignInError, ValidationError } from '../shop/errors.ts';

const backups = 'Settings → Backups.';
const anotherFolder = `To use another backup folder: ${backups}`;

/** Advice that only the window can give. */
export const WINDOW_ADVICE: Advice = {
  DATABASE_CORRUPT: `The backups are in ${backups}`,
  BACKUP_FAILED: ({ isChosen }) => (isChosen ? anotherFolder : undefined),
  BACKUP_FOLDER_UNREADABLE: anotherFolder,
  NOT_FOUND: ({ what }) => (what === 'backup' ? `To see the backups: ${backups}` : undefined),
};

/** The facts of an error that the window's texts name: the fault of a disk, the parts of a refused backup. */
const factsForWindow = ({ facts }: OwnerError): Pick<BridgeRefusal, 'fault' | 'names'> => {
  const fault = OS_FAULTS.find((each) => each === facts.fault);
  return { ...(fault && { fault }), ...(Array.isArray(facts.names) && { names: facts.names.map(String) }) };
};

/** Undefined for an unexpected error. */
export const refusalOf = (error: unknown): BridgeRefusal | undefined => {
  if (error instanceof SignInError)
    return { code: 'SIGN_IN', detail: 'The session has ended. Nothing was changed. Sign in again.' };
  if (error instanceof BusyError)
    return {
      code: 'TOO_MANY_TRIES',
      detail: 'There were too many wrong passwords. Nothing was changed. Try again in a minute.',
    };
  const refusal = ownerRefusalOf(error, WINDOW_ADVICE);
  if (!refusal) return undefined;
  // The bank's FORBIDDEN is an unknown token, ours a caller who is not the owner.
  if (error instanceof BankError)
    return { ...refusal, code: `BANK_${refusal.code}`, outcome: bankOutcome(error) };
  if (error instanceof ValidationError)
    return { ...refusal, codes: codesOf(error.problems), facts: factsOf(error.problems) };
  return { ...refusal, ...(error instanceof OwnerError && factsForWindow(error)) };
};

export const notAllowed = (detail: string): BridgeRefusal => ({ code: 'NOT_ALLOWED', detail });

export const STARTING_AGAIN: BridgeRefusal = {
  code: 'UNAVAILABLE',
  detail: 'Kramar is starting again. What was stored is safe. Try again in a few seconds.',
};

/** A code of its own: the call may have taken effect. */
export const CUT_OFF: BridgeRefusal = {
  code: 'CUT_OFF',
  detail:
    'Kramar was stopped in the middle of this. What was stored is safe. Look whether it was done, then try again.',
};

/** @param logs the folder of the log */
export const internal = (logs: string): BridgeRefusal => ({
  code: 'INTERNAL',
  detail: `Kramar failed in a way that it does not know. What was stored before is safe. The details are in the log, in ${logs}.`,
});

/** The level in the log: a mistyped input does not matter later, and a session ends every hour. */
export const logLevelOf = ({ code }: BridgeRefusal): 'debug' | 'info' | 'warn' => {
  if (code === 'VALIDATION' || code === 'NOT_FOUND') return 'debug';
  return code === 'SIGN_IN' || code === 'OPEN_PAYMENT' ? 'info' : 'warn';
};
