import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { hashFile } from './check.ts';
import { type BackupFacts, differences, faultsIn, readFacts } from './facts.ts';
import { BackupFault } from './fault.ts';
import { type Backup, type Manifest, publishBackup, type Reserved } from './files.ts';

/** What the manifest says that cannot be read from the copy. */
export type Label = Pick<Manifest, 'created_at' | 'kind' | 'version' | 'installation'>;

/** 4 MB a step: between two of them the thread can be ended. */
const PAGES = 1000;
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a database that is in use, as of one moment. The read transaction around it holds that moment: facts and
 * copy are of the same one, and who writes meanwhile neither waits nor makes the copy begin anew, as it would
 * without (https://sqlite.org/backup.html).
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
 * As `writeBackup`, in one go, for whoever holds the write lock: nothing can change between copy and original.
 * @param facts of the original
 */
export const writeBackupAtOnce = (
  file: string,
  reserved: Reserved,
  label: Label,
  facts: BackupFacts,
): Backup => {
  // The backup API does not run synchronously here, and VACUUM not within the transaction of the holder.
  const source = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    source.prepare('vacuum into ?').run(reserved.partial);
  } finally {
    source.close();
  }
  return finishBackup(reserved, label, facts);
};

/** A copy becomes a backup only when it is found to be what it was made from. */
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
    // A backup is one file. Alone with it, SQLite needs none beside it on the way there either.
    copy.pragma('locking_mode = exclusive');
    copy.pragma('journal_mode = delete');
    const faults = [...faultsIn(copy), ...differences(readFacts(copy), original)];
    if (faults.length > 0) throw new BackupFault('DAMAGED', faults.join('; '));
    return copy.pragma('user_version', { simple: true }) as number;
  } finally {
    copy.close();
  }
};
