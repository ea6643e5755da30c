/** Text that needs no quotes in a POSIX shell (POSIX.1-2017, 2.2). */
const PLAIN = /^[A-Za-z\d_@%+=:,./-]+$/;

/**
 * Quotes one word for a POSIX shell, with single quotes where needed. NUL is dropped, because no argument can contain
 * it.
 */
export const shellWord = (text: string): string => {
  const word = text.replaceAll('\0', '');
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
};

/** Text that is literal within double quotes in a POSIX shell, cmd and PowerShell. */
const SAFE_IN_DOUBLE = /^[\p{L}\p{M}\d .,:;_@№()/+’ʼ-]*$/u;

/** Quotes one word for any shell if possible, else for a POSIX shell. */
export const anyShellWord = (text: string): string => {
  if (PLAIN.test(text) && !text.includes('%')) return text;
  return SAFE_IN_DOUBLE.test(text) ? `"${text}"` : shellWord(text);
};
