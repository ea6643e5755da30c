import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { freePort } from '../helpers/free-port.ts';

/** A packaged program as its user starts it, and the page in its window. */

const LIMIT_MS = 60_000;

export interface Command {
  /** The program: Kramar.exe, Kramar.app/Contents/MacOS/Kramar, kramar, an AppImage. */
  program: string;
  /** Put before the program's own arguments. */
  args?: readonly string[];
  /** Added after them; the rehearsal's program knows its folder by it. */
  lastArgs?: readonly string[];
  /** In the place of the window's page: a browser at the service's address. */
  browser?: string;
}

interface Place {
  /** For data, profile and output. */
  folder: string;
  bankUrl: string;
}

export interface Running {
  child: ChildProcess;
  exited: Promise<number | null>;
  page: Page;
  /** Of the service, as endpoint.json has it. */
  baseUrl: string;
  close(): Promise<void>;
}

/** Waits until `found` returns something. @throws after a minute, naming it */
export const until = async <T>(what: string, found: () => T | Promise<T>): Promise<NonNullable<T>> => {
  for (const began = performance.now(); performance.now() - began < LIMIT_MS; await sleep(200)) {
    const result = await found();
    if (result) return result;
  }
  throw new Error(`Waited in vain for: ${what}`);
};

export const dataFolder = ({ folder }: Place): string => join(folder, 'data');

const endpoint = (place: Place): string | undefined => {
  const file = join(dataFolder(place), 'endpoint.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { base_url: string }).base_url
    : undefined;
};

/** Starts it with these arguments; its output goes to a file of that name in the folder. */
export const spawnProgram = (
  { program, args = [], lastArgs = [] }: Command,
  place: Place,
  name: string,
  own: readonly string[],
  stdin?: string,
) => {
  const output = openSync(join(place.folder, `${name}.log`), 'a');
  const input = stdin === undefined ? undefined : openSync(stdin, 'r');
  const child = spawn(program, [...args, ...own, ...lastArgs], {
    stdio: [input ?? 'ignore', output, output],
  });
  for (const file of [output, input]) if (file !== undefined) closeSync(file);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exited };
};

/** Options with which all starts of a walk find one shop. */
export const options = (place: Place): string[] => [
  ...['--data-dir', dataFolder(place), '--keychain', 'file', '--port', '0', '--bank-url', place.bankUrl],
  `--user-data-dir=${join(place.folder, 'profile')}`,
];

/**
 * Starts it and connects to its page by Chromium's own protocol: Playwright's `_electron` needs Node's inspector, which
 * a package has switched off.
 */
export const startProgram = async (
  command: Command,
  place: Place,
  extra: readonly string[] = [],
): Promise<Running> => {
  const port = await freePort();
  const { child, exited } = spawnProgram(command, place, 'program', [
    ...options(place),
    `--remote-debugging-port=${port}`,
    ...extra,
  ]);
  let ended: number | null | undefined;
  void exited.then((code) => {
    ended = code;
  });
  const baseUrl = await until('endpoint.json', () => {
    if (ended !== undefined) throw new Error(`The program ended with ${ended}; see program.log`);
    return endpoint(place);
  });
  const browser = await connect(command, port);
  const page = await until('a page', async () => {
    if (command.browser === undefined) return browser.contexts()[0]?.pages()[0];
    const opened = await browser.newPage();
    await opened.goto(new URL('/', baseUrl).href);
    return opened;
  });
  return { child, exited, page, baseUrl, close: () => browser.close() };
};

const connect = async ({ browser }: Command, port: number): Promise<Browser> => {
  if (browser !== undefined) return chromium.launch({ executablePath: browser });
  return until('the window', () =>
    chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined),
  );
};
