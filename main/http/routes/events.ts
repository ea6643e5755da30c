import { eventPage, eventQuery } from '../../../shared/api/events.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { visibleTypes } from '../../domain/events.ts';
import type { Db } from '../../store/db/connection.ts';
import { listEvents } from '../../store/events.ts';
import { type EventStream, presentEvent } from '../event-stream.ts';
import { defineRoute, type Route } from '../route.ts';

export const eventRoutes = (db: Db, stream: EventStream): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'events/',
    summary: 'List what happened, or be told as it happens',
    answer: eventPage,
    access: 'member',
    isExtension: true,
    query: eventQuery,
    stream,
    handler: ({ actor, query, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listEvents(db, query.after ?? 0, visibleTypes(actor), slice),
        (rows) => rows.map(presentEvent),
      ),
  }),
];
