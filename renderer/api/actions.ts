import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Action, ActionLogState } from '../../shared/api/actions.ts';
import type { Page } from '../../shared/api/pages.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/** Owner only. @param params as GET actions/ takes them */
export const actionsQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.actions(params),
    queryFn: ({ signal }) => call<Page<Action>>(`actions/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const actionStateQuery = queryOptions({
  queryKey: keys.actionState,
  queryFn: ({ signal }) => call<ActionLogState>('actions/state/', { signal }),
});
