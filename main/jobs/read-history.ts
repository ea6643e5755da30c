import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceContext } from '../money/bank-state/refresh.ts';
import { bringWindow } from '../money/statement/bring-history.ts';
import { FARTHEST_RETRY_MS } from '../money/statement/history.ts';
import { dueHistories, findHistory, type StatementHistoryRow } from '../store/statement-histories.ts';
import type { TerminalRow } from '../store/terminals.ts';
import type { JobResult } from './job-runner.ts';
import { isTillBusy } from './payment-sweep.ts';

/** The pause between two windows: it leaves the bank's rate limit to requests that a person waits for. */
const GAP_MS = 100;

type HistoryContext = Pick<InvoiceContext, 'db' | 'now'>;

/** The earlier payments to read now, of these terminals; none while a sale is under way. */
export const historyWork = (
  { db, now }: HistoryContext,
  terminals: readonly TerminalRow[],
): StatementHistoryRow[] => {
  if (isTillBusy({ db, now })) return [];
  const ids = new Set(terminals.map(({ id }) => id));
  const due = dueHistories(db, now(), now() + FARTHEST_RETRY_MS);
  return due.filter(({ terminal_id }) => ids.has(terminal_id));
};

/** How one window of each terminal is read, so that a failure of one terminal does not delay the others. */
type EachTerminal = (
  terminals: readonly TerminalRow[],
  work: (terminal: TerminalRow) => Promise<{ found: number; changed: number }>,
) => Promise<JobResult>;

/** Reads window after window, a window of each terminal in turn, until nothing is left or a sale begins. */
export const readHistories = async (
  context: InvoiceContext,
  activeTerminals: () => TerminalRow[],
  each: EachTerminal,
  isStopping: () => boolean,
): Promise<JobResult> => {
  const sum = { found: 0, changed: 0, problems: [] as string[] };
  for (;;) {
    const terminals = activeTerminals();
    const due = new Set(historyWork(context, terminals).map(({ terminal_id }) => terminal_id));
    if (due.size === 0 || isStopping()) return sum;
    const { found, changed, problems } = await each(
      terminals.filter(({ id }) => due.has(id)),
      (terminal) => readWindow(context, terminal, isStopping),
    );
    sum.found += found;
    sum.changed += changed;
    sum.problems.push(...problems);
    await sleep(GAP_MS);
  }
};

/** Read again: a person may have paused it while another terminal was read. */
const readWindow = async (context: InvoiceContext, { id }: TerminalRow, isStopping: () => boolean) => {
  const history = findHistory(context.db, id);
  if (history?.state !== 'running' || isTillBusy(context)) return { found: 0, changed: 0 };
  return bringWindow(context, history, isStopping);
};
