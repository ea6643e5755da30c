import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { withExamples } from '../../build/guides/examples.ts';

/** The pages for programmers of tills, and their examples run as processes. */

const TILL = fileURLToPath(new URL('../../docs/till/', import.meta.url));
const CLIENTS = join(TILL, 'clients');

/** Names without a language: `start`, `README`, … */
export const PAGES = readdirSync(TILL)
  .filter((name) => name.endsWith('.md') && !name.endsWith('.uk.md'))
  .map((name) => name.replace('.md', ''));

/** With the examples that a Ukrainian page takes over from the English one. */
export const readPage = (name: string, language: 'uk' | 'en' = 'en'): string =>
  withExamples(readFileSync(join(TILL, language === 'uk' ? `${name}.uk.md` : `${name}.md`), 'utf8'), TILL);

export interface Block {
  /** The second-level heading above it. */
  section: string;
  fence: string;
  code: string;
}

export const blocksOf = (page: string): Block[] =>
  page.split(/^(?=## )/m).flatMap((part) => {
    const section = /^## (.+)$/m.exec(part)?.[1] ?? '';
    return [...part.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, fence = '', code = '']) => ({
      section,
      fence,
      code,
    }));
  });

/** @throws Error when the page has no such block */
export const blockOf = (name: string, section: string, fence: string): string => {
  const found = blocksOf(readPage(name)).find((each) => each.section === section && each.fence === fence);
  if (!found) throw new Error(`${name}.md has no ${fence} block under "${section}".`);
  return found.code;
};

export interface Language {
  name: string;
  fence: string;
  extension: string;
  /** Commands that must be there. */
  tools: string[];
  run: string[];
}

export const LANGUAGES: readonly Language[] = [
  { name: 'curl', fence: 'sh', extension: 'sh', tools: ['sh', 'curl', 'sed'], run: ['sh'] },
  { name: 'Python', fence: 'python', extension: 'py', tools: ['python3'], run: ['python3'] },
  { name: 'JavaScript', fence: 'js', extension: 'mjs', tools: [], run: [process.execPath] },
  { name: 'PHP', fence: 'php', extension: 'php', tools: ['php'], run: ['php'] },
  { name: 'C#', fence: 'csharp', extension: 'cs', tools: ['mcs', 'mono'], run: ['mono'] },
];

const isThere = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

/** Skipped on a developer's machine; in CI (.ci/run installs them) the tests then run, and fail. */
export const lacksTools = ({ tools }: Language): boolean => !process.env.CI && !tools.every(isThere);

export type Environment = Record<string, string>;

const running = new Set<ReturnType<typeof spawn>>();
export const killExamples = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

export const launch = ([command = '', ...args]: readonly string[], cwd: string, env: Environment) => {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: cwd, LANG: 'C.UTF-8', ...env },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
};

export const outputOf = async (child: ReturnType<typeof launch>) => {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
};

export const start = (command: readonly string[], cwd: string, env: Environment) =>
  outputOf(launch(command, cwd, env));

/** Builds a file as its own comment says; returns the command that runs it. */
const built = async (
  { fence, extension, run }: Language,
  name: string,
  code: string,
  folder: string,
): Promise<string[]> => {
  if (fence !== 'csharp') return [...run, `${name}.${extension}`];
  const build = /^\/\/ +(mcs [^&;\n]+)/m.exec(code)?.[1]?.trim().split(' ') ?? [];
  const { code: exit, stdout, stderr } = await start(build, folder, {});
  if (exit !== 0 || stdout + stderr !== '') throw new Error(`${build.join(' ')}: ${stdout}${stderr}`);
  return [...run, `${name}.exe`];
};

/** Copies the client of a language into a folder, and builds it; returns the command that runs it. */
export const prepareClient = (language: Language, folder: string): Promise<string[]> => {
  const file = `till.${language.extension}`;
  cpSync(join(CLIENTS, file), join(folder, file));
  return built(language, 'till', readFileSync(join(folder, file), 'utf8'), folder);
};

/**
 * Writes an example into a folder as its own comment says, beside the client of its language, and builds it.
 * @returns the command that runs it
 */
export const prepare = async (
  language: Language,
  { page, section, name }: { page: string; section: string; name: string },
  folder: string,
): Promise<string[]> => {
  const { fence, extension } = language;
  mkdirSync(folder, { recursive: true });
  const code = blockOf(page, section, fence);
  writeFileSync(join(folder, `${name}.${extension}`), code);
  if (fence !== 'sh') cpSync(join(CLIENTS, `till.${extension}`), join(folder, `till.${extension}`));
  return built(language, name, code, folder);
};
