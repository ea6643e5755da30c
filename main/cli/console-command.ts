/** Characters that need no quotes in any shell. */
const PLAIN = /^[\w./:@%+=,-]+$/;

/** Quotes one word for a shell: POSIX in single quotes, Windows in double ones, which no path holds. */
const shellWord = (word: string): string => {
  if (process.platform === 'win32') return /^[\w.\\/:-]+$/.test(word) ? word : `"${word}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
};

/** A complete command of the owner's console, to be run in the folder of the program. */
export const consoleCommand = (dataDir: string, ...words: readonly string[]): string =>
  ['npm run admin --', '--data-dir', ...[dataDir, ...words].map(shellWord)].join(' ');
