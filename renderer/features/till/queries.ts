import { queryOptions } from '@tanstack/react-query';
import type { RequestLog } from '../../../shared/api/requests.ts';
import { call } from '../../data/http.ts';
import { keys } from '../../data/keys.ts';

/** Seldom enough for nobody to notice, often enough to see what one does at the till. */
export const LOOK_EVERY_MS = 2000;

/** The owner's only. */
export const requestsQuery = queryOptions({
  queryKey: keys.requests,
  queryFn: ({ signal }) => call<RequestLog>('requests/', { signal }),
});
