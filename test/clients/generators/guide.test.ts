import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { withExamples } from '../../../build/guides/examples.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { createProject, path } from './project.ts';

// The commands and the code of docs/till/generators.md, as they stand.

interface Block {
  section: string;
  /** Of the file that it is, where the text before it says so. */
  file: string | undefined;
  language: string;
  text: string;
}

const BLOCK = /(?:`([\w.-]+\.(?:mjs|ts))`[^\n`]*\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm;

const PAGES = '../../../docs/till/';

const blocksOf = (guide: string): Block[] =>
  withExamples(readFileSync(path(`${PAGES}${guide}`), 'utf8'), path(PAGES))
    .split(/^## /m)
    .flatMap((section) => {
      const [title = ''] = section.split('\n');
      return [...section.matchAll(BLOCK)].map(([, file, language = '', text = '']) => ({
        section: title,
        file,
        language,
        text,
      }));
    });

const BLOCKS = blocksOf('generators.md');
const SECTIONS = [...new Set(BLOCKS.map(({ section }) => section))];

const shop = await shopOfFile();

test('both languages have the same commands and code', () => {
  expect(blocksOf('generators.uk.md')).toEqual(BLOCKS);
  expect(SECTIONS).toEqual(['openapi-typescript', '@hey-api/openapi-ts', 'orval']);
});

describe.each(SECTIONS)('the section %s', (section) => {
  const project = createProject();
  afterAll(project.remove);

  test('has a command that makes a client of the running service, and code that compiles with it', async () => {
    const own = new URL(shop.baseUrl).origin;
    const blocks = BLOCKS.filter((each) => each.section === section);
    const code = blocks.filter(({ language }) => language !== '');
    const files = code.map(({ file, text }, index) => {
      const name = file ?? `example-${index}.ts`;
      project.write(name, text.replaceAll('http://127.0.0.1:7480', own));
      return name;
    });
    project.configure(
      files.filter((each) => each.endsWith('.ts')),
      { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: false },
    );
    const [command] = blocks.filter(({ language }) => language === '');
    const [npx, name = '', ...args] = command?.text.trim().split(' ') ?? [];
    expect([npx, name]).toEqual(['npx', section]);
    await project.generate(
      name,
      args.map((arg) => arg.replace('http://127.0.0.1:7480', own)),
    );
    expect(await project.compile()).toBe('');
  });
});
