import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Texts = { [key: string]: string | Texts };
const flat = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : flat(text)));

const VALUE = /\{\{\w+\}\}/g;
const WORDED = /\p{L}{4}/u;

/** What a screen may show for a text: its values are anything. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(VALUE, '.+')
      .replace(/\\\.$/, '\\.?')}$`,
    'iu',
  );

test.each([
  ['uk', /«([^«»]+)»/gu],
  ['en', /"([^"]+)"/gu],
] as const)('every name in quotes in the owner’s guide is one of the screens: %s', (language, quoted) => {
  const texts = globSync(`renderer/i18n/locales/${language}/*.json`, { cwd: ROOT }).flatMap((file) =>
    flat(JSON.parse(readFileSync(ROOT + file, 'utf8')) as Texts),
  );
  const guide = readFileSync(`${ROOT}docs/for-the-owner.${language}.md`, 'utf8');
  const names = [...new Set([...guide.matchAll(quoted)].map(([, name = '']) => name))].filter((name) =>
    WORDED.test(name),
  );
  expect(names.length).toBeGreaterThan(20);
  // One that is little but values would be any name.
  const patterns = texts.filter((text) => WORDED.test(text.replaceAll(VALUE, ''))).map(patternOf);
  const isShown = (name: string): boolean =>
    texts.some((text) => text.toLowerCase().includes(name.toLowerCase())) ||
    patterns.some((pattern) => pattern.test(name));
  expect(names.filter((name) => !isShown(name))).toEqual([]);
});
