/**
 * Shares an amount out in proportion to weights: whole units, which add up to it exactly; each less than one unit off
 * its exact share, and none for a weight of 0. Where all weights are 0, the first has it all.
 * @param amount an integer, 0 or more @param weights integers, 0 or more
 */
export const shareOut = (amount: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  let upTo = 0;
  let shared = 0;
  return weights.map((weight) => {
    upTo += weight;
    const before = shared;
    shared = portion(amount, upTo, whole);
    return shared - before;
  });
};

/** amount × part / whole, rounded down; the product may be more than a number holds exactly. */
const portion = (amount: number, part: number, whole: number): number =>
  amount * part <= Number.MAX_SAFE_INTEGER
    ? Math.floor((amount * part) / whole)
    : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
