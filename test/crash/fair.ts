import { BankError } from '../../main/bank/errors.ts';
import type { Config } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { openInstallation } from '../../main/safekeeping/installation.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';

/** Terminals for a short time, each of a merchant of its own. */

export interface Throwaway {
  id: number;
  /** At the bank. */
  merchantId: string;
  /** Its deletion waits for an answer. */
  isAsked: boolean;
  wasAsked: boolean;
  isGone: boolean;
  /** Deletions that were refused. */
  refused: number;
}

const OPEN_AT_ONCE = 2;

export const THROWAWAY_MERCHANTS = Array.from({ length: 150 }, (_, at) => ({
  token: `throwaway-token-${at}`,
  merchantName: `Ярмарок ${at}`,
  registers: [{ amountType: 'merchant' as const }],
}));

/** Adds terminals in place of those that were deleted, as the owner does on the command line while no service runs. */
export const replenish = async (
  config: Config,
  bank: PracticeBank,
  throwaways: Throwaway[],
): Promise<void> => {
  const missing = OPEN_AT_ONCE - throwaways.filter(({ isGone }) => !isGone).length;
  const merchants = bank.merchants.filter(({ token }) => token.startsWith('throwaway'));
  const added = merchants.slice(throwaways.length, throwaways.length + missing);
  if (added.length === 0) return;
  const installation = await openInstallation(config, { log: createLog({ level: 'error' }) });
  try {
    for (const { token, merchantId, merchantName } of added) {
      const { id } = await addTerminal(installation, { name: merchantName, token });
      throwaways.push({ id, merchantId, isAsked: false, wasAsked: false, isGone: false, refused: 0 });
    }
  } catch (error) {
    // A fault of the bank that waits for the clients; the next life comes soon.
    if (!(error instanceof BankError)) throw error;
  } finally {
    installation.close();
  }
};
