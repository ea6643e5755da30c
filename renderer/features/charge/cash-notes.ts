import { MAX_AMOUNT } from '../../../shared/money.ts';

/** Hryvnia notes, minor units, the largest first (National Bank of Ukraine, 2024). */
const NOTES = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000] as const;
const SHOWN = 3;
/** With fewer than so many notes of one kind a buyer pays without thinking. */
const FEW = 2;

/**
 * What a buyer probably gives for a sum: the next three sums above it that few notes of one kind make.
 * `375,50` → 400, 500, 1000. @param amount minor units
 */
export const probableNotes = (amount: number): number[] => {
  if (amount <= 0 || amount > MAX_AMOUNT) return [];
  // One note of the largest kind more than the sum takes is always enough for three.
  const most = Math.ceil(amount / NOTES[0]) * (NOTES[0] / (NOTES.at(-1) ?? 1));
  for (let pieces = FEW; ; pieces *= 2) {
    const sums = NOTES.map((note) => Math.ceil(amount / note) * note).filter(
      (sum, at) => sum > amount && sum / (NOTES[at] ?? 1) <= pieces,
    );
    const found = [...new Set(sums)].sort((one, other) => one - other).slice(0, SHOWN);
    if (found.length === SHOWN || pieces > most) return found;
  }
};
