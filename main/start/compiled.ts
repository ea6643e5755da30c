// By its default export: in a Node without this function a named import would fail before node-version.mjs speaks.
import nodeModule from 'node:module';
import { extname, join } from 'node:path';

/**
 * Keeps what the engine made of the built program beside it, for the next start: a seventh of a start. Who may write
 * there may change the program itself, and each build empties the folder. Where it cannot be written nothing is kept:
 * it never throws (https://nodejs.org/api/module.html#moduleenablecompilecachecachedir).
 */
export const keepCompiled = (): void => {
  const { dirname, filename } = import.meta;
  if (extname(filename) !== '.ts') nodeModule.enableCompileCache(join(dirname, 'compiled'));
};
