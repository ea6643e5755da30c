/**
 * Text as searches compare it: case folded in every alphabet (SQLite's LIKE and lower() fold ASCII only) and
 * composed, so that й typed as one character finds й stored as two.
 */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * The searched fields of a record as one column. No word of a search contains a line break, so a word found
 * here lies within one field.
 */
export const searchText = (...fields: string[]): string => fields.map(fold).join('\n');

/** Control characters no table program shows, and XML cannot hold most of them; half a character is none. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');

/** At most so many characters of a text, and an ellipsis in place of the rest. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
