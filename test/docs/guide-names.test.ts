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

test.each([
  ['uk', 'Налаштування', '.uk.md'],
  ['en', 'Settings', '.md'],
] as const)('every section of the settings that a guide leads to is one: %s', (language, settings, end) => {
  const { sections } = JSON.parse(
    readFileSync(`${ROOT}renderer/i18n/locales/${language}/settings.json`, 'utf8'),
  ) as { sections: Record<string, string> };
  const guides = globSync(['docs/till/*.md', `docs/for-the-owner.${language}.md`], { cwd: ROOT }).filter(
    (guide) => guide.endsWith(end) && (language === 'uk' || !guide.endsWith('.uk.md')),
  );
  const named = guides.flatMap((guide) =>
    [
      ...readFileSync(ROOT + guide, 'utf8').matchAll(
        new RegExp(`${settings}[»”]? → [«“]?([^»”→*,.;:)]+)`, 'g'),
      ),
    ].map(([, name = '']) => name.trim()),
  );
  expect(named.length).toBeGreaterThan(15);
  // English names stand without quotes, so a sentence may go on behind one.
  const isSection = (name: string): boolean =>
    Object.values(sections).some((section) => name === section || name.startsWith(`${section} `));
  expect(named.filter((name) => !isSection(name))).toEqual([]);
});
