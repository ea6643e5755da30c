import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs the entry of an unpacked package in plain Node, with the stand-in for Electron: `node run-packed.ts ENTRY …
 * FOLDER`; the arguments in between are the program's own.
 */

const [, , entry = '', ...rest] = process.argv;
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

const { entryIsEvaluated, quit } = await import('./electron.ts');
// As in a package: the program, then its arguments.
process.argv = [process.execPath, ...rest.slice(0, -1)];
Object.assign(process, { resourcesPath: dirname(dirname(dirname(dirname(entry)))) });
process.on('message', () => quit());

const evaluated = import(pathToFileURL(entry).href);
await evaluated;
entryIsEvaluated();
