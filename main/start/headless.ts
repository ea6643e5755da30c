import './node-version.mjs';
// The default export: in a Node without the function that is used a named import would fail before node-version.mjs
// reports the version.
import nodeModule from 'node:module';
import { extname, join } from 'node:path';
import { restartLean } from './lean-memory.ts';

/** The entry without a window: `npm run serve`, and `npm start` where no window is possible (start.ts). */

const { dirname, filename } = import.meta;
restartLean(process, filename);
/**
 * Caches the compiled code beside the built program: it saves a seventh of a start. A user who can write there can
 * change the program itself, and each build empties the folder. Without write access nothing is cached: it never throws
 * (https://nodejs.org/api/module.html#moduleenablecompilecachecachedir).
 */
if (extname(filename) !== '.ts') nodeModule.enableCompileCache(join(dirname, 'compiled'));
// Imported dynamically: a static import is compiled before any code runs.
const { serve } = await import('./service.ts');
// Not awaited: it is over when the service has stopped.
void serve(process.argv.slice(2));
