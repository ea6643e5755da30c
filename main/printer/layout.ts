/** Lays a paper out in the columns of a printer. Pure. */

/** A part of a paper; the texts are what people read, before they are fitted to a code page. */
export type PaperPart =
  | { kind: 'text'; text: string; isCentred?: true; isBold?: true; isLarge?: true }
  /** A name on the left, a sum on the right. */
  | { kind: 'pair'; left: string; right: string; isBold?: true; isLarge?: true }
  | { kind: 'rule' }
  | { kind: 'qr'; data: string }
  /** Black dots on white, in the middle of the line: `bits` has a bit a dot, each line in whole bytes. */
  | { kind: 'image'; width: number; bits: Uint8Array };

export interface PaperLine {
  text: string;
  isBold: boolean;
  /** Each character takes two columns and two lines. */
  isLarge: boolean;
}

/** Splits a text into lines of at most `columns` characters at spaces; a longer word is cut. */
export const wrapText = (text: string, columns: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= columns) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > columns) {
      lines.push(line.slice(0, columns));
      line = line.slice(columns);
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
};

const centred = (text: string, columns: number): string =>
  ' '.repeat(Math.floor((columns - text.length) / 2)) + text;

/** The sum stands at the end of the name's last line, or alone where it does not fit beside it. */
const pairLines = (left: string, right: string, columns: number): string[] => {
  const lines = wrapText(left, columns);
  const last = lines.at(-1) ?? '';
  const gap = columns - last.length - right.length;
  if (gap >= 1) return [...lines.slice(0, -1), last + ' '.repeat(gap) + right];
  return [...lines, ...wrapText(right, columns).map((line) => line.padStart(columns))];
};

/**
 * The lines of a part, each of at most `columns` columns.
 * @param printable fits a text to the printer's code page
 */
export const linesOf = (
  part: Exclude<PaperPart, { kind: 'qr' | 'image' }>,
  columns: number,
  printable: (text: string) => string,
): PaperLine[] => {
  if (part.kind === 'rule') return [{ text: '-'.repeat(columns), isBold: false, isLarge: false }];
  const { isBold = false, isLarge = false } = part;
  const room = isLarge ? Math.floor(columns / 2) : columns;
  const texts =
    part.kind === 'pair'
      ? pairLines(printable(part.left).trim(), printable(part.right).trim(), room)
      : wrapText(printable(part.text), room).map((line) => (part.isCentred ? centred(line, room) : line));
  return texts.map((text) => ({ text, isBold, isLarge }));
};
