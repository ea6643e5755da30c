import { type ProblemCode, problem } from '../../../shared/errors.ts';
import { ValidationError } from '../errors.ts';

const EXPECTED = 'Expected a table: CSV, or XLSX as Excel, LibreOffice and Google Sheets save it.';

/** What it is that cannot be read, and what was expected. */
export const unreadable = (code: ProblemCode, what: string): ValidationError =>
  refused(code, `${what} ${EXPECTED}`);

/** It is a table, but not one to go on with. */
export const refused = (
  code: ProblemCode,
  why: string,
  facts?: Readonly<Record<string, number>>,
): ValidationError => new ValidationError({ file: [problem(code, why, facts)] });
