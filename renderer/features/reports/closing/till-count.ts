/** What the counted cash of a day means. Minor units. */
export interface TillCount {
  /** undefined: it has not been counted. */
  counted: number | undefined;
  /** Counted less expected; 0 while it has not been counted. */
  difference: number;
  taken: number;
  left: number;
}

/**
 * @param expected in the till by the entries
 * @param isAgreed whether exactly that was counted
 * @param own another sum that was counted
 * @param taken what is taken out; undefined: all but what was left in the morning
 * @param morning counted at the opening
 */
export const countTill = ({
  expected,
  isAgreed,
  own,
  taken,
  morning,
}: {
  expected: number;
  isAgreed: boolean;
  own: number | undefined;
  taken: number | undefined;
  morning: number;
}): TillCount => {
  const counted = own ?? (isAgreed ? expected : undefined);
  const base = counted ?? expected;
  const out = taken ?? Math.max(0, base - morning);
  return {
    counted,
    difference: counted === undefined ? 0 : counted - expected,
    taken: out,
    left: base - out,
  };
};
