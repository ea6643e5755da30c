import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BUDGETS, loadSizes, openScreens } from './load-sizes.ts';

const MANTINE = fileURLToPath(import.meta.resolve('@mantine/core/styles.layer.css'));
const CLASS = /\bm_[0-9a-f]+\b/g;

/** Sizes are no timings: they are the same on every machine. */
describe.skipIf(process.env.TEST_BUILT !== 'yes')('the built screens', () => {
  const screens = () => openScreens(fileURLToPath(new URL('../../dist/renderer', import.meta.url)));

  test.each(Object.entries(BUDGETS))('%s: at most %d kB', (part, budget) => {
    expect(loadSizes(screens())[part as keyof typeof BUDGETS]).toBeLessThanOrEqual(budget);
  });

  test('every class of Mantine that a component has comes with its rules', () => {
    const { files, read } = screens();
    const classesIn = (ending: string): Set<string> =>
      new Set(files.filter((file) => file.endsWith(ending)).flatMap((file) => read(file).match(CLASS) ?? []));
    const styled = new Set(readFileSync(MANTINE, 'utf8').match(CLASS));
    const ours = classesIn('.css');
    expect([...classesIn('.js')].filter((name) => styled.has(name) && !ours.has(name))).toEqual([]);
  });
});
