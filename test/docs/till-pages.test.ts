import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OWN_BANK_CODES } from '../../main/bank/errors.ts';
import { REFUSAL_CODES } from '../../main/http/errors.ts';
import failures from '../../renderer/i18n/locales/en/refusals.json' with { type: 'json' };
import { COUNTER_CODES, PEOPLE_CODES, PROBLEM_CODES } from '../../shared/errors.ts';
import { GUIDE_NAMES } from '../../shared/guides.ts';
import { blocksOf, LANGUAGES, PAGES, readPage } from '../clients/till-pages.ts';

// The pages for till programmers: two languages with the same code, and every code of a refusal.

/** Without the words of comments, which each language has its own. */
const withoutComments = (code: string): string =>
  code
    .replaceAll(/^(\s*)(?:\/\/|#(?!!)).*$/gm, '$1//')
    .replaceAll(/<\?php \/\/.*$/gm, '<?php //')
    .replaceAll(/\/\*\*.*?\*\//g, '/** */')
    .replaceAll(/""".*?"""/g, '""""""');

const shapeOf = (page: string) => ({
  headings: [...page.matchAll(/^(#+) /gm)].map(([, level]) => level),
  rows: page.split('\n').filter((line) => line.startsWith('|')).length,
  items: page.split('\n').filter((line) => /^(?:- |\d\. )/.test(line)).length,
  images: [...page.matchAll(/!\[/g)].length,
});

describe.each(PAGES)('%s', (name) => {
  const [en, uk] = [readPage(name), readPage(name, 'uk')];

  test('has the same headings, tables, lists and pictures in both languages', () => {
    expect(shapeOf(uk)).toEqual(shapeOf(en));
  });

  test('has the same code in both languages, apart from comments', () => {
    const codes = (page: string) => blocksOf(page).map(({ fence, code }) => [fence, withoutComments(code)]);
    expect(codes(uk)).toEqual(codes(en));
  });

  test('is served as a guide, and is in the contents', () => {
    const guide = name === 'README' ? 'till' : `till/${name}`;
    expect(GUIDE_NAMES.filter((each) => each === guide)).toHaveLength(1);
    if (name === 'README') return;
    expect(readPage('README')).toContain(`(${name}.md)`);
    expect(readPage('README', 'uk')).toContain(`(${name}.uk.md)`);
  });

  test('names the address of the documents and the settings as they are called', () => {
    expect(en).not.toContain('Settings → For your till');
  });
});

test.each([
  ['start', 'The first sale'],
  ['sale', 'The whole sale'],
  ['refund', 'One refund, one Idempotency-Key'],
  ['events', 'Listen'],
])('%s has its example in every language', (page, section) => {
  const fences = blocksOf(readPage(page))
    .filter((block) => block.section === section)
    .map(({ fence }) => fence);
  expect(fences).toEqual(LANGUAGES.map(({ fence }) => fence));
});

describe.each(['en', 'uk'] as const)('the tables of errors, %s', (language) => {
  /** The codes in the first column. */
  const listed = new Set(
    readPage('errors', language)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)),
  );
  const missing = (codes: readonly string[]): string[] => codes.filter((code) => !listed.has(code));

  test('have every code of Kramar', () => {
    expect(
      missing([...OWN_BANK_CODES, ...REFUSAL_CODES, ...PROBLEM_CODES, ...PEOPLE_CODES, ...COUNTER_CODES]),
    ).toEqual([]);
  });

  test('have every code that the practice bank sends, and those of the published table', () => {
    const folder = new URL('../../main/practice-bank/', import.meta.url);
    const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const sent = sources.flatMap((source) =>
      [...source.matchAll(/(?:new BankError\(\s*\d+,\s*|\berror\()'([A-Z_]+)'/g)].map(
        ([, code = '']) => code,
      ),
    );
    expect(sent.length).toBeGreaterThan(7);
    expect(missing([...sent, ...Object.keys(failures.bankCode)])).toEqual([]);
  });
});

test('the pictures have the same parts in both languages, and no style of their own', () => {
  const images = new URL('../../docs/images/', import.meta.url);
  for (const name of ['till-invoice', 'till-refund']) {
    const [en = '', uk = ''] = ['en', 'uk'].map((language) =>
      readFileSync(new URL(`${name}.${language}.svg`, images), 'utf8'),
    );
    const parts = (svg: string) => svg.replaceAll(/>[^<]+<\/(text|title)>/g, '></$1>');
    expect(parts(uk)).toBe(parts(en));
    // The page's policy lets no inline style apply.
    expect(en).not.toMatch(/style|script/);
  }
});

test('1C: the page and the module say that they have not been run', () => {
  const module = readFileSync(new URL('../../docs/till/clients/1c/kramar.bsl', import.meta.url), 'utf8');
  expect(readPage('1c')).toContain('**It has not been run in 1C or BAS**');
  expect(readPage('1c', 'uk')).toContain('**У 1С чи BAS його не запускали**');
  expect(module).toContain('не запускали');
});
