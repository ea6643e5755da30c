import { queryOptions } from '@tanstack/react-query';
import type { StatementHistory } from '../../shared/api/statement-history.ts';
import type { HistoryAction } from '../../shared/api/statuses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** Earlier payments: the statement of a terminal from before Kramar. */

const WATCH_MS = 2000;

/** The key begins as those of the terminals do: what changes them makes it stale. */
export const statementHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: keys.statementHistory(id),
    queryFn: ({ signal }) => call<StatementHistory>(`terminals/${id}/statement_history/`, { signal }),
    // No event reports each window.
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? WATCH_MS : false),
  });

/** Throws ApiError. */
export const requestStatementHistory = (id: number, action: HistoryAction): Promise<StatementHistory> =>
  call(`terminals/${id}/statement_history/`, { method: 'POST', body: { action } });
