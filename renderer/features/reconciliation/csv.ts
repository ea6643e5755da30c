/** CSV as Excel opens it in Ukraine, in the style of the service's exports: pure. */

const BYTE_ORDER_MARK = '\uFEFF';
/** Text that a spreadsheet would run as a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Text is quoted, so that 0012 stays text; minor units become a number with a decimal comma. */
const cellText = (cell: string | number | null): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return decimalText(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
};

const decimalText = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
};

/** @param rows texts, amounts in minor units, or nothing */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('');
