import { type RequestLog as RequestList, requestEntry, requestLog } from '../../../shared/api/requests.ts';
import { present } from '../../platform/present.ts';
import { defineExtension } from '../extension.ts';
import type { LoggedRequest, RequestLog } from '../request-log.ts';
import type { Route } from '../route.ts';

const presentEntry = (logged: LoggedRequest) => present(requestEntry, logged);

export const requestRoutes = (requests: RequestLog): Route[] => [
  defineExtension({
    at: 'GET requests/',
    id: 'listRequests',
    summary: 'List the last requests to this interface',
    description:
      'For the programmer of a till: at most 200, kept in memory alone; this call and OPTIONS are not among them. ' +
      'Values are starred: only the practice shop shows what was sent. A stream of events is one request, listed ' +
      'when it begins.',
    order: 'newest first.',
    answer: requestLog,
    access: 'owner',
    handler: (): RequestList => ({ results: requests.latest().map(presentEntry) }),
  }),
];
