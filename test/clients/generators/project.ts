import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../helpers/shop.ts';

/** A project of somebody who writes a till: a folder with our packages, in which generators and the compiler run. */

export const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
export const ROOT = path('../../../');
const MODULES = join(ROOT, 'node_modules');
const PRELOAD = `--import=${pathToFileURL(path('preload.ts'))}`;
const TSC = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/**
 * What `npx` starts, in node_modules; the bin of @hey-api/openapi-ts only starts this one in a process of its own. A name
 * that is not here is a script of the project.
 */
const SCRIPTS: Record<string, string> = {
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  '@hey-api/openapi-ts': '@hey-api/openapi-ts/dist/run.mjs',
  orval: 'orval/dist/bin/orval.mjs',
};

const run = promisify(execFile);

export const createProject = () => {
  const folder = temporaryFolder();
  symlinkSync(MODULES, join(folder.path, 'node_modules'), 'junction');
  mkdirSync(join(folder.path, 'generated'));
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  write('package.json', '{"type":"module"}');

  const node = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, args, {
      cwd: folder.path,
      env: { PATH: process.env.PATH, HOME: folder.path, ...env },
    });

  return {
    folder: folder.path,
    remove: folder.remove,
    write,
    /** `npx <name> <args>`, without the network. */
    generate: (name: string, args: readonly string[]) => {
      const script = SCRIPTS[name];
      return node([script === undefined ? `${name}.mjs` : join(MODULES, script), ...args], {
        NODE_OPTIONS: PRELOAD,
      });
    },
    /** Compiles these files into compiled/ under the project's options. First of all: generators read it too. */
    configure: (files: readonly string[], options: object = {}): void => {
      const base = JSON.parse(readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8')) as {
        compilerOptions: object;
      };
      const own = {
        composite: false,
        emitDeclarationOnly: false,
        rewriteRelativeImportExtensions: true,
        rootDir: '.',
        outDir: 'compiled',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: ['node'],
      };
      const compilerOptions = { ...base.compilerOptions, ...own, ...options };
      write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    },
    /** What the compiler says. */
    compile: async (): Promise<string> => {
      const { stdout } = await node([TSC, '--project', '.']).catch((error: { stdout: string }) => error);
      return stdout;
    },
  };
};
