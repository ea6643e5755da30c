import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// Which test holds which sentence of the shop's decisions, a file beside the project, and of the chapters of
// docs/behaviour.md below, which decide what it leaves open: `node test/sentences.ts FILE` shows it, `--write` keeps it in test/decisions-and-tests.md, `--check` fails when a sentence has no test.
//
// A sentence is what a bullet says up to a full stop, a semicolon or a middle dot outside quotes and parentheses;
// a single word belongs to the one before it. A test quotes it when its full title, its describe titles included,
// has a run of at least five of its words, or all of them where they are fewer; case and punctuation do not count.
// A sentence is held when the tests that quote it quote two thirds of its words together.

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `${root}test/decisions-and-tests.md`;

const BEHAVIOUR = `${root}docs/behaviour.md`;
const CHAPTERS = ['Cash sales and sales in parts'];

const RUN = 5;
const SHARE = 2 / 3;

/** Sentences that no test of today can hold, and why. */
const EXCEPTIONS: readonly (readonly [sentence: string, reason: string])[] = [
  ['The owner may allow origins, see Extensions.', 'points to a sentence of another chapter'],
];

interface Sentence {
  chapter: string;
  text: string;
}

interface Title {
  /** Relative to the project. */
  file: string;
  /** `describe › test` */
  title: string;
}

