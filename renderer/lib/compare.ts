/** A figure compared with an earlier period. */
export type Change =
  /** A whole percent, above 0. */
  | { kind: 'more' | 'less'; percent: number }
  /** Less than half a percent apart. */
  | { kind: 'same' }
  /** The earlier figure was zero or negative. */
  | { kind: 'new' };

/** A percentage of zero, or of a negative figure, has no meaning. */
export const changeOf = (now: number, before: number): Change => {
  if (now === before) return { kind: 'same' };
  if (before <= 0) return { kind: 'new' };
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { kind: 'same' };
  return { kind: percent > 0 ? 'more' : 'less', percent: Math.abs(percent) };
};
