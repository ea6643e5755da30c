import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BREAKS, broken, exportsFunction, isOfProgram } from './breaks.ts';
import { POINTS } from './points.ts';

// The breaks themselves are tried by `npm run test:crash -- --self-test`, which takes minutes.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = globSync('main/**/*.ts', { cwd: ROOT })
  .map((file) => `${ROOT}${file.replaceAll('\\', '/')}`)
  .filter(isOfProgram)
  .map((path) => readFileSync(path, 'utf8'));

test.each(Object.entries(BREAKS))('what the break "%s" replaces is exported once', (_name, each) => {
  for (const name of Object.keys(each.replacements))
    expect([name, SOURCES.filter((source) => exportsFunction(source, name)).length]).toEqual([name, 1]);
  expect(POINTS.map(({ name }) => name)).toEqual(expect.arrayContaining([...each.points]));
});

test('a replacement is what the rest of the file and every importer get', () => {
  const source =
    'export const cutOffJobRuns = (db: Db) => 1;\nexport const other = () => cutOffJobRuns(db);\n';
  expect(broken(source, 'cut-off-runs', 'file:///breaks.ts')).toBe(
    'const real_cutOffJobRuns = (db: Db) => 1;\nexport const other = () => cutOffJobRuns(db);\n\n' +
      "import { BREAKS as breaks_cutOffJobRuns } from 'file:///breaks.ts';\n" +
      "export const cutOffJobRuns = breaks_cutOffJobRuns['cut-off-runs'].replacements.cutOffJobRuns(real_cutOffJobRuns);\n",
  );
  expect(broken(source, 'migration')).toBe(source);
});
