/** money: minor units. time: milliseconds of the shop's wall clock, as if it were UTC. Null is an empty cell. */
export type Cell = string | number | null;
export type CellKind = 'text' | 'money' | 'time';

export interface Column {
  title: string;
  kind: CellKind;
  /** In characters. */
  width: number;
}

/** Writes a table piece by piece, none of which is kept. */
export interface TableWriter {
  /** The full media type. */
  type: string;
  begin(): Uint8Array;
  rows(rows: readonly (readonly Cell[])[]): Uint8Array;
  end(): Uint8Array;
}

/** 12345 → `123` and `45`, with the sign: digits, so that no float touches money. */
const moneyParts = (minor: number): [string, string] => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return [(minor < 0 ? '-' : '') + digits.slice(0, -2), digits.slice(-2)];
};

export const decimalText = (minor: number, separator: '.' | ','): string => moneyParts(minor).join(separator);

/** Control characters no table program shows, and XML cannot hold most of them; half a character is none. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
