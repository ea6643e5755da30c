import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BREAKS } from './breaks.ts';
import { POINTS } from './points.ts';

// The breaks themselves are tried by `npm run test:crash -- --self-test`, which takes minutes.
test.each(Object.entries(BREAKS))('the code that the break "%s" removes is there', (_name, each) => {
  const source = readFileSync(new URL(`../../main/${each.file}`, import.meta.url), 'utf8');
  for (const [find] of each.changes) expect(source).toContain(find);
  expect(POINTS.map(({ name }) => name)).toEqual(expect.arrayContaining([...each.points]));
});
