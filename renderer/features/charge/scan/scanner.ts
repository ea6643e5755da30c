/** Recognises what a barcode scanner types among what people type: by its pace. Pure. */

/** A scanner's keys follow each other faster than this, ms. */
export const KEY_GAP_MS = 50;
/** From so many digits on it can only be a scanner. */
export const BURST_LENGTH = 6;
/** Fewer keys before an Enter may be a person's. */
const NOISE_LENGTH = 3;
/** An Enter this late after a burst without one still belongs to it, ms. */
export const LATE_ENTER_MS = 500;
/** A longer text is no barcode. */
const MAX_LENGTH = 64;

export interface Stroke {
  /** One character, `Enter`, or another key's name. */
  key: string;
  /** When it was pressed, ms. */
  at: number;
  /** The key is held down, or part of a shortcut. */
  isSpecial?: boolean;
}

export interface Burst {
  text: string;
  /** Of its last key, ms. */
  at: number;
}

/**
 * typing: a person's key, left alone. burst: part of a scan, to be kept from the screen. scan: its end. noise: the end of
 * a scan that was read in part.
 */
export type Verdict = { kind: 'typing' | 'burst' | 'noise' } | { kind: 'scan'; code: string };

export const NO_BURST: Burst = { text: '', at: Number.NEGATIVE_INFINITY };

/** Characters of barcodes; a comma, a point or a space is what people type in amounts and names. */
const CODE_CHARACTER = /^[!-+\-/-:<-~]$/;
const isBurst = ({ text }: Burst): boolean => text.length >= BURST_LENGTH && /^\d+$/.test(text);

const TYPING: Verdict = { kind: 'typing' };

/** Judges one key after the keys before it. */
export const judgeKey = (before: Burst, { key, at, isSpecial = false }: Stroke): [Burst, Verdict] => {
  if (key === 'Shift') return [before, TYPING];
  const gap = at - before.at;
  const isQuick = gap >= 0 && gap < KEY_GAP_MS;
  if (key === 'Enter' && !isSpecial) return [NO_BURST, judgeEnter(before, isQuick, gap)];
  if (isSpecial || !CODE_CHARACTER.test(key)) return [NO_BURST, TYPING];
  const burst = { text: isQuick ? before.text + key : key, at };
  return [burst, isBurst(burst) ? { kind: 'burst' } : TYPING];
};

const judgeEnter = (before: Burst, isQuick: boolean, gap: number): Verdict => {
  const { length } = before.text;
  if (isQuick && length >= BURST_LENGTH && length <= MAX_LENGTH) return { kind: 'scan', code: before.text };
  const isLate = isBurst(before) && gap >= 0 && gap < LATE_ENTER_MS;
  return isLate || (isQuick && length >= NOISE_LENGTH) ? { kind: 'noise' } : TYPING;
};
