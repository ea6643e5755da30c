import type { Tone } from '../kit/theme.ts';

/** The colour of counted cash less the expected: missing is red, too much amber. @param difference minor units */
export const toneOfDifference = (difference: number): Tone => {
  if (difference === 0) return 'paid';
  return difference < 0 ? 'failed' : 'working';
};
