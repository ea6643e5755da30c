import type { Bank } from '../bank/client.ts';
import { BankError } from '../bank/errors.ts';
import type { BankInvoice, StatementItem } from '../bank/wire.ts';
import { tagOf } from './statement-item.ts';

/** The bank's clock and ours may differ by this much: a PC is a day off sooner than by minutes. */
const CLOCK_MARGIN_MS = 26 * 60 * 60_000;
const LONGEST_STATEMENT_MS = 31 * 24 * 60 * 60_000 - 60 * 60_000;

/**
 * What the bank says of creations in doubt at one terminal. Each thing is asked for when it is first needed, and once:
 * after an hour of a bad line there can be a hundred of them, and a statement for each would keep the terminal's pace
 * (`bank/pace.ts`) for half a minute. All throw BankError; what failed is asked for anew.
 */
export interface Inquiry {
  /** The bank's id of the invoice that hangs on a register; null when there is none. */
  onRegister(qrId: string): Promise<string | null>;
  invoice(invoiceId: string): Promise<BankInvoice>;
  /** The lines of the statement that carry the tag, those with money first, then oldest first. */
  paymentsTagged(tag: string): Promise<readonly StatementItem[]>;
}

/**
 * @param since milliseconds UTC, when the earliest of the attempts began
 * @param now milliseconds UTC
 */
export const openInquiry = (bank: Bank, token: string, since: number, now: () => number): Inquiry => ({
  onRegister: once((qrId) => invoiceOnRegister(bank, token, qrId)),
  invoice: once((invoiceId) => bank.invoiceStatus(token, invoiceId)),
  paymentsTagged: paymentsByTag(async () => {
    // Begun in the future: the clock was set back since.
    const begunAt = Math.min(since, now());
    return bank.statement(token, Math.max(begunAt - CLOCK_MARGIN_MS, now() - LONGEST_STATEMENT_MS));
  }),
});

/** A register that the bank no longer has carries no invoice. */
const invoiceOnRegister = async (bank: Bank, token: string, qrId: string): Promise<string | null> => {
  try {
    return (await bank.registerDetails(token, qrId)).invoiceId;
  } catch (error) {
    if (error instanceof BankError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
};

const paymentsByTag = (statement: () => Promise<StatementItem[]>): Inquiry['paymentsTagged'] => {
  const tagged = once<void, Map<string | undefined, StatementItem[]>>(async () =>
    Map.groupBy((await statement()).toReversed(), tagOf),
  );
  const failedLast = (item: StatementItem) => (item.status === 'failure' ? 1 : 0);
  return async (tag) =>
    ((await tagged()).get(tag) ?? []).toSorted((one, other) => failedLast(one) - failedLast(other));
};

const once = <Key, Answer>(ask: (key: Key) => Promise<Answer>): ((key: Key) => Promise<Answer>) => {
  const known = new Map<Key, Answer>();
  return async (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = await ask(key);
    known.set(key, answer);
    return answer;
  };
};
