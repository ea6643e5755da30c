import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BREAKS } from './breaks.ts';
import { POINTS } from './points.ts';

// The breaks themselves are tried by `npm run test:crash -- --self-test`, which takes minutes.
test.each(Object.entries(BREAKS))('what the break "%s" takes out is there to be taken out', (_name, each) => {
  const source = readFileSync(new URL(`../../main/${each.file}`, import.meta.url), 'utf8');
  for (const [find] of each.changes) expect(source).toContain(find);
  expect(POINTS.map(({ name }) => name)).toEqual(expect.arrayContaining([...each.points]));
});
