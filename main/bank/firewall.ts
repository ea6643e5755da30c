import { HOUR_MS } from '../../shared/time.ts';
import { createBackoff } from './breaker.ts';
import type { Bank } from './client.ts';
import { BankError, isFirewallBlock, notSentThroughFirewall } from './errors.ts';

/** Creations of a terminal that may be blocked in a row, though other requests get through, until they wait. */
const SENT_IN_A_ROW = 3;
const FIRST_WAIT_MS = 5_000;

interface Blocked {
  /** Creations in a row that the firewall kept out. */
  times: number;
  /** By the clock. */
  waitsUntil: number;
}

/**
 * The same bank, whose creations do not pile up in doubt behind its firewall. One that gets the firewall's page may have
 * reached the bank, and a till repeats. So after the first of a token the next asks the bank something that changes
 * nothing, and is sent only if that gets through. Where it does and creations still do not, they wait ever longer.
 * @param clock milliseconds that never decrease
 */
export const boundedDoubts = (
  bank: Bank,
  clock: () => number = () => performance.now(),
  random: () => number = Math.random,
): Bank => {
  const backoff = createBackoff(random);
  const blocked = new Map<string, Blocked>();

  /** @throws BankError, of a sale that was not sent */
  const tryFirst = async (token: string, { waitsUntil }: Blocked): Promise<void> => {
    if (clock() < waitsUntil) throw notSentThroughFirewall();
    try {
      await bank.merchantDetails(token);
    } catch (error) {
      // The creation itself shows any other failure.
      if (error instanceof BankError && isFirewallBlock(error)) throw notSentThroughFirewall(error);
    }
  };

  const count = (token: string): void => {
    const times = (blocked.get(token)?.times ?? 0) + 1;
    const beyond = times - SENT_IN_A_ROW + 1;
    const wait = beyond > 0 ? backoff(beyond, FIRST_WAIT_MS, HOUR_MS) : 0;
    blocked.set(token, { times, waitsUntil: clock() + wait });
  };

  return {
    ...bank,
    createInvoice: async (token, request, permit) => {
      const before = blocked.get(token);
      if (before) await tryFirst(token, before);
      try {
        const created = await bank.createInvoice(token, request, permit);
        blocked.delete(token);
        return created;
      } catch (error) {
        if (error instanceof BankError && isFirewallBlock(error)) count(token);
        throw error;
      }
    },
  };
};
