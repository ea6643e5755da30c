import { isAbsolute, resolve } from 'node:path';
import { problem } from '../../shared/errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { ValidationError } from '../shop/errors.ts';

/**
 * Checks that a person is behind a sensitive call. A malicious script in the page has the session, but neither the
 * owner's password nor a folder chosen in the system's dialog.
 */
export interface CallGuard {
  /** @throws OwnerError PASSWORD_NEEDED */
  requirePassword(): void;
  /** Keeps that the owner gave the password just now. */
  confirm(owner: number): void;
  /**
   * Counts a try of the owner's password, before it is checked; `confirm` ends the count.
   * @throws OwnerError TOO_MANY_TRIES
   */
  takeTry(): void;
  /** After a change of the password. */
  forget(): void;
  noteChosenFolder(path: string): void;
  /** "" is the default folder, and a relative path no folder at all. @throws ValidationError */
  requireChosenFolder(path: string, byDefault: string, field?: string): void;
}

interface GuardMemory {
  confirmed: { owner: number; at: number } | undefined;
  /** When passwords were tried since the last right one, milliseconds UTC. */
  tries: number[];
  folders: Set<string>;
}

export const createGuardMemory = (): GuardMemory => ({
  confirmed: undefined,
  tries: [],
  folders: new Set(),
});

const CONFIRMED_MS = 5 * 60_000;
const MOST_TRIES = 5;
const TRIES_WITHIN_MS = 60_000;

/** \\server\share, and its spelling with slashes: opening one sends that server this user's sign-in. */
const isOnAnotherComputer = (path: string): boolean => /^[\\/]{2}/.test(path);

interface GuardedCall {
  /** Undefined where anyone may call. */
  caller: number | undefined;
  /** When the caller signed in by password, milliseconds UTC; undefined: the session goes on from earlier. */
  signedInAt: number | undefined;
}

export const guardOf = (
  memory: GuardMemory,
  { caller, signedInAt }: GuardedCall,
  now: () => number,
): CallGuard => ({
  requirePassword: () => {
    const { confirmed } = memory;
    const given = [signedInAt, confirmed?.owner === caller ? confirmed?.at : undefined];
    // A clock that was set back makes the age negative.
    const isFresh = (at: number | undefined) => at !== undefined && now() >= at && now() - at < CONFIRMED_MS;
    if (given.some(isFresh)) return;
    throw new OwnerError(
      'PASSWORD_NEEDED',
      "The owner's password is needed for this. Nothing was changed. Enter it and try again.",
    );
  },
  confirm: (owner) => {
    memory.confirmed = { owner, at: now() };
    memory.tries = [];
  },
  takeTry: () => {
    memory.tries = memory.tries.filter((at) => Math.abs(now() - at) < TRIES_WITHIN_MS);
    if (memory.tries.length >= MOST_TRIES)
      throw new OwnerError(
        'TOO_MANY_TRIES',
        'There were too many wrong passwords. Nothing was changed. Try again in a minute.',
      );
    memory.tries.push(now());
  },
  forget: () => {
    memory.confirmed = undefined;
    memory.tries = [];
  },
  noteChosenFolder: (path) => void memory.folders.add(resolve(path)),
  requireChosenFolder: (path, byDefault, field = 'backup_folder') => {
    const isForeign = isOnAnotherComputer(path);
    if (!isForeign && (!isAbsolute(path) || path === byDefault || memory.folders.has(resolve(path)))) return;
    const why = isForeign
      ? 'A folder of another computer is not possible here. Connect it as a drive, or choose a folder of this computer.'
      : 'The folder was not chosen in the dialog. Choose it there.';
    throw new ValidationError({ [field]: [problem('invalid', why)] });
  },
});
