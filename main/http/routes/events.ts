import * as v from 'valibot';
import {
  EVENT_DATA,
  EVENT_TYPES,
  type EventType,
  eventPage,
  eventQuery,
} from '../../../shared/api/events.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { visibleTypes } from '../../domain/events.ts';
import type { Db } from '../../store/db/connection.ts';
import { listEvents } from '../../store/events.ts';
import { type EventStream, presentEvent } from '../event-stream.ts';
import { convert } from '../openapi/schemas.ts';
import { defineRoute, type Route } from '../route.ts';

const fieldsOf = (type: EventType): [string, v.GenericSchema][] => Object.entries(EVENT_DATA[type].entries);

const types = EVENT_TYPES.map((type) => {
  const names = fieldsOf(type).map(([name]) => `\`${name}\``);
  return `| \`${type}\` | ${v.getDescription(EVENT_DATA[type])} | ${names.join(', ')} |`;
});

const fields = [...new Map(EVENT_TYPES.flatMap(fieldsOf))].map(([name, schema]) => {
  const choices = convert(schema).enum as readonly string[] | undefined;
  return `| \`${name}\` | ${v.getDescription(schema)}${choices ? ` One of ${choices.join(', ')}.` : ''} |`;
});

/** The types of events and the fields of their data, as Markdown. */
const EVENT_TABLES = `| type | told when | data |
|---|---|---|
${types.join('\n')}

| field of data | what it says |
|---|---|
${fields.join('\n')}`;

const DESCRIPTION = `What has happened, oldest first; kept for 90 days. \
\`?after=\` with the highest id that you have gives what came since: who asks so misses nothing of what is kept.

**To be told as it happens**, send \`Accept: text/event-stream\`. The answer stays open and is a stream of server-sent \
events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Its first message is \`ready\`, with the id where \
it begins. Then comes a message for each event: \`id\` is the event's, \`event\` its type, \`data\` the event as in the list. \
When the connection is lost, ask again with the last \`id\` in \`Last-Event-ID\`: nothing is missed, and nothing told twice. \
Without it (and without \`?after=\`) only what happens from now on is told. Two more messages can come: \`reset\` instead of \
\`ready\` when the id is not known any more, because the data were put back from a backup: read anew what you show; \
\`expired\` when the token no longer holds: the stream ends, come back with a new token. A comment is sent after 15 seconds \
of silence. A user may hold 20 streams; one more is a 429.

\`invoice.*\`, \`sale.*\`, \`attempt.*\`, \`bank.unreadable\` and \`bank.readable\` are told to those with \`can_view_invoices\`, \`backup.*\` to the owner, the rest to every \
team member. Pass over types that you do not know: some may be added.

${EVENT_TABLES}`;

export const eventRoutes = (db: Db, stream: EventStream): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'events/',
    id: 'listEvents',
    summary: 'List what happened, or be told as it happens',
    description: DESCRIPTION,
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
