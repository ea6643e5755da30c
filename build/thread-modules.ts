import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The modules that threads run (vite.config.ts): a package keeps them beside its archive. */
const isThreadModule = (name: string): boolean => /^worker[.-].*mjs$/.test(name);

/** Gives the SHA-256 of each module in the folder, by file name. */
export const threadModuleDigests = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(isThreadModule)
      .toSorted()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

/** Writes the list by which the program checks them (main/platform/thread-modules.ts). */
export const writeThreadModuleDigests = (folder: string): void => {
  const list = `${JSON.stringify(threadModuleDigests(folder), undefined, 2)}\n`;
  writeFileSync(join(folder, 'thread-modules.json'), list);
};
