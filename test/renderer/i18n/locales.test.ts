import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../renderer/', import.meta.url));
const LOCALES = `${ROOT}i18n/locales/`;

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

const read = (language: string, namespace: string): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(`${LOCALES}${language}/${namespace}`, 'utf8')) as Tree));

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const names = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].sort();
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

const namespaces = globSync('*.json', { cwd: `${LOCALES}uk` });
const sources = globSync('**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => readFileSync(ROOT + path, 'utf8'))
  .join('\n');

test('both languages have the same namespaces', () => {
  expect(namespaces.length).toBeGreaterThan(4);
  expect(globSync('*.json', { cwd: `${LOCALES}en` }).sort()).toEqual([...namespaces].sort());
});

describe.each(namespaces)('%s', (namespace) => {
  const uk = read('uk', namespace);
  const en = read('en', namespace);

  test('has every text in both languages', () => {
    expect(names(en)).toEqual(names(uk));
  });

  test('has every plural form that a whole number takes in its language, and no other', () => {
    for (const [language, texts] of [
      ['uk', uk],
      ['en', en],
    ] as const) {
      const rules = new Intl.PluralRules(language);
      const forms = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
      const plurals = new Set(
        [...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
      );
      for (const key of plurals) {
        const written = [...texts.keys()].filter(
          (each) => PLURAL.test(each) && each.replace(PLURAL, '') === key,
        );
        expect(written.sort()).toEqual([...forms].map((form) => `${key}_${form}`).sort());
      }
    }
  });

  test('fills the same places in both languages', () => {
    for (const [key, text] of en) {
      const other = uk.get(key) ?? uk.get(key.replace(PLURAL, '_many')) ?? '';
      expect([key, variables(text)]).toEqual([key, variables(other)]);
    }
  });

  test('is written as a book is: the right quotes, apostrophes and dashes', () => {
    for (const [key, text] of uk) expect([key, text]).toEqual([key, text.replaceAll(/['"]|\.\.\./g, '?')]);
    for (const [key, text] of en) expect([key, text]).toEqual([key, text.replaceAll(/"|\.\.\./g, '?')]);
  });

  test('has no unused text', () => {
    // A key is written out, or built from a part before a variable: `places.${name}`.
    const unused = names(uk).filter((key) => {
      const built = `${key.slice(0, key.lastIndexOf('.') + 1)}\${`;
      const written = [`'${key}'`, `i18nKey="${key}"`, `\`${built}`];
      return !written.some((text) => sources.includes(text));
    });
    expect(unused).toEqual([]);
  });
});

test('a section that a text leads to is one of today, under its own name', () => {
  const sections = [...read('uk', 'settings.json')].filter(([name]) => name.startsWith('sections.'));
  const places = [...read('uk', 'common.json')].filter(([name]) => name.startsWith('places.'));
  const known = new Set([...sections, ...places].map(([, text]) => text));
  const led = namespaces.flatMap((namespace) =>
    [...read('uk', namespace).values()].flatMap((text) =>
      [...text.matchAll(/розділі «([^»]+)»/gu)].map(([, name]) => name ?? ''),
    ),
  );
  expect(led.length).toBeGreaterThan(5);
  expect(led.filter((name) => !known.has(name))).toEqual([]);
});
