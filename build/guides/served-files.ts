import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Files of docs/ that the service has at the same path under /docs/: made of the commands
 * (test/cli/write-reference.ts).
 */
export const SERVED_FILES = ['command-line.schema.json'];

/** Writes them from `docs` to `folder`, without the white space that only people need: 40 % of their size. */
export const copyServedFiles = (docs: string, folder: string): void => {
  for (const file of SERVED_FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(JSON.parse(readFileSync(join(docs, file), 'utf8'))));
  }
};
