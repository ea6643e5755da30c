import { OS_FAULTS, type OsFault } from '../../../shared/errors.ts';
import { type Reason, reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { recordEvent } from '../../shop/events.ts';
import type { Backup } from '../../store/backup/files.ts';
import type { BackupsContext } from './write.ts';

/**
 * The error for the owner about a backup or a copy that failed; one for the owner stays as it is.
 * @param say the message, by the cause and the remedy
 */
export const backupOwnerError = (
  code: string,
  what: 'backup' | 'copy',
  error: unknown,
  say: (reason: Reason) => string,
  facts: object = {},
): OwnerError => {
  if (error instanceof OwnerError) return error;
  const cause = { cause: error };
  const stopped = `The ${what} was broken off, since Kramar stops. It is made anew later.`;
  if ((error as { code?: unknown } | undefined)?.code === 'STOPPED')
    return new OwnerError('BACKUP_STOPPED', stopped, cause);
  const reason = reasonOf(error);
  return new OwnerError(code, say(reason), { facts: { ...facts, fault: reason.fault }, ...cause });
};

/** The error for the owner about a backup that could not be made. */
export const notMade = (folder: string, error: unknown): OwnerError =>
  backupOwnerError(
    'BACKUP_FAILED',
    'backup',
    error,
    ({ why, remedy }) =>
      `A backup to ${folder} could not be made: ${why}. The shop goes on; its data and the older backups are safe. ${remedy}.`,
    { isChosen: true },
  );

/** Codes of faults in the backup itself. */
const UNFIT = ['DAMAGED', 'NEWER', 'TOO_OLD', 'FOREIGN', 'ALTERED'];

/** The error for the owner about a drill that failed. @param backup undefined: none was selected yet */
export const notRestored = (backup: Backup | undefined, error: unknown): OwnerError => {
  const isUnfit = UNFIT.includes((error as { code?: string }).code ?? '');
  const what = backup ? `the backup ${backup.path}` : 'a backup';
  return backupOwnerError(
    'DRILL_FAILED',
    'backup',
    error,
    ({ why, remedy }) =>
      `The trial restore of ${what} failed: ${why}. The shop goes on, and its data are safe. ` +
      `${isUnfit ? 'Make another backup' : remedy}.`,
  );
};

/** An abort, another process's backup, or copies that are off are no failures. */
const NO_FAILURES = ['BACKUP_UNDER_WAY', 'BACKUP_STOPPED', 'COPIES_OFF'];

/** The failures of this process's last backup, or copy, and of its last drill. */
export const createProblems = (context: BackupsContext) => {
  const last: Record<'create' | 'drill', OwnerError | undefined> = { create: undefined, drill: undefined };
  return {
    /** Reports a failure to the owner by event, log and state. */
    report: (what: keyof typeof last, error: OwnerError): OwnerError => {
      if (NO_FAILURES.includes(error.code)) return error;
      last[what] = error;
      context.log.warn(error.message, { err: error });
      recordBackupEvent(context, { type: 'backup.failed', data: { detail: error.message } });
      return error;
    },
    clear: (what: keyof typeof last): void => {
      last[what] = undefined;
    },
    /** "" and null without a failure; null also for one of an unknown cause. */
    current: (): { problem: string; fault: OsFault | null } => {
      const error = last.create ?? last.drill;
      return {
        problem: error?.message ?? '',
        fault: OS_FAULTS.find((fault) => fault === error?.facts.fault) ?? null,
      };
    },
  };
};
export type BackupProblems = ReturnType<typeof createProblems>;

export const recordBackupEvent = (
  { db, now, log }: BackupsContext,
  event: Parameters<typeof recordEvent>[2],
): void => {
  try {
    recordEvent(db, now(), event);
  } catch (error) {
    // The disk may be full for the database too, and this must not hide the first failure.
    log.warn('The result of a backup could not be written to the list of events.', { error });
  }
};
