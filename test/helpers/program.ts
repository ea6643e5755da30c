import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The folder of the built program; undefined: it is run from its sources. */
const built = process.env.TEST_BUILT === 'yes' ? path('../../dist/main') : process.env.TEST_PROGRAM;

/**
 * An entry of the program, to be started as a process: built, which takes a third of the time, in CI (TEST_BUILT: the
 * code that is shipped) and in a whole run (test/run.ts: a hundred starts); from its source in a run of single files.
 */
export const entryOf = (name: 'cli' | 'headless'): string =>
  built === undefined ? path(`../../main/start/${name}.ts`) : join(built, `${name}.mjs`);
