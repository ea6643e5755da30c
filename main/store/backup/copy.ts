import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { hashFile } from './check.ts';
import { type BackupFacts, differences, faultsIn, readFacts } from './facts.ts';
import { BackupFault } from './fault.ts';
import { type Backup, type Manifest, publishBackup, type Reserved } from './files.ts';

/** The manifest's fields that cannot be read from the copy. */
export type Label = Pick<Manifest, 'created_at' | 'kind' | 'version' | 'installation'>;

/** 4 MB per step: between two steps the thread can be ended. */
const PAGES = 1000;
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a database in use, as of one moment. The surrounding read transaction fixes that moment: facts and copy agree,
 * and a writer neither waits nor restarts the copy, as it would without (https://sqlite.org/backup.html).
 */
export const writeBackup = async (file: string, reserved: Reserved, label: Label): Promise<Backup> => {
  const source = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  let facts: BackupFacts;
  try {
    source.exec('begin');
    facts = readFacts(source);
    await source.backup(reserved.partial, { progress: () => PAGES });
  } finally {
    source.close();
  }
  return finishBackup(reserved, label, facts);
};

/**
 * As `writeBackup`, in one step, for a caller that holds the write lock: nothing can change between copy and original.
 * @param facts of the original
 */
export const writeBackupAtOnce = (
  file: string,
  reserved: Reserved,
  label: Label,
  facts: BackupFacts,
): Backup => {
  // The backup API does not run synchronously here, and VACUUM cannot run within the caller's transaction.
  const source = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    source.prepare('vacuum into ?').run(reserved.partial);
  } finally {
    source.close();
  }
  return finishBackup(reserved, label, facts);
};

/** A copy becomes a backup only after it was compared with its original. */
const finishBackup = (reserved: Reserved, label: Label, original: BackupFacts): Backup => {
  const { partial } = reserved;
  const schema = verifyCopy(partial, original);
  return publishBackup(reserved, {
    ...label,
    schema,
    size: statSync(partial).size,
    sha256: hashFile(partial),
    facts: original,
  });
};

/** @throws BackupFault DAMAGED */
const verifyCopy = (partial: string, original: BackupFacts): number => {
  const copy = new Database(partial, { fileMustExist: true });
  try {
    // A backup is one file. With exclusive locking SQLite needs no other files while checking, either.
    copy.pragma('locking_mode = exclusive');
    copy.pragma('journal_mode = delete');
    const faults = [...faultsIn(copy), ...differences(readFacts(copy), original)];
    if (faults.length > 0) throw new BackupFault('DAMAGED', faults.join('; '));
    return copy.pragma('user_version', { simple: true }) as number;
  } finally {
    copy.close();
  }
};
