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
