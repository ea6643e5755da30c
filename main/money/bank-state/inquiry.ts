import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import type { Bank, BankList } from '../../bank/client.ts';
import { BankError, UnreadableAnswer } from '../../bank/errors.ts';
import type { UnreadableElement } from '../../bank/unreadable.ts';
import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import type { InvoiceContext } from './refresh.ts';
import { tagOf } from './statement-item.ts';

/** Assumed largest difference between the bank's clock and the PC's: a PC is sooner a day off than minutes. */
const CLOCK_MARGIN_MS = 26 * HOUR_MS;
const STATEMENT = '/api/merchant/statement';
const LONGEST_STATEMENT_MS = 31 * DAY_MS - HOUR_MS;

/**
 * The bank's information about creations in doubt at one terminal. Each item is requested when first needed, and once:
 * after an hour without connection there can be a hundred such creations, and a statement for each would occupy the
 * terminal's request rate (`bank/pace.ts`) for half a minute. All throw BankError; requests without an answer are
 * repeated.
 */
export interface Inquiry {
  /** The bank's id of the invoice on a register; null if there is none. */
  onRegister(qrId: string): Promise<string | null>;
  invoice(invoiceId: string): Promise<BankInvoice>;
  /**
   * The statement's lines with the tag, those with money first, then oldest first. Throws UnreadableAnswer if only
   * unreadable lines have it.
   */
  paymentsTagged(tag: string): Promise<readonly StatementItem[]>;
}

/** The beginning of an attempt (ms), by both clocks. */
type AttemptStart = Pick<AttemptRow, 'created_at' | 'bank_created_at'>;

/** Earliest time of payments of attempts in the statement (ms), by the bank's clock if known. */
const statementSince = (
  attempts: readonly AttemptStart[],
  { now, bankNow }: Pick<InvoiceContext, 'now' | 'bankNow'>,
): number => {
  const bankTime = bankNow();
  const begun = attempts.map(({ created_at, bank_created_at }) =>
    bankTime === undefined ? created_at : (bank_created_at ?? Number.NEGATIVE_INFINITY),
  );
  const at = bankTime ?? now();
  // A beginning in the future: the clock was set back since.
  return Math.max(Math.min(at, ...begun) - CLOCK_MARGIN_MS, at - LONGEST_STATEMENT_MS);
};

/** @param attempts the attempts in question */
export const openInquiry = (
  { bank, ...clocks }: Pick<InvoiceContext, 'bank' | 'now' | 'bankNow'>,
  token: string,
  attempts: readonly AttemptStart[],
): Inquiry => ({
  onRegister: rememberAnswers((qrId) => invoiceOnRegister(bank, token, qrId)),
  invoice: rememberAnswers((invoiceId) => bank.invoiceStatus(token, invoiceId)),
  paymentsTagged: paymentsByTag(() => bank.statement(token, statementSince(attempts, clocks))),
});

/** A register unknown to the bank carries no invoice. */
const invoiceOnRegister = async (bank: Bank, token: string, qrId: string): Promise<string | null> => {
  try {
    return (await bank.registerDetails(token, qrId)).invoiceId;
  } catch (error) {
    if (error instanceof BankError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
};

const paymentsByTag = (statement: () => Promise<BankList<StatementItem>>): Inquiry['paymentsTagged'] => {
  const tagged = rememberAnswers<
    void,
    { lines: Map<string | undefined, StatementItem[]>; unreadable: UnreadableElement[] }
  >(async () => {
    const { items, unreadable } = await statement();
    return { lines: Map.groupBy(items.toReversed(), tagOf), unreadable };
  });
  const failedLast = (item: StatementItem) => (item.status === 'failure' ? 1 : 0);
  return async (tag) => {
    const { lines, unreadable } = await tagged();
    const found = lines.get(tag) ?? [];
    const misfit = unreadable.find(({ source }) => tagOf(source) === tag);
    // The bank did create the invoice: the attempt must be neither dropped nor requested again.
    if (misfit && found.length === 0) throw new UnreadableAnswer(STATEMENT, misfit);
    return found.toSorted((one, other) => failedLast(one) - failedLast(other));
  };
};

const rememberAnswers = <Key, Answer>(
  request: (key: Key) => Promise<Answer>,
): ((key: Key) => Promise<Answer>) => {
  const known = new Map<Key, Answer>();
  const unreadable = new Map<Key, UnreadableAnswer>();
  return async (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const failure = unreadable.get(key);
    if (failure) throw failure;
    try {
      const answer = await request(key);
      known.set(key, answer);
      return answer;
    } catch (error) {
      // The bank did answer: another attempt would get the same answer.
      if (error instanceof UnreadableAnswer) unreadable.set(key, error);
      throw error;
    }
  };
};
