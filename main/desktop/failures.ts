import { OwnerError } from '../platform/owner-error.ts';

/** What kept the service from starting, and what the owner can do about it. Pure. */

export type Choice =
  | 'retry'
  | 'free-port'
  | 'choose-folder'
  | 'open-browser'
  | 'check-update'
  | 'open-backups'
  | 'restore-latest'
  | 'choose-backup'
  | 'start-anew'
  | 'open-logs'
  | 'quit';

export type FailureKind = 'port' | 'folder' | 'newer' | 'running' | 'lost' | 'other';

const KINDS: Readonly<Record<string, FailureKind>> = {
  PORT_TAKEN: 'port',
  PORT_REFUSED: 'port',
  DATA_FOLDER_GONE: 'folder',
  DATA_FOLDER_NOT_WRITABLE: 'folder',
  DATA_FOLDER_NOT_A_FOLDER: 'folder',
  LOCK_FILE_UNUSABLE: 'folder',
  DATABASE_NEWER: 'newer',
  ALREADY_RUNNING: 'running',
  DATABASE_LOST: 'lost',
};

export const kindOf = (error: unknown): FailureKind =>
  (error instanceof OwnerError ? KINDS[error.code] : undefined) ?? 'other';

interface Possible {
  /** There is an update channel. */
  updates: boolean;
  /** The other service's page is known. */
  browser: boolean;
  /** A backup of a lost database is known that looks sound. */
  backup: boolean;
}

/** The first is what most would want; the last is always to quit. */
export const choicesFor = (kind: FailureKind, { updates, browser, backup }: Possible): readonly Choice[] => {
  switch (kind) {
    case 'port':
      return ['retry', 'free-port', 'quit'];
    case 'folder':
      return ['retry', 'choose-folder', 'quit'];
    case 'newer':
      return [...(updates ? (['check-update'] as const) : []), 'open-backups', 'quit'];
    case 'running':
      return [...(browser ? (['open-browser'] as const) : []), 'retry', 'quit'];
    case 'lost':
      return [
        ...(backup ? (['restore-latest'] as const) : []),
        'choose-backup',
        'retry',
        'start-anew',
        'quit',
      ];
    case 'other':
      return ['retry', 'open-logs', 'quit'];
  }
};

/** What the program itself says of it; English, as in the log. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
