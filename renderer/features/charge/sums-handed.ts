/** A sum is rounded up to these, minor units; to a ten only where it is small. */
const STEPS = [1000, 5000, 10_000, 50_000, 100_000] as const;
/** Of these nobody gives several: 400 for 250 is 300 or 500. */
const SINGLE_NOTES = [2000, 20_000] as const;
const SMALL_BELOW = 20_000;
const SHOWN = 3;

/**
 * The sums that a buyer probably hands over, the smallest first: all above the sum.
 * `250` → 300, 500, 1000. @param amount minor units
 */
export const sumsHanded = (amount: number): number[] => {
  const steps = STEPS.filter((step) => step !== STEPS[0] || amount < SMALL_BELOW);
  const sums = [...steps.map((step) => Math.ceil(amount / step) * step), ...SINGLE_NOTES];
  return [...new Set(sums)]
    .filter((sum) => amount > 0 && sum > amount)
    .sort((one, other) => one - other)
    .slice(0, SHOWN);
};
