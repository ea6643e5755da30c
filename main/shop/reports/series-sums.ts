/** Money in minor units, each counted at the time when it moved. */
export interface Sums {
  gross: number;
  fee: number;
  refunds: number;
  count: number;
  refund_count: number;
  /** Thousandths of the unit of measure. */
  quantity: number;
}

const NOTHING: Sums = { gross: 0, fee: 0, refunds: 0, count: 0, refund_count: 0, quantity: 0 };

/** Gross less the bank's fee and refunds. */
export const netOf = ({ gross, fee, refunds }: Sums): number => gross - refunds - fee;

/** Sums by key. */
export const createTally = <Key>() => {
  const sums = new Map<Key, Sums>();
  return {
    // Field by field: this runs for each line of years of sales.
    add: (key: Key, part: Partial<Sums>): void => {
      const sum = sums.get(key) ?? { ...NOTHING };
      sum.gross += part.gross ?? 0;
      sum.fee += part.fee ?? 0;
      sum.refunds += part.refunds ?? 0;
      sum.count += part.count ?? 0;
      sum.refund_count += part.refund_count ?? 0;
      sum.quantity += part.quantity ?? 0;
      sums.set(key, sum);
    },
    of: (key: Key): Sums => sums.get(key) ?? NOTHING,
    keys: (): Key[] => [...sums.keys()],
  };
};
export type Tally<Key> = ReturnType<typeof createTally<Key>>;
