import { HISTORY_ACTIONS } from '../../shared/api/statuses.ts';
import { DAY_MS, isoTime, isoTimeOrNull } from '../../shared/time.ts';
import { requestHistory } from '../money/statement/history.ts';
import { UsageError } from '../platform/config.ts';
import { NotFoundError } from '../shop/errors.ts';
import { findHistory, type StatementHistoryRow } from '../store/statement-histories.ts';
import { findTerminal } from '../store/terminals.ts';

import type { Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';
import { terminalId } from './terminals.ts';

/** Earlier payments: the running service reads them, the command line only says so in the database. */
export const terminalHistory: Run = async (call) => {
  const id = terminalId(call);
  const action = HISTORY_ACTIONS.find((known) => known === call.value);
  if (action === undefined && call.value !== 'state')
    throw new UsageError(
      `The ACTION "${call.value}" is unknown. Expected: ${HISTORY_ACTIONS.join(', ')} or state.`,
    );
  requireDatabase(call.config);
  return withDatabase(call, (db) => {
    const terminal = findTerminal(db, id);
    if (!terminal) throw new NotFoundError('terminal', id);
    const history =
      action === undefined ? findHistory(db, id) : requestHistory({ db, now: Date.now }, terminal, action);
    if (action !== undefined) call.log.info('Earlier payments of a terminal.', { id, action });
    return {
      json: { ok: true, id, name: terminal.name, ...historyJson(history) },
      lines: [line(id, history)],
    };
  });
};

const historyJson = (history: StatementHistoryRow | undefined) => ({
  state: history?.state ?? 'none',
  oldest: isoTimeOrNull(history?.oldest ?? null),
  days_read: history ? Math.round((history.newest - history.oldest) / DAY_MS) : 0,
  payments: history?.payments ?? 0,
  created: history?.created ?? 0,
  problem: history?.problem ?? '',
});

const STATES: Record<StatementHistoryRow['state'], string> = {
  running: 'are being loaded while the service runs and the till is idle',
  paused: 'are paused',
  done: 'are loaded, all that the bank has',
  cancelled: 'were cancelled; what was received stays',
};

const line = (id: number, history: StatementHistoryRow | undefined): string => {
  if (!history) return `The earlier payments of terminal ${id} were not loaded yet.`;
  const { oldest, created, problem } = history;
  const { days_read } = historyJson(history);
  const failure = problem === '' ? '' : ` The bank's last answer: ${problem}; it is tried again.`;
  return `The earlier payments of terminal ${id} ${STATES[history.state]}: ${days_read} days read, back to ${isoTime(oldest)}, ${created} new payments.${failure}`;
};
