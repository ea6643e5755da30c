import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnerError } from './owner-error.ts';

/**
 * Compares the modules that threads run with the digests of the build: they lie beside the archive, which the archive's
 * own integrity does not cover. 0.8 MB in 19 files take 2 ms.
 * @param folder of the modules
 * @param list file with the digests
 * @returns undefined: all are as they were built
 */
export const findChangedModule = (folder: string, list: string): OwnerError | undefined => {
  const digests: Record<string, string> = JSON.parse(readFileSync(list, 'utf8'));
  const changed = Object.keys(digests).find((name) => digestOf(join(folder, name)) !== digests[name]);
  return changed === undefined ? undefined : programChanged(join(folder, changed));
};

/** Undefined: the file cannot be read. */
const digestOf = (file: string): string | undefined => {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
};

const programChanged = (file: string): OwnerError =>
  new OwnerError(
    'PROGRAM_CHANGED',
    `A file of the program is missing or was changed: ${file}. It was not run, and what is stored is safe. Install Kramar again; if the file changes once more, let the antivirus program check this computer.`,
    { facts: { file } },
  );