interface Held extends Sentence {
  tests: Title[];
  /** Every word of it is quoted. */
  whole: boolean;
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/[\\'’]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];

/** What stands in back quotes or parentheses looks like nothing that separates. */
const masked = (text: string): string => {
  let depth = 0;
  return [...text.replace(/`[^`]*`/g, (quoted) => '`'.repeat(quoted.length))]
    .map((letter) => {
      if (letter === '(') depth += 1;
      else if (letter === ')') depth -= 1;
      return depth > 0 ? '(' : letter;
    })
    .join('');
};

/** After a full stop, a semicolon, a middle dot, or a quotation or parenthesis that ends the sentence. */
const END = /[.;] | · |[`)] (?=[A-Z])/g;

const sentencesOfBullet = (bullet: string): string[] => {
  const sentences: string[] = [];
  let start = 0;
  for (const end of [...masked(bullet).matchAll(END), undefined]) {
    const next = end ? end.index + end[0].length : bullet.length;
    const sentence = bullet.slice(start, next).replace(/ (· )?$/, '');
    const last = sentences.length - 1;
    if (last >= 0 && wordsOf(sentence).length < 2) sentences[last] += ` ${sentence}`;
    else sentences.push(sentence);
    start = next;
  }
  return sentences;
};

const readSentences = (file: string): Sentence[] => {
  let chapter = '';
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) chapter = line.slice(3);
      if (!line.startsWith('- ')) return [];
      return sentencesOfBullet(line.slice(2).replace(/\(([A-Z][^()]*\.)\)/g, '$1')).map((text) => ({
        chapter,
        text,
      }));
    });
};

const readTitles = (): Title[] => {
  const args = [`${root}node_modules/vitest/vitest.mjs`, 'list', '--json'];
  const list = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (list.status !== 0) throw new Error(`The tests cannot be listed: ${list.stderr}`);
  const tests: { name: string; file: string }[] = JSON.parse(list.stdout);
  return tests.map(({ name, file }) => ({
    file: relative(root, file),
    title: name.replaceAll('\\', '').replaceAll(' > ', ' › '),
  }));
};

const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));

/** Which of the sentence's words a title quotes. */
const quotedBy = (sentence: readonly string[], title: readonly string[]): Set<number> => {
  const length = Math.min(RUN, sentence.length);
  const runs = new Set(runsOf(title, length));
  return new Set(
    runsOf(sentence, length).flatMap((run, at) =>
      runs.has(run) ? Array.from({ length }, (_, word) => at + word) : [],
    ),
  );
};

const heldBy = (sentence: Sentence, titles: readonly { title: Title; words: string[] }[]): Held => {
  const words = wordsOf(sentence.text);
  const quoting = titles
    .map(({ title, words: quoting }) => ({ title, quoted: quotedBy(words, quoting) }))
    .filter(({ quoted }) => quoted.size > 0)
    .sort((one, other) => other.quoted.size - one.quoted.size);
  const together = new Set(quoting.flatMap(({ quoted }) => [...quoted]));
  const held = together.size >= SHARE * words.length;
  return {
    ...sentence,
    tests: held ? quoting.map(({ title }) => title) : [],
    whole: together.size === words.length,
  };
};

/** Every sentence of the decisions, with the tests that quote it. */
const heldSentences = (decisions: string): Held[] => {
  const titles = readTitles().map((title) => ({ title, words: wordsOf(title.title) }));
  const ofBehaviour = readSentences(BEHAVIOUR).filter(({ chapter }) => CHAPTERS.includes(chapter));
  return [...readSentences(decisions), ...ofBehaviour].map((sentence) => heldBy(sentence, titles));
};

/** Why no test need hold a sentence; undefined where one must. */
const exceptionOf = ({ text }: Sentence): string | undefined =>
  EXCEPTIONS.find(([sentence]) => sentence === text)?.[1];

/** Exceptions that are none: no such sentence, or a test holds it. */
const staleExceptions = (sentences: readonly Held[]): string[] =>
  EXCEPTIONS.map(([sentence]) => sentence).filter(
    (exception) => !sentences.some(({ text, tests }) => text === exception && tests.length === 0),
  );

const isOpen = (each: Held): boolean => each.tests.length === 0 && exceptionOf(each) === undefined;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const testsCell = (tests: readonly Title[]): string => {
  const shown = tests.slice(0, 3).map(({ file, title }) => `${file.replace(/^test\//, '')} › ${cell(title)}`);
  const more = tests.length > shown.length ? ` +${tests.length - shown.length}` : '';
  return shown.join('<br>') + more;
};

const table = (sentences: readonly Held[]): string =>
  [
    '| sentence | tests |',
    '|---|---|',
    ...sentences.map(
      ({ text, tests, whole }) => `| ${cell(text)}${whole ? '' : ' *(in part)*'} | ${testsCell(tests)} |`,
    ),
  ].join('\n');

const pageOf = (sentences: readonly Held[]): string => {
  const held = sentences.filter(({ tests }) => tests.length > 0);
  const excepted = sentences.filter((each) => each.tests.length === 0 && exceptionOf(each) !== undefined);
  const open = sentences.filter(isOpen);
  const listed = (some: readonly Held[]) =>
    some.map((each) => `- ${each.chapter}: ${cell(each.text)} — ${exceptionOf(each) ?? ''}`).join('\n');
  return [
    '# Which test holds which decision',
    'Made by `node test/sentences.ts FILE --write` from the shop’s decisions, the chapters of docs/behaviour.md that decide what they leave open, and the titles of the tests, which quote ' +
      'the sentences that they hold; “in part” where they do not quote all of its words. Not to be edited; the rule is at the head of that file. ' +
      `Of ${sentences.length} sentences ${held.length} are held by a test, ${excepted.length} need none yet, ` +
      `${open.length} lack one.`,
    ...[...new Set(held.map(({ chapter }) => chapter))].map(
      (chapter) => `## ${chapter}\n\n${table(held.filter((each) => each.chapter === chapter))}`,
    ),
    ...(excepted.length > 0 ? [`## No test of today can hold\n\n${listed(excepted)}`] : []),
    ...(open.length > 0 ? [`## Without a test\n\n${listed(open).replaceAll(' — \n', '\n')}`] : []),
  ]
    .join('\n\n')
    .concat('\n');
};

const check = (sentences: readonly Held[]): void => {
  const faults = [
    ...sentences.filter(isOpen).map(({ chapter, text }) => `Without a test: ${chapter}: ${text}`),
    ...staleExceptions(sentences).map((text) => `An exception that is none any more: ${text}`),
  ];
  process.stdout.write(
    `${[...faults, `${sentences.length} sentences, ${faults.length} faults.`].join('\n')}\n`,
  );
  if (faults.length > 0 || sentences.length === 0) process.exitCode = 1;
};

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' }, check: { type: 'boolean' } },
  allowPositionals: true,
});
const [decisions] = positionals;
if (decisions === undefined) throw new Error('Usage: node test/sentences.ts FILE [--write | --check]');
const sentences = heldSentences(decisions);
if (values.check) check(sentences);
else if (values.write) writeFileSync(PAGE, pageOf(sentences));
else process.stdout.write(pageOf(sentences));
