import { OwnerError } from '../platform/owner-error.ts';
import type { PortHolder } from '../start/ports.ts';

/** Classifies failures of the service's start, and the owner's choices for each. Pure. */

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

export type FailureKind =
  | 'port'
  | 'port-reserved'
  | 'port-kramar'
  | 'folder'
  | 'newer'
  | 'running'
  | 'lost'
  | 'other';

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

/** What the owner is told about a port, by who has it. */
export const portKindOf = ({ kind }: PortHolder): FailureKind => {
  if (kind === 'reserved') return 'port-reserved';
  return kind === 'kramar' ? 'port-kramar' : 'port';
};

interface Possible {
  /** The build has an update channel. */
  hasUpdates: boolean;
  /** The address of the other service is known. */
  hasBrowserAddress: boolean;
  /** A backup of the lost database exists that looks sound. */
  hasBackup: boolean;
}

/** The first suits most owners; the last always quits. */
export const choicesFor = (
  kind: FailureKind,
  { hasUpdates, hasBrowserAddress, hasBackup }: Possible,
): readonly Choice[] => {
  switch (kind) {
    case 'port':
    case 'port-reserved':
    case 'port-kramar':
      return ['retry', 'free-port', 'quit'];
    case 'folder':
      return ['retry', 'choose-folder', 'quit'];
    case 'newer':
      return [...(hasUpdates ? (['check-update'] as const) : []), 'open-backups', 'quit'];
    case 'running':
      return [...(hasBrowserAddress ? (['open-browser'] as const) : []), 'retry', 'quit'];
    case 'lost':
      return [
        ...(hasBackup ? (['restore-latest'] as const) : []),
        'choose-backup',
        'retry',
        'start-anew',
        'quit',
      ];
    case 'other':
      return ['retry', 'open-logs', 'quit'];
  }
};

/** The program's own message; English, as in the log. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
