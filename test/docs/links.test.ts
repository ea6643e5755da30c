import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Every page of the project, wherever it is. */
const pages = globSync('{*.md,{docs,test,main,renderer,build,shared}/**/*.md}', { cwd: root }).map((path) =>
  join(root, path),
);
const INDEX = join(root, 'docs/README.md');
/** Pages that another one lists: those for tills in docs/till/README.md. */
const hasOwnIndex = (page: string): boolean => page.includes('/docs/till/');

/** As GitHub makes them of the headings. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('every link of %s leads to a file and a heading that are there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)\s]*)\)/g)];
  for (const [, link = ''] of links) {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    expect(() => readFileSync(target), link).not.toThrow();
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor);
  }
});

test('docs/README.md lists every page of docs/, and README.md leads to it', () => {
  const linked = [...readFileSync(INDEX, 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) =>
    join(dirname(INDEX), link),
  );
  const missing = pages.filter(
    (page) =>
      page.startsWith(join(root, 'docs/')) && !hasOwnIndex(page) && page !== INDEX && !linked.includes(page),
  );
  expect(missing).toEqual([]);
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('(docs/README.md)');
});

test('every picture and link of HTML leads to a file that is there', () => {
  for (const page of pages)
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(
      /<(?:img|a)\b[^>]*(?:src|href)="(?!https?:|#)([^"]+)"/g,
    ))
      expect(() => readFileSync(join(dirname(page), target)), `${page}: ${target}`).not.toThrow();
});
