/** What a POSIX shell reads as it stands: nothing in it means anything to one (POSIX.1-2017, 2.2). */
const PLAIN = /^[A-Za-z\d_@%+=:,./-]+$/;

/**
 * One word for a POSIX shell, which reads back exactly what was given; single quotes, in which nothing has a meaning,
 * where it needs any. No program can be given a NUL, so none is kept.
 */
export const shellWord = (text: string): string => {
  const word = text.replaceAll('\0', '');
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
};

/** In double quotes nothing of it means anything to a POSIX shell, to cmd or to PowerShell. */
const SAFE_IN_DOUBLE = /^[\p{L}\p{M}\d .,:;_@№()/+’ʼ-]*$/u;

/** One word for whatever shell the shop's computer has; where that cannot be, for a POSIX one. */
export const anyShellWord = (text: string): string => {
  if (PLAIN.test(text) && !text.includes('%')) return text;
  return SAFE_IN_DOUBLE.test(text) ? `"${text}"` : shellWord(text);
};
