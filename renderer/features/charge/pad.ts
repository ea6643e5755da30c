export const PAD_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ',', '0', 'back'] as const;
export type PadKey = (typeof PAD_KEYS)[number];

interface Typed {
  text: string;
  /** The selection; equal ends are a caret. */
  start: number;
  end: number;
}

/** Applies a key of the pad as the same key of a keyboard would. */
export const press = ({ text, start, end }: Typed, key: PadKey): Typed => {
  const from = key === 'back' && start === end ? Math.max(0, start - 1) : start;
  const put = key === 'back' ? '' : key;
  const caret = from + put.length;
  return { text: text.slice(0, from) + put + text.slice(end), start: caret, end: caret };
};

/** Whether the input can still become an amount: `1 2` on the way to `1 234`, `340,` on the way to `340,5`. */
export const canBecomeAmount = (typed: string): boolean =>
  /^\s*\d*(?:\s\d{0,3})*(?:[.,]\d{0,2})?\s*(?:₴|г(?:р(?:н\.?)?)?)?\s*$/u.test(typed) && typed.length <= 24;
