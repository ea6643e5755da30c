import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const table = readFileSync(resolve(root, 'docs/dependencies.md'), 'utf8');

const names = Object.keys({
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.devDependencies,
});

/** The names of the table's first column. `@types/*` stands for all that begin so. */
const explained = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));

const isExplained = (name: string): boolean =>
  explained.some((each) => each === name || (each.endsWith('*') && name.startsWith(each.slice(0, -1))));

test('every dependency has its reason in docs/dependencies.md', () => {
  expect(names.filter((name) => !isExplained(name))).toEqual([]);
});

test('docs/dependencies.md explains nothing that is not there', () => {
  const isThere = (each: string) =>
    each.endsWith('*') ? names.some((name) => name.startsWith(each.slice(0, -1))) : names.includes(each);
  expect(explained.filter((each) => !/^(package|---)$/.test(each) && !isThere(each))).toEqual([]);
});
