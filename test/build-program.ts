import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import { writeThreadModuleDigests } from '../build/thread-modules.ts';
import { DOCS_FILES } from '../main/platform/places-on-disk.ts';

/** `node test/build-program.ts FOLDER`: builds the program there as `npm run build` does, without the screens. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [, , folder = ''] = process.argv;
const main = join(folder, 'main');

const toFolder = { build: { outDir: main } };
const builder = await createBuilder({
  configFile: join(ROOT, 'vite.config.ts'),
  logLevel: 'warn',
  environments: { main: toFolder, worker: toFolder },
});
for (const name of ['main', 'worker']) {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no environment ${name}.`);
  await builder.build(environment);
}
writeThreadModuleDigests(main);
cpSync(join(ROOT, 'main/store/schema/schema.sql'), join(main, 'schema.sql'));
mkdirSync(join(folder, 'docs'));
for (const file of DOCS_FILES)
  cpSync(join(ROOT, 'node_modules/swagger-ui-dist', file), join(folder, 'docs', file));
// As from the sources: the screens and the guides are there where they were built.
for (const name of ['renderer', 'guides'])
  if (existsSync(join(ROOT, 'dist', name)))
    symlinkSync(join(ROOT, 'dist', name), join(folder, name), 'junction');
