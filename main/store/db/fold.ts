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
