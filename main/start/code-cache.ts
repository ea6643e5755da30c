// The default export: in a Node without this function a named import would fail before node-version.mjs reports the
// version.
import nodeModule from 'node:module';
import { extname, join } from 'node:path';

/**
 * Caches the compiled code beside the built program: it saves a seventh of a start. A user who can write there can
 * change the program itself, and each build empties the folder. Without write access nothing is cached: it never throws
 * (https://nodejs.org/api/module.html#moduleenablecompilecachecachedir).
 */
export const enableCodeCache = (): void => {
  const { dirname, filename } = import.meta;
  if (extname(filename) !== '.ts') nodeModule.enableCompileCache(join(dirname, 'compiled'));
};
