import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { BankError, isFirewallBlock, isUnanswered } from '../bank/errors.ts';
import type { InvoiceContext } from '../money/bank-state/refresh.ts';
import { resolveTerminal } from '../money/journal/resolve-attempts.ts';
import type { Log } from '../platform/log.ts';
import { attemptsInDoubt, latestDoubt } from '../store/invoices/attempts.ts';
import { terminalsWithToken } from '../store/terminals.ts';

/** Six fields: the first is of seconds. */
export const SETTLE_DOUBTS_AT = '*/2 * * * * *';

/** So long somebody may stand at the counter and wait; afterwards the job `settle-attempts` is enough. */
export const FRESH_DOUBT_MS = 10 * MINUTE_MS;
/** Of a bank that does not answer: its return is noticed within this and one request. */
const SILENT_GAP_MS = 3 * SECOND_MS;
/** Of one that answers and has no trace of the request yet; doubles. */
const FIRST_GAP_MS = 2 * SECOND_MS;
const LONGEST_GAP_MS = MINUTE_MS;
/**
 * A look without an answer by then is left to end by itself, and the next begins beside it: a bank that hung and is back
 * answers a new request at once, and an old one never.
 */
const PATIENCE_MS = 3 * SECOND_MS;
const MOST_LOOKS = 4;

interface Rest {
  /** By the monotonic clock. */
  until: number;
  gap: number;
  /** How many are under way. */
  looks: number;
}

const withinPatience = async (work: Promise<unknown>): Promise<void> => {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, PATIENCE_MS);
  await Promise.race([work, over.promise]);
  clearTimeout(timer);
};

/**
 * Settles fresh doubts as soon as the bank answers anything: whoever waits at the screen presses nothing. Its requests
 * do not wait for the pace of background work, which after a failure pauses ever longer; a bank that asks for a pause
 * (429, its firewall) gets it.
 * @param context its bank is the one that goes through at once
 */
export const createDoubtSettler = (context: InvoiceContext, log: Log): (() => Promise<void>) => {
  const { db, now } = context;
  const rests = new Map<number, Rest>();

  const isFresh = (at: number): boolean => Math.abs(now() - at) < FRESH_DOUBT_MS;
  const countOf = (terminalId: number): number =>
    attemptsInDoubt(db, terminalId).filter(({ created_at }) => isFresh(created_at)).length;

  /** Gives the gap to the next look, ms. */
  const look = async (terminalId: number, { gap }: Rest): Promise<number> => {
    const before = countOf(terminalId);
    try {
      await resolveTerminal(context, terminalId);
      return countOf(terminalId) < before ? FIRST_GAP_MS : Math.min(LONGEST_GAP_MS, gap * 2);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      return isUnanswered(error) && !isFirewallBlock(error) ? SILENT_GAP_MS : LONGEST_GAP_MS;
    }
  };

  const settle = async (terminalId: number): Promise<void> => {
    const rest = rests.get(terminalId) ?? { until: 0, gap: FIRST_GAP_MS, looks: 0 };
    if (rest.until > performance.now() || rest.looks >= MOST_LOOKS) return;
    if (countOf(terminalId) === 0) {
      rests.delete(terminalId);
      return;
    }
    rests.set(terminalId, rest);
    rest.looks += 1;
    const ended = look(terminalId, rest)
      .catch((error: unknown) => {
        log.error('A request whose outcome is unknown could not be looked at; it is tried again.', { error });
        return LONGEST_GAP_MS;
      })
      .then((gap) => Object.assign(rest, { until: performance.now() + gap, gap, looks: rest.looks - 1 }));
    await withinPatience(ended);
  };

  return async () => {
    const doubt = latestDoubt(db);
    if (doubt === undefined || !isFresh(doubt)) return;
    await Promise.all(terminalsWithToken(db).map(({ id }) => settle(id)));
  };
};
