import { isUktzed, joinTaxes, plainUktzed, splitTaxes } from '../../../../shared/fiscal.ts';
import type { CellResult } from './cells.ts';

/** The columns of a file for a fiscal register: tax rates and УКТЗЕД; its texts are read as other texts are. */

/** More is no list of rates and no code, and is not examined. */
const MAX_TEXT = 250;

/** A cell's numbers of tax rates, separated by commas or spaces, as they are stored. */
export const readTaxes = (text: string): CellResult<string> => {
  const taxes = text.length > MAX_TEXT ? undefined : splitTaxes(text);
  return taxes === undefined ? { problem: 'NOT_TAX_RATES' } : { value: JSON.stringify(taxes) };
};

export const readUktzed = (text: string): CellResult<string> => {
  const code = text.length > MAX_TEXT ? undefined : plainUktzed(text);
  return code === '' || (code !== undefined && isUktzed(code)) ? { value: code } : { problem: 'NOT_UKTZED' };
};

/** Stored tax rates as written in Kramar's files. */
export const taxesText = (stored: string): string => joinTaxes(JSON.parse(stored) as number[]);
