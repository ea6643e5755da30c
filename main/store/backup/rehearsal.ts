import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openDatabase } from '../db/connection.ts';
import { type Checked, checkFile, copyBackup } from './check.ts';
import { type BackupFacts, faultsIn, readFacts } from './facts.ts';
import { BackupFault } from './fault.ts';
import type { Manifest } from './files.ts';

/** Tables whose rows are never deleted, so an older copy never has more. */
const ONLY_GROWING = ['invoices', 'invoice_items', 'attempts'];

/**
 * Restores a backup into a scratch folder, as a real restore does, and examines the result.
 * @param live the shop's database; undefined if it does not continue the backup
 * @throws BackupFault DAMAGED, NEWER, FOREIGN, or the error that prevented restoring it; OwnerError of openDatabase
 */
export const rehearseRestore = (
  path: string,
  manifest: Manifest | undefined,
  scratch: string,
  live: string | undefined,
): Checked => {
  const restored = join(scratch, 'restored.db');
  copyBackup(path, restored);
  const checked = checkFile(restored, manifest);
  openDatabase(restored, { backup: false }).close();
  const faults = reading(restored, faultsIn);
  const surplus = live === undefined ? [] : surplusOf(checked.facts, factsOf(live));
  if (faults.length + surplus.length > 0)
    throw new BackupFault('DAMAGED', [...faults, ...surplus].join('; '));
  return checked;
};

const factsOf = (live: string): BackupFacts => reading(live, readFacts);

const reading = <Result>(file: string, read: (connection: Database.Database) => Result): Result => {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return read(connection);
  } finally {
    connection.close();
  }
};

const surplusOf = (copy: BackupFacts, live: BackupFacts): string[] =>
  ONLY_GROWING.filter((table) => (copy.tables[table] ?? 0) > (live.tables[table] ?? 0)).map(
    (table) =>
      `it has ${copy.tables[table]} rows of ${table}, and the shop's database only ${live.tables[table] ?? 0}`,
  );
