import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../data-folder.ts';
import { reasonOf } from '../store/backup-fault.ts';

/**
 * Why backups could not be kept in a folder; undefined: they can. A folder is not made: in place of a disk that is
 * not plugged in, one would be made here.
 */
export const folderProblem = (folder: string): string | undefined => {
  try {
    if (!statSync(folder).isDirectory()) return 'It is a file, not a folder. Choose a folder.';
    const probe = join(folder, `.kramar-probe-${randomUUID()}`);
    writeDurably(probe, 'probe');
    rmSync(probe);
    return undefined;
  } catch (error) {
    return `Backups cannot be kept there: ${reasonOf(error).why}. Put that right, or choose another folder.`;
  }
};
