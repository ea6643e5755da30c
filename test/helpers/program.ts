import { fileURLToPath } from 'node:url';

/**
 * An entry of the program, to be started as a process: from its source, or built (`npm run build`) where TEST_BUILT
 * says so. CI does: it starts hundreds, each in a third of the time, and tests the code that is shipped.
 */
export const entryOf = (name: 'cli' | 'headless'): string => {
  const path =
    process.env.TEST_BUILT === 'yes' ? `../../dist/main/${name}.mjs` : `../../main/start/${name}.ts`;
  return fileURLToPath(new URL(path, import.meta.url));
};
