/** What needs no quotes in any shell. */
const PLAIN = /^[\w./:@%+=,-]+$/;

/** One word of a command line as a shell reads it: POSIX in single quotes, Windows in double ones, which no path holds. */
const shellWord = (word: string): string => {
  if (process.platform === 'win32') return /^[\w.\\/:-]+$/.test(word) ? word : `"${word}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
};

/** A command of the owner's console that runs as it stands, in the folder of the program. */
export const consoleCommand = (dataDir: string, ...words: readonly string[]): string =>
  ['npm run admin --', '--data-dir', ...[dataDir, ...words].map(shellWord)].join(' ');
