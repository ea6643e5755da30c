import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { readCommandLine } from '../../main/cli/arguments.ts';
import { addTerminal, openConsole, PASSWORD, startBank } from '../cli/console.ts';
import { giveOwner } from '../cli/database.ts';
import { type Steps, type } from '../cli/typing.ts';
import { endServices, runService } from '../helpers/service.ts';

// The commands that the pages show, in blocks and within sentences.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Lines of blocks, without the comment at their end, and code within sentences. */
const codeOf = (page: string): string[] => {
  const text = read(page);
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks, ...inline].map((line) => line.replace(/\s+#.*$/, '').trim());
};

/** As a shell takes it apart: quotes hold a word together, and a redirection is none. */
const wordsOf = (command: string): string[] =>
  [...command.replace(/\s[<>|].*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

const CONSOLE = /^(?:sudo )?(?:npm run (?:-s )?admin --|kramar-admin|(?:kramar|Kramar) --admin) (?=\S)/;
/** A placeholder of the pages' sentences, not a command. */
const isSketch = (command: string): boolean => /COMMAND|…|^<|\|/.test(command);

const consoleCommandsOf = (page: string): string[] =>
  codeOf(page)
    .filter((line) => CONSOLE.test(line))
    .map((line) => line.replace(CONSOLE, ''))
    .filter((command) => !isSketch(command));

test.each(PAGES.filter((page) => consoleCommandsOf(page).length > 0))(
  'every command of the console in %s is one, with operands and options that it takes',
  (page) => {
    for (const command of consoleCommandsOf(page))
      expect(() => readCommandLine(wordsOf(command)), command).not.toThrow();
  },
);

test('every script of npm that a page names is one', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const unknown = PAGES.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:-s )?([a-z][a-z0-9:-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts))
      .map((name) => `${page}: npm run ${name}`),
  );
  // The changelog tells what was.
  expect(unknown.filter((each) => !each.startsWith('CHANGELOG.md'))).toEqual([]);
});

test.each(['copies.md', 'bank-reports.md'])(
  'the commands of %s do what they say, in their order',
  async (page) => {
    const bank = await startBank();
    const shop = openConsole({ bankUrl: bank.url });
    giveOwner(shop);
    await addTerminal(shop, bank.merchants[0]?.token ?? '');
    const usb = join(shop.env.HOME ?? '', 'usb');
    mkdirSync(usb);
    const phrase = join(usb, 'phrase.txt');
    writeFileSync(phrase, 'вісім-різних-слів-яких-ніхто-тут-не-вгадає-30\n');
    const fenced = [...read(join('docs', page)).matchAll(/^```sh\n(.*?)^```$/gms)].map(
      ([, block = '']) => block,
    );
    const commands = fenced
      .flatMap((block) => block.split('\n'))
      .filter((line) => CONSOLE.test(line))
      .map((line) => line.replace(/\s+#.*$/, '').replace(CONSOLE, ''));
    expect(commands.length).toBeGreaterThan(1);
    let copy = '';
    for (const command of commands) {
      const put = (word: string): string =>
        ({ FILE: copy, 'phrase.txt': phrase, '/media/usb': usb })[word] ?? word;
      const { json } = await shop.json(wordsOf(command).map(put));
      expect(json, `${command}: ${json.detail}`).toMatchObject({ ok: true });
      copy = json.copy?.path ?? copy;
    }
    if (page === 'copies.md') expect(existsSync(copy)).toBe(true);
  },
);

afterEach(endServices);

test.each(['README.md', 'README.uk.md'])(
  'the commands of %s make a shop without a browser: each asks what it needs, the service serves, and all is well',
  async (page) => {
    const bank = await startBank();
    const shop = openConsole();
    const answers: Record<string, Steps> = {
      'owner create': [
        ['Username: ', 'olena\r'],
        ['at least 8 characters', `${PASSWORD}\r`],
        ['once more', `${PASSWORD}\r`],
      ],
      'terminal add --name "Каса"': [['Token', `${bank.merchants[0]?.token}\r`]],
      doctor: [],
    };
    const [block = ''] = /^```sh\nnpm run admin -- owner create.*?^```$/ms.exec(read(page)) ?? [];
    const commands = block
      .split('\n')
      .filter((line) => line.startsWith('npm'))
      .map((line) => line.replace(/\s+#.*$/, ''));
    expect(commands).toEqual([
      'npm run admin -- owner create',
      'npm run admin -- terminal add --name "Каса"',
      'npm run serve',
      'npm run admin -- doctor',
    ]);
    const here = ['--bank-url', bank.url];
    for (const command of commands) {
      if (command === 'npm run serve') {
        const where = ['--data-dir', shop.dataDir, '--keychain', 'file', '--port', '0', ...here];
        const { base_url } = await runService([...where, '--ready-json'], { env: shop.env }).ready();
        expect((await fetch(base_url)).status).toBe(200);
        continue;
      }
      const words = command.replace(CONSOLE, '');
      const { code, shown } = await type(shop, [...wordsOf(words), ...here], answers[words] ?? []);
      expect(code, `${command}\n${shown}`).toBe(0);
    }
  },
);
