/**
 * Runs work on one thing after another: what comes for the same key waits until what came before has ended.
 * A double click on "refund" then meets the outcome of the first.
 */
export const createExclusive = () => {
  const tails = new Map<number | string, Promise<unknown>>();

  return async <Result>(key: number | string, work: () => Promise<Result>): Promise<Result> => {
    const before = tails.get(key) ?? Promise.resolve();
    const run = before.then(work, work);
    tails.set(key, run);
    try {
      return await run;
    } finally {
      if (tails.get(key) === run) tails.delete(key);
    }
  };
};

export type Exclusive = ReturnType<typeof createExclusive>;
