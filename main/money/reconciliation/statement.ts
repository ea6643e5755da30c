import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { BankError } from '../../bank/errors.ts';
import type { StatementItem } from '../../bank/wire.ts';
import type { TimeRange } from '../../store/db/days.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import { type InvoiceContext, tokenOf } from '../bank-state/refresh.ts';

/** One request covers at most 31 days; a little less here, because both ends are rounded to seconds. */
const LONGEST_CALL_MS = 30 * DAY_MS;
/** The bank dates a payment at the range's edge differently by minutes, and its clock may differ. */
const MARGIN_MS = 3 * HOUR_MS;

/** A terminal's statement for a range and a few hours around it. */
export interface TerminalStatement {
  terminal: TerminalRow;
  requestedAt: number;
  items: StatementItem[];
  /** Why the request failed. */
  failure: BankError | undefined;
}

/** @throws the reason of `signal` once it is aborted */
export const fetchStatement = async (
  context: InvoiceContext,
  terminal: TerminalRow,
  range: TimeRange,
  signal: AbortSignal,
): Promise<TerminalStatement> => {
  const requestedAt = context.now();
  try {
    const token = await tokenOf(context, terminal.id, terminal.name);
    const items = await statementOf(context, token, withMargin(range, requestedAt), signal);
    return { terminal, requestedAt, items, failure: undefined };
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    return { terminal, requestedAt, items: [], failure: error };
  }
};

/**
 * The statement before the one requested already: it may list a payment that was pending for long, or first seen after
 * a partial refund.
 * @throws BankError
 */
export const fetchEarlierItems = async (
  context: InvoiceContext,
  { terminal, requestedAt }: TerminalStatement,
  range: TimeRange,
  from: number,
  signal: AbortSignal,
): Promise<StatementItem[]> => {
  const until = withMargin(range, requestedAt).from;
  if (from >= until) return [];
  const token = await tokenOf(context, terminal.id, terminal.name);
  return statementOf(context, token, { from: from - MARGIN_MS, to: until }, signal);
};

/** Without an end if that lies ahead: the bank's clock may be ahead too. */
const withMargin = ({ from, to }: TimeRange, now: number): { from: number; to?: number } => {
  const start = Math.min(from, now) - MARGIN_MS;
  return to + MARGIN_MS >= now ? { from: start } : { from: start, to: to + MARGIN_MS };
};

const statementOf = async (
  { bank, now }: InvoiceContext,
  token: string,
  { from, to }: { from: number; to?: number },
  signal: AbortSignal,
): Promise<StatementItem[]> => {
  const parts: StatementItem[][] = [];
  const end = to ?? now();
  for (let start = from; start < end; start += LONGEST_CALL_MS) {
    signal.throwIfAborted();
    const isLast = start + LONGEST_CALL_MS >= end;
    const { items } = await bank.statement(token, start, isLast ? to : start + LONGEST_CALL_MS);
    parts.push(items);
  }
  return parts.flat();
};
