import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textsIn } from '../../../main/desktop/texts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

const LANGUAGES = ['uk', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

const VARIANT = /`([^`]+)`/g;

/** The variants in the last two columns of the glossary's tables: Ukrainian, then English. */
const forbiddenIn = (page: string): Record<Language, string[]> => {
  const found: Record<Language, string[]> = { uk: [], en: [] };
  for (const line of page.split('\n').filter((each) => each.startsWith('|'))) {
    const cells = line.split('|').slice(1, -1);
    const [uk = '', en = ''] = cells.slice(-2);
    found.uk.push(...[...uk.matchAll(VARIANT)].map(([, variant = '']) => variant));
    found.en.push(...[...en.matchAll(VARIANT)].map(([, variant = '']) => variant));
  }
  return found;
};

/** Matches the variant as whole words; `*` stands for the rest of a word. */
const patternOf = (variant: string): RegExp => {
  const escaped = variant.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[\\p{L}’]*');
  return new RegExp(`(?<![\\p{L}’])${escaped}(?![\\p{L}’])`, 'iu');
};

const forbidden = forbiddenIn(read('docs/glossary.md'));
const patterns = Object.fromEntries(
  LANGUAGES.map((language) => [language, forbidden[language].map(patternOf)]),
) as Record<Language, RegExp[]>;

/** Every forbidden variant in a text, as it is written there. */
const variantsIn = (text: string, language: Language): string[] =>
  patterns[language].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

type Tree = { [key: string]: string | Tree };
const flat = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

const catalogue = (language: Language): [string, string][] =>
  globSync(`renderer/i18n/locales/${language}/*.json`, { cwd: ROOT }).flatMap((path) =>
    flat(JSON.parse(read(path)) as Tree, `${path}: `),
  );

/** Texts of tray, menu, dialogs and notifications; functions are called with sample values. */
const desktop = (language: Language): [string, string][] => {
  const walk = (value: unknown, path: string): [string, string][] => {
    if (typeof value === 'string') return [[path, value]];
    if (typeof value === 'function') return walk(value(2, 3), path);
    return Object.entries(value as object).flatMap(([key, each]) => walk(each, `${path}.${key}`));
  };
  return walk(textsIn(language), 'desktop');
};

/** Heads and rows of the files that people take along, in both languages where they are made. */
const exported = (language: Language): [string, string][] =>
  globSync('main/http/export/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/\b(uk|en): (['"])(.*?)\2/g)]
      .filter(([, of]) => of === language)
      .map(([, , , text = '']) => [path, text] as [string, string]),
  );

const lines = (path: string): [string, string][] =>
  read(path)
    .split('\n')
    .map((line, at) => [`${path}:${at + 1}`, line]);

const TILL_PAGES = globSync('docs/till/*.md', { cwd: ROOT });

/** The texts that owners and programmers of tills read besides the screens. */
const PAGES: Record<Language, readonly string[]> = {
  uk: [
    'docs/for-the-owner.uk.md',
    'main/shop/declines/uk.ts',
    ...TILL_PAGES.filter((path) => path.endsWith('.uk.md')),
  ],
  en: [
    ...[
      'docs/for-the-owner.en.md',
      'README.md',
      'docs/command-line.md',
      'main/cli/advice.ts',
      'main/shop/declines/en.ts',
    ],
    ...TILL_PAGES.filter((path) => !path.endsWith('.uk.md')),
  ],
};

const all = (language: Language): [string, string][] => [
  ...catalogue(language),
  ...desktop(language),
  ...exported(language),
  ...PAGES[language].flatMap(lines),
];

describe.each(LANGUAGES)('%s', (language) => {
  test('no text uses a variant that the glossary forbids', () => {
    const texts = all(language);
    expect(texts.length).toBeGreaterThan(1000);
    const found = texts.flatMap(([where, text]) =>
      variantsIn(text, language).map((word) => `${where}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  test('no text ends in two full stops', () => {
    expect(catalogue(language).filter(([, text]) => /\.\.(?!\.)|…\./.test(text))).toEqual([]);
  });
});

test('a planted variant is found: as a word, in any case, not inside another word', () => {
  expect(variantsIn('Оплати Повз Kramar', 'uk')).toEqual(['Повз Kramar']);
  expect(variantsIn('Файл із роздільником', 'uk')).toEqual(['роздільником']);
  expect(variantsIn('Payments made past Kramar', 'en')).toEqual(['past Kramar']);
  expect(variantsIn('Chargebacks, copyrights', 'en')).toEqual([]);
  expect(variantsIn('Їхайте', 'uk')).toEqual([]);
});

test('the glossary forbids something for most concepts, and never its own words', () => {
  expect(forbidden.uk.length).toBeGreaterThan(30);
  expect(forbidden.en.length).toBeGreaterThan(30);
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => /^\|[^|-]/.test(line) && line.split('|').length === 7);
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const [, uk = '', en = ''] = row.split('|').slice(1, -1);
    expect([uk, variantsIn(uk, 'uk')]).toEqual([uk, []]);
    expect([en, variantsIn(en, 'en')]).toEqual([en, []]);
  }
});
