import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildGuides } from '../../build/guides/guides.ts';
import { SERVED_FILES } from '../../build/guides/served-files.ts';
import { GUIDES } from '../../main/platform/places-on-disk.ts';
import { GUIDE_LANGUAGES, GUIDE_NAMES, OWNER_SECTIONS } from '../../shared/guides.ts';
import { rawRequest } from '../helpers/raw.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

let origin: string;

// As the build does.
buildGuides(GUIDES);
const shop = await shopOfFile();
beforeAll(async () => {
  ({ origin } = new URL(shop.baseUrl));
});

const get = (path: string, headers: Record<string, string> = {}) => rawRequest(origin + path, { headers });
const read = new Map<string, ReturnType<typeof get>>();
/** Requested once: each page leads to most of the others. */
const found = (path: string) => {
  const answer = read.get(path) ?? get(path);
  read.set(path, answer);
  return answer;
};
const PAGES = GUIDE_NAMES.flatMap((name) => GUIDE_LANGUAGES.map((language) => `/docs/${name}/${language}/`));
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe('the guides', () => {
  test.each([
    ['/docs/owner/', 'uk', '/docs/owner/uk/'],
    ['/docs/owner', 'uk,en;q=0.5', '/docs/owner/uk/'],
    ['/docs/till/', 'en-GB,en', '/docs/till/en/'],
    ['/docs/till/', 'fr', '/docs/till/uk/'],
  ])('%s for a browser in %s leads to %s', async (path, language, to) => {
    const { status, headers } = await get(path, { 'Accept-Language': language });
    expect([status, headers.location, headers.vary]).toEqual([302, to, 'Accept-Language']);
  });

  test.each(['/docs/till/sale/en', '/docs/owner/uk'])(
    '%s leads to the page of that path with a slash',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.location]).toEqual([302, `${path}/`]);
      expect((await get(`${path}/`)).status).toBe(200);
      expect((await get(`${path}x`)).status).toBe(404);
    },
  );

  test.each(PAGES)('%s is a page whose policy lets only own files run', async (path) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'self'; img-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+="/);
  });

  test.each(PAGES)('every link and file of %s is served, and every anchor is there', async (path) => {
    const { text } = await found(path);
    const links = [...text.matchAll(/(?:href|src)="(?!https?:)([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of new Set(links)) {
      const [to = '', anchor] = link.split('#');
      // The screens are built apart from the guides.
      if (to === '/' || to === '/icon.svg') continue;
      const page = await found(to || path);
      expect(page.status, link).toBe(200);
      if (anchor !== undefined) expect(idsOf(page.text), link).toContain(anchor);
    }
  });

  test.each(PAGES)('%s names no file that is not shipped', async (path) => {
    expect((await found(path)).text).not.toMatch(/href="[^"]*\.md\b/);
  });

  test("the owner's guide has the same anchors in both languages", async () => {
    for (const language of GUIDE_LANGUAGES)
      expect(idsOf((await get(`/docs/owner/${language}/`)).text)).toEqual(
        expect.arrayContaining([...OWNER_SECTIONS]),
      );
  });

  test.each(GUIDE_LANGUAGES)('the search index in %s leads to sections that are there', async (language) => {
    const { text } = await get(`/docs/guide/search-${language}.json`);
    const entries = JSON.parse(text) as { href: string; title: string; text: string }[];
    expect(entries.length).toBeGreaterThan(40);
    for (const { href, title, text: words } of entries) {
      expect(title + words, href).not.toMatch(/<\/?(?:p|li|code|td|a|strong)\b|&(?:lt|gt|quot|amp|#39);/);
      const [path = '', anchor] = href.split('#');
      const page = await found(path);
      expect(page.status, href).toBe(200);
      if (anchor !== undefined) expect(idsOf(page.text), href).toContain(anchor);
    }
  });

  test.each(SERVED_FILES)('docs/%s is there to be imported by its address', async (file) => {
    const { status, headers, text } = await get(`/docs/${file}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const source = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
    expect(text).toBe(JSON.stringify(JSON.parse(source)));
  });

  test('a text without a translation says so', async () => {
    expect((await get('/docs/behaviour/uk/')).text).toContain('поки що лише англійською');
    expect((await get('/docs/behaviour/en/')).text).not.toContain('поки що лише англійською');
  });

  test.each(['/docs/owner/de/', '/docs/owner/uk/index.html', '/docs/guide/', '/docs/guide/..%2f'])(
    '%s is not there',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
