import { ValidationError } from '../errors.ts';

const EXPECTED = 'Expected a table: CSV, or XLSX as Excel, LibreOffice and Google Sheets save it.';

/** What it is that cannot be read, and what was expected. */
export const unreadable = (what: string): ValidationError =>
  new ValidationError({ file: [`${what} ${EXPECTED}`] });

/** It is a table, but not one to go on with. */
export const refused = (why: string): ValidationError => new ValidationError({ file: [why] });
