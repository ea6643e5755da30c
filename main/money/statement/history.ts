import type { HistoryAction } from '../../../shared/api/statuses.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { noteAction } from '../../shop/actions/record.ts';
import { fieldRefusal, type ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import type { TimeRange } from '../../store/db/days.ts';
import {
  changeHistory,
  findHistory,
  type HistoryChanges,
  replaceHistory,
  type StatementHistoryRow,
} from '../../store/statement-histories.ts';
import { findTerminal, type TerminalRow } from '../../store/terminals.ts';

/**
 * Earlier payments of a terminal: the statement, read in windows from the oldest day held back to where it begins. The
 * bank does not say when acquiring began; a window from before then is empty.
 */

/** The longest period of one statement. */
export const WINDOW_MS = 31 * DAY_MS;
/**
 * So many empty windows in a row end it: two years. A shop that was closed for a season, a leave or an evacuation is
 * read on beyond the gap, and a new shop costs these few requests and no more.
 */
export const EMPTY_WINDOWS = 24;
/** The bank opened in this month, so that no merchant of it is older. */
export const FLOOR = Date.parse('2017-10-01T00:00:00Z');

const FIRST_RETRY_MS = MINUTE_MS;
export const FARTHEST_RETRY_MS = HOUR_MS;

/** The next window, ending where the last one began. The bank counts whole seconds. */
export const nextWindow = ({ oldest }: Pick<StatementHistoryRow, 'oldest'>): TimeRange => {
  const to = Math.ceil(oldest / SECOND_MS) * SECOND_MS;
  return { from: Math.max(FLOOR, to - WINDOW_MS), to };
};

/** The state once a window has been read. */
export const afterWindow = (
  { empty_windows, payments }: Pick<StatementHistoryRow, 'empty_windows' | 'payments'>,
  { from, lines, isEmpty }: { from: number; lines: number; isEmpty: boolean },
  now: number,
): HistoryChanges => {
  const empty = isEmpty ? empty_windows + 1 : 0;
  const isDone = from <= FLOOR || empty >= EMPTY_WINDOWS;
  return {
    oldest: from,
    empty_windows: empty,
    payments: payments + lines,
    failures: 0,
    problem: '',
    retry_at: null,
    ...(isDone ? { state: 'done', finished_at: now } : {}),
  };
};

/** A failure delays this terminal alone, ever longer. */
export const afterFailure = (
  { failures }: Pick<StatementHistoryRow, 'failures'>,
  problem: string,
  now: number,
): HistoryChanges => ({
  failures: failures + 1,
  problem,
  retry_at: now + Math.min(FARTHEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10)),
});

interface HistoryContext {
  db: Db;
  now: () => number;
}

/** @throws ValidationError */
export const requestHistory = (
  { db, now }: HistoryContext,
  { id, name, is_active }: TerminalRow,
  action: HistoryAction,
): StatementHistoryRow | undefined =>
  db.transaction(() => {
    if (action === 'start' && is_active === 0)
      throw fieldRefusal('action', 'not_active', 'Terminal is not active.');
    if (!takesAction(db, id, action, now())) return findHistory(db, id);
    noteAction(db, now(), { code: `history_${action}`, object: { kind: 'terminal', id, label: name } });
    return findHistory(db, id);
  });

const notRunning = (): ValidationError =>
  fieldRefusal('action', 'history_not_running', 'Earlier payments are not being read now.');

/** Returns whether it changed anything. */
const takesAction = (db: Db, terminal: number, action: HistoryAction, now: number): boolean => {
  const history = findHistory(db, terminal);
  const isUnderWay = history?.state === 'running' || history?.state === 'paused';
  if (action === 'start') {
    if (history?.state === 'running') return false;
    if (isUnderWay) changeHistory(db, terminal, { state: 'running', failures: 0, retry_at: null });
    else beginHistory(db, terminal, now);
    return true;
  }
  if (!isUnderWay) throw notRunning();
  if (action === 'pause') changeHistory(db, terminal, { state: 'paused' });
  else changeHistory(db, terminal, { state: 'cancelled', finished_at: now });
  return true;
};

/** Until the first sync of the terminal nothing is held. */
const beginHistory = (db: Db, terminal_id: number, now: number): void => {
  const newest = Math.min(findTerminal(db, terminal_id)?.statement_from ?? now, now);
  replaceHistory(db, { terminal_id, state: 'running', started_at: now, newest, oldest: newest });
};
