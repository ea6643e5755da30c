import { isAbsolute, resolve } from 'node:path';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { verifyPassword } from '../shop/accounts/passwords.ts';
import { fieldRefusal } from '../shop/errors.ts';
import { findOwner } from '../store/accounts.ts';
import type { Db } from '../store/db/connection.ts';

/**
 * Checks that a person is behind a sensitive call. A malicious script in the page has the session, but neither the
 * owner's password nor a folder chosen in the system's dialog.
 */
export interface CallGuard {
  /** @param isAnew in a browser tab no other operation has used it. @throws OwnerError PASSWORD_NEEDED */
  requirePassword(isAnew?: boolean): void;
  /** Keeps that the owner gave the password just now. */
  confirm(owner: number): void;
  /** After a change of the password. */
  forget(): void;
  /**
   * Checks the owner's password, which `field` brought. Gives the owner's id.
   * @throws OwnerError TOO_MANY_TRIES, ValidationError
   */
  requireOwner(field: string, password: string | undefined): Promise<number>;
  noteChosenFolder(path: string): void;
  /**
   * In the window the folder is one of its dialog. A tab has none: there a path is typed, with the password anew. "" is the
   * default folder, and a relative path no folder at all. @throws ValidationError
   */
  requireChosenFolder(path: string, byDefault: string, field?: string): void;
}

export interface GuardMemory {
  confirmed: { owner: number; at: number; isUsed: boolean } | undefined;
  /** When passwords were tried since the last right one, milliseconds UTC. */
  tries: number[];
  folders: Set<string>;
}

export const createGuardMemory = (): GuardMemory => ({ confirmed: undefined, tries: [], folders: new Set() });

const CONFIRMED_MS = 5 * 60_000;
const MOST_TRIES = 5;
const TRIES_WITHIN_MS = 60_000;

/** \\server\share, and its spelling with slashes: opening one sends that server this user's sign-in. */
const isOnAnotherComputer = (path: string): boolean => /^[\\/]{2}/.test(path);

interface GuardedCall {
  db: Db;
  log: Log;
  /** Milliseconds UTC. */
  now: () => number;
  /** Undefined where anyone may call. */
  caller: number | undefined;
  /** When the caller signed in by password, milliseconds UTC; undefined: the session goes on from earlier. */
  signedInAt: number | undefined;
  isTab: boolean;
}

export const guardOf = (
  memory: GuardMemory,
  { db, log, now, caller, signedInAt, isTab }: GuardedCall,
): CallGuard => ({
  requirePassword: (isAnew = false) => {
    const confirmed = isTab && isAnew && memory.confirmed?.isUsed ? undefined : memory.confirmed;
    const given = [signedInAt, confirmed?.owner === caller ? confirmed?.at : undefined];
    // A clock that was set back makes the age negative.
    const isFresh = (at: number | undefined) => at !== undefined && now() >= at && now() - at < CONFIRMED_MS;
    if (given.some(isFresh)) {
      if (confirmed) confirmed.isUsed = true;
      return;
    }
    throw new OwnerError(
      'PASSWORD_NEEDED',
      "The owner's password is needed for this. Nothing was changed. Enter it and try again.",
    );
  },
  confirm: (owner) => {
    memory.confirmed = { owner, at: now(), isUsed: false };
    memory.tries = [];
  },
  forget: () => {
    memory.confirmed = undefined;
    memory.tries = [];
  },
  requireOwner: async (field, password) => {
    const owner = findOwner(db);
    // Counted before the password is checked: tries at once are tries too.
    takeTry(memory, now());
    if (owner && password !== undefined && (await verifyPassword(password, owner.password_hash)))
      return owner.id;
    log.warn('A wrong password was given where the owner was to confirm.');
    throw fieldRefusal(field, 'wrong_password', 'This is not the password that holds now.');
  },
  noteChosenFolder: (path) => void memory.folders.add(resolve(path)),
  requireChosenFolder: (path, byDefault, field = 'backup_folder') => {
    const isForeign = isOnAnotherComputer(path);
    const isOurs = isTab || !isAbsolute(path) || path === byDefault || memory.folders.has(resolve(path));
    if (!isForeign && isOurs) return;
    const why = isForeign
      ? 'A folder of another computer is not possible here. Connect it as a drive, or choose a folder of this computer.'
      : 'The folder was not chosen in the dialog. Choose it there.';
    throw fieldRefusal(field, 'invalid', why);
  },
});

/** @throws OwnerError TOO_MANY_TRIES */
const takeTry = (memory: GuardMemory, at: number): void => {
  memory.tries = memory.tries.filter((other) => Math.abs(at - other) < TRIES_WITHIN_MS);
  if (memory.tries.length >= MOST_TRIES)
    throw new OwnerError(
      'TOO_MANY_TRIES',
      'There were too many wrong passwords. Nothing was changed. Try again in a minute.',
    );
  memory.tries.push(at);
};

/** The console's user can read and write the data folder: there is nothing to prove. */
export const CONSOLE_GUARD: CallGuard = {
  requirePassword: () => undefined,
  confirm: () => undefined,
  forget: () => undefined,
  requireOwner: async () => 0,
  noteChosenFolder: () => undefined,
  requireChosenFolder: () => undefined,
};
