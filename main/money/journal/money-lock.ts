import { createKeyedQueue } from '../../platform/async.ts';
import type { ValidationError } from '../../shop/errors.ts';

/**
 * Runs the requests about one invoice's money one after another. Of those that give or take money a second one is refused
 * while the first runs: once that is done, the same click repeated would be a second refund.
 */
export type MoneyLock = ReturnType<typeof createMoneyLock>;

export const createMoneyLock = () => {
  const exclusive = createKeyedQueue();
  const refusals = new Map<number, () => ValidationError>();
  /**
   * @param refusal of others that bring one, while this one runs; absent: it waits its turn
   * @throws ValidationError
   */
  return async <Result>(
    invoiceId: number,
    work: () => Promise<Result>,
    refusal?: () => ValidationError,
  ): Promise<Result> => {
    if (!refusal) return exclusive(invoiceId, work);
    const other = refusals.get(invoiceId);
    if (other) throw other();
    refusals.set(invoiceId, refusal);
    try {
      return await exclusive(invoiceId, work);
    } finally {
      refusals.delete(invoiceId);
    }
  };
};
