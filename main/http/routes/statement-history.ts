import {
  historyRequest,
  type StatementHistory,
  statementHistory,
} from '../../../shared/api/statement-history.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { FLOOR, requestHistory, WINDOW_MS } from '../../money/statement/history.ts';
import { present } from '../../platform/present.ts';
import { loadTerminal } from '../../shop/accounts/scope.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { findHistory, type StatementHistoryRow } from '../../store/statement-histories.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

const days = (ms: number): number => Math.max(0, Math.round(ms / DAY_MS));

const NONE = {
  state: 'none',
  started_at: null,
  finished_at: null,
  newest: null,
  oldest: null,
  days_read: 0,
  days_max: 0,
  empty_days: 0,
  payments: 0,
  created: 0,
  unreadable: 0,
  first_payment_at: null,
  problem: '',
  retry_at: null,
} as const;

const presentHistory = (terminal: number, row: StatementHistoryRow | undefined): StatementHistory => {
  if (!row) return { terminal, ...NONE };
  const { newest, oldest, empty_windows } = row;
  return present(statementHistory, {
    ...row,
    terminal,
    days_read: days(newest - oldest),
    days_max: days(newest - FLOOR),
    empty_days: days(Math.min(empty_windows * WINDOW_MS, newest - oldest)),
  });
};

/** Earlier payments of a terminal: those that the bank has from before Kramar. */
export const statementHistoryRoutes = ({ db, now }: DbContext, onStart: () => void): Route[] => [
  defineExtension({
    at: 'GET terminals/{id}/statement_history/',
    id: 'getStatementHistory',
    summary: 'Read how far the earlier payments of a terminal have been read',
    description:
      'Earlier payments are those that the bank has from before this service. Sends no bank request.',
    answer: statementHistory,
    access: 'member',
    honoursScope: true,
    load: loadTerminal(db),
    handler: ({ target }) => presentHistory(target.id, findHistory(db, target.id)),
  }),
  defineExtension({
    at: 'POST terminals/{id}/statement_history/',
    id: 'requestStatementHistory',
    summary: 'Start, pause or cancel reading the earlier payments of a terminal',
    description:
      'Does not wait for the bank: a job reads the statement in windows of 31 days, from the oldest day held back to ' +
      'where it begins, while the till is idle; a restart of the service goes on where it was. It ends after two years ' +
      'without a payment, or at the opening of the bank. Nothing is doubled: reading again finds what is here.',
    answer: statementHistory,
    access: 'can_manage_terminals',
    honoursScope: true,
    load: loadTerminal(db),
    body: historyRequest,
    examples: {
      start: { summary: 'Start, or go on after a pause', value: { action: 'start' } },
      pause: { summary: 'Pause', value: { action: 'pause' } },
      cancel: { summary: 'End it; what was read stays', value: { action: 'cancel' } },
    },
    handler: ({ target, body }) => {
      const history = requestHistory({ db, now }, target, body.action);
      if (body.action === 'start') onStart();
      return presentHistory(target.id, history);
    },
  }),
];
