import {
  type RequestEntry,
  type RequestLog as RequestList,
  requestLog,
} from '../../../shared/api/requests.ts';
import { isoTime } from '../../../shared/time.ts';
import type { KeptRequest, RequestLog } from '../request-log.ts';
import { defineRoute, type Route } from '../route.ts';

const present = (kept: KeptRequest): RequestEntry => ({
  id: kept.id,
  at: isoTime(kept.at),
  method: kept.method,
  path: kept.path,
  status: kept.status,
  ms: kept.ms,
  username: kept.username,
  is_screen: kept.is_screen,
  user_agent: kept.user_agent,
  body: kept.body,
  detail: kept.detail,
});

export const requestRoutes = (requests: RequestLog): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'requests/',
    id: 'listRequests',
    summary: 'List the last requests to this interface',
    description:
      'For whoever connects a till: at most 200, newest first, kept in memory alone; this call and OPTIONS are ' +
      'not among them. Secrets are starred. A stream of events is one request, told when it begins.',
    answer: requestLog,
    access: 'owner',
    isExtension: true,
    handler: (): RequestList => ({ results: requests.latest().map(present) }),
  }),
];
