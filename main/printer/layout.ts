import type { PaperPart, PartKind } from '../../shared/api/papers.ts';

/** Lays a paper out in the columns of a printer. Pure. */

/** How a part that is text looks; what has a value ends with it at the right edge. */
const LOOKS: Readonly<Partial<Record<PartKind, { isCentred?: true; isBold?: true; isLarge?: true }>>> = {
  name: { isCentred: true, isBold: true },
  mark: { isCentred: true, isBold: true, isLarge: true },
  title: { isBold: true },
  line: { isCentred: true },
  warning: { isCentred: true, isBold: true },
  total: { isBold: true, isLarge: true },
};

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

/** The sum stands at the end of the name's last line, or alone where it does not fit beside it. */
const pairLines = (left: string, right: string, columns: number): string[] => {
  const lines = wrapText(left, columns);
  const last = lines.at(-1) ?? '';
  const gap = columns - last.length - right.length;
  if (gap >= 1) return [...lines.slice(0, -1), last + ' '.repeat(gap) + right];
  return [...lines, ...wrapText(right, columns).map((line) => line.padStart(columns))];
};

/**
 * The lines of a part, each of at most `columns` columns; none of what only A4 has.
 * @param printable fits a text to the printer's code page
 */
export const linesOf = (
  { kind, text = '', value = '', note = '' }: PaperPart,
  columns: number,
  printable: (text: string) => string,
): PaperLine[] => {
  if (kind === 'head') return [];
  if (kind === 'rule') return [{ text: '-'.repeat(columns), isBold: false, isLarge: false }];
  const { isCentred = false, isBold = false, isLarge = false } = LOOKS[kind] ?? {};
  const room = isLarge ? Math.floor(columns / 2) : columns;
  const fitted = (each: string): string => printable(each).trim();
  const words = kind === 'total' ? text.toUpperCase() : text;
  const texts =
    value === ''
      ? wrapText(printable(words), room).map((line) =>
          isCentred ? ' '.repeat(Math.floor((room - line.length) / 2)) + line : line,
        )
      : [
          ...(note === '' ? [] : wrapText(printable(words), room)),
          ...pairLines(fitted(note || words), fitted(value), room),
        ];
  return texts.map((line) => ({ text: line, isBold, isLarge }));
};
