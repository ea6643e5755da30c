/** The ways in which one apostrophe is typed: М’ясо, М'ясо, Мʼясо. */
const APOSTROPHES = /[’ʼ‘`´]/gu;

/**
 * Folds text for searches: case in every alphabet (SQLite's LIKE and lower() fold ASCII only), apostrophes, and
 * composition, so that й typed as one character finds й stored as two.
 */
export const fold = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll(APOSTROPHES, "'");

/**
 * Joins the searched fields of a record into one column. No word of a search contains a line break, so a match lies
 * within one field.
 */
export const searchText = (...fields: string[]): string => fields.map(fold).join('\n');

/** Removes control characters that no table program shows and XML mostly cannot hold, and lone surrogates. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');

/** Cuts a text to so many characters, with an ellipsis for the rest. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

/** Latin letters and the Cyrillic ones that they look like: «Цiна» typed with a Latin i. */
const [LATIN, CYRILLIC] = ['abcehikmoptxy', 'авсенікмортху'];

/** Folds text and, in words that have Cyrillic letters, the Latin letters that look like Cyrillic ones. */
export const foldLookAlikes = (text: string): string =>
  fold(text).replaceAll(/\p{L}+/gu, (word) =>
    /\p{Script=Cyrillic}/u.test(word)
      ? word.replaceAll(/[a-z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter)
      : word,
  );
