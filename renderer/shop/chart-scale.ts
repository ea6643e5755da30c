/** Sizes of the bar chart, in CSS pixels; pure. */

/** columns: time from left to right; bars: named rows under each other. */
export type ChartShape = 'columns' | 'bars';

export interface Plot {
  shape: ChartShape;
  left: number;
  top: number;
  width: number;
  height: number;
  bottom: number;
  /** The size of each row along the axis of names. */
  band: number;
}

const MARGIN = 5;
/** Under horizontal bars half of the last amount reaches past the axis. */
const AFTER_AXIS = { columns: MARGIN, bars: 36 };
const UNDER_AXIS = 30;
export const BESIDE_AXIS = { columns: 64, bars: 168 };

export const plotOf = (shape: ChartShape, size: { width: number; height: number }, rows: number): Plot => {
  const left = MARGIN + BESIDE_AXIS[shape];
  const width = Math.max(0, size.width - left - AFTER_AXIS[shape]);
  const height = size.height - 2 * MARGIN - UNDER_AXIS;
  const band = (shape === 'columns' ? width : height) / rows;
  return { shape, left, top: MARGIN, width, height, bottom: MARGIN + height, band };
};

/** Round amounts for the grid lines, from 0 to above `max`. @param max minor units */
export const ticksUpTo = (max: number): number[] => {
  // Without sales the lines are one hryvnia apart.
  const rough = Math.ceil(Math.max(max / 4, 100));
  const unit = 5 * 10 ** (String(rough).length - 2);
  const step = Math.ceil(rough / unit) * unit;
  return [0, 1, 2, 3, 4].map((line) => line * step);
};

const WIDEST_BAR = 18;
const GAP = 2;

/** Start and thickness of the bars within one band. @param bars the number of bars side by side */
export const barsIn = (band: number, bars: number): { thickness: number; starts: number[] } => {
  const slot = Math.max(1, Math.floor((band * 0.8 - GAP * (bars - 1)) / bars));
  const thickness = Math.min(slot, WIDEST_BAR);
  const starts = Array.from(
    { length: bars },
    (_, bar) => band * 0.1 + (slot + GAP) * bar + (slot - thickness) / 2,
  );
  return { thickness, starts };
};

/** The width of a wide letter at 12 px. */
const LETTER = 7;

/** Every n-th name fits under the axis, counted from the last. */
export const labelStep = (names: readonly string[], band: number): number => {
  const widest = LETTER * Math.max(...names.map((name) => name.length)) + 4;
  return Math.max(1, Math.ceil(widest / band));
};

/** A name in at most two lines, truncated. */
export const linesOf = (name: string, width: number): string[] => {
  const max = Math.floor(width / LETTER);
  const lines = [''];
  for (const word of name.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= max) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const isCut = lines.length > 2;
  return lines
    .slice(0, 2)
    .map((line, at) =>
      line.length > max || (isCut && at === 1) ? `${line.slice(0, max - 1).trimEnd()}…` : line,
    );
};
