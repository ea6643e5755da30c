import { homedir } from 'node:os';
import { defaultDataDir, environment } from '../platform/config.ts';
import type { LostDatabase } from '../safekeeping/backups/lost-database.ts';

/** Characters that need no quotes in any shell. */
const PLAIN = /^[\w./:@%+=,-]+$/;

/** Quotes one word for a shell: POSIX in single quotes, Windows in double ones, which no path holds. */
const shellWord = (word: string): string => {
  if (process.platform === 'win32') return /^[\w.\\/:-]+$/.test(word) ? word : `"${word}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
};

/** In the window's program; undefined in plain Node. */
const { electron } = process.versions;

/** How the console is called here: an installed program has no npm, and Windows a script that waits for its answer. */
export const consoleName = (platform: NodeJS.Platform, execPath: string, isInstalled: boolean): string => {
  if (!isInstalled) return 'npm run admin --';
  return platform === 'win32' ? 'kramar-admin' : `${shellWord(execPath)} --admin`;
};

/** An installed program has a window, and the system hands it `kramar://` links. */
export const IS_INSTALLED =
  // Set where Electron runs a program from its folder.
  electron !== undefined && !('defaultApp' in process);

export const CONSOLE = consoleName(process.platform, process.execPath, IS_INSTALLED);

/** A complete command of the owner's console; of one that is not installed, to be run in the folder of the program. */
export const consoleCommand = (dataDir: string, ...words: readonly string[]): string =>
  [CONSOLE, '--data-dir', ...[dataDir, ...words].map(shellWord)].join(' ');

/** How the owner's commands begin on this computer: with the data folder, unless it is the usual one. */
export const consoleStart = (dataDir: string): string =>
  dataDir === defaultDataDir(process.platform, environment(), homedir()) ? CONSOLE : consoleCommand(dataDir);

/** Complete commands by which the owner can recover a lost database. */
export const recoveryCommands = ({ dataDir, newest }: LostDatabase) => ({
  /** Undefined without a verified backup. */
  restore: newest && consoleCommand(dataDir, 'backup', 'restore', newest.name),
  list: consoleCommand(dataDir, 'backup', 'list'),
  startAnew: consoleCommand(dataDir, 'database', 'start-anew'),
});

/** Lines for a terminal: each command has its own line, to be copied. */
export const recoveryLines = (lost: LostDatabase): string[] => {
  const { restore, list, startAnew } = recoveryCommands(lost);
  return [
    restore ? 'To put the newest backup back:' : 'To see which backups there are:',
    `  ${restore ?? list}`,
    'To begin an empty shop instead, without the goods, people and invoices of the old one:',
    `  ${startAnew}`,
  ];
};
