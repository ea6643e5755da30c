import {
  type RequestEntry,
  type RequestLog as RequestList,
  requestLog,
} from '../../../shared/api/requests.ts';
import { isoTime } from '../../../shared/time.ts';
import type { LoggedRequest, RequestLog } from '../request-log.ts';
import { defineRoute, type Route } from '../route.ts';

const present = (logged: LoggedRequest): RequestEntry => ({
  id: logged.id,
  at: isoTime(logged.at),
  method: logged.method,
  path: logged.path,
  status: logged.status,
  ms: logged.ms,
  username: logged.username,
  is_screen: logged.is_screen,
  user_agent: logged.user_agent,
  body: logged.body,
  detail: logged.detail,
});

export const requestRoutes = (requests: RequestLog): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'requests/',
    id: 'listRequests',
    summary: 'List the last requests to this interface',
    description:
      'For the programmer of a till: at most 200, kept in memory alone; this call and OPTIONS are not among them. ' +
      'Values are starred: only the practice shop shows what was sent. A stream of events is one request, listed ' +
      'when it begins.',
    order: 'newest first.',
    answer: requestLog,
    access: 'owner',
    isExtension: true,
    handler: (): RequestList => ({ results: requests.latest().map(present) }),
  }),
];
