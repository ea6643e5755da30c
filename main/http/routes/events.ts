import * as v from 'valibot';
import {
  EVENT_DATA,
  EVENT_TYPES,
  type EventType,
  eventPage,
  eventQuery,
} from '../../../shared/api/events.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import {
  type EventFeed,
  onlyOwnSales,
  presentEvent,
  visibleEvents,
  waitForEvent,
} from '../../shop/events.ts';
import type { Db } from '../../store/db/connection.ts';
import { listEvents } from '../../store/events.ts';
import { createEventStream, createListeners } from '../event-stream.ts';
import { convert } from '../openapi/schemas.ts';
import { defineExtension, type Route } from '../route.ts';

const fieldsOf = (type: EventType): [string, v.GenericSchema][] => Object.entries(EVENT_DATA[type].entries);

const types = EVENT_TYPES.map((type) => {
  const names = fieldsOf(type).map(([name]) => `\`${name}\``);
  return `| \`${type}\` | ${v.getDescription(EVENT_DATA[type])} | ${names.join(', ')} |`;
});

/** Which types have a field of this name and meaning; one name may mean another thing elsewhere (`outcome`). */
const meanings = new Map<string, { name: string; meaning: string; types: EventType[] }>();
for (const type of EVENT_TYPES)
  for (const [name, schema] of fieldsOf(type)) {
    const choices = convert(schema).enum as readonly string[] | undefined;
    const meaning = `${v.getDescription(schema)}${choices ? ` One of ${choices.join(', ')}.` : ''}`;
    const known = meanings.get(`${name} ${meaning}`) ?? { name, meaning, types: [] };
    meanings.set(`${name} ${meaning}`, { ...known, types: [...known.types, type] });
  }

const fields = [...meanings.values()].map(({ name, meaning, types: of }, _, all) => {
  const isOnly = all.every((other) => other.name !== name || other.meaning === meaning);
  const where = isOnly ? '' : `In ${of.map((type) => `\`${type}\``).join(', ')}: `;
  return `| \`${name}\` | ${where}${meaning} |`;
});

/** The types of events and the fields of their data, as Markdown. */
const EVENT_TABLES = `| type | sent when | data |
|---|---|---|
${types.join('\n')}

| field of data | meaning |
|---|---|
${fields.join('\n')}`;

const DESCRIPTION = `The events, oldest first; kept for 90 days. \
\`?after=\` with the highest id that you have gives the events since then, so a client that repeats this misses none that is kept.

**For a stream**, send \`Accept: text/event-stream\`. The answer stays open and is a stream of server-sent \
events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Its first message is \`ready\`, with the id where \
it begins. Then comes a message for each event: \`id\` is the event's, \`event\` its type, \`data\` the event as in the list. \
After a lost connection, reconnect with the last \`id\` in \`Last-Event-ID\`: no event is missed, and none sent twice. \
Without it (and without \`?after=\`) only new events are sent. Two more messages can come: \`reset\` instead of \
\`ready\` when the id is not known any more, because the data were restored from a backup: load again what you show; \
\`expired\` when the token is no longer valid: the stream ends, reconnect with a new token. A comment is sent after 15 seconds \
of silence. A user may hold 20 streams; one more is a 429.

\`invoice.*\`, \`sale.*\`, \`attempt.*\`, \`bank.unreadable\` and \`bank.readable\` are sent to those with \`can_view_invoices\`, \`backup.*\` to the owner, the rest to every \
team member. With \`?mine=true\`, \`can_create_invoices\` is enough for the events of the invoices that you created. Ignore types that you do not know: some may be added.

${EVENT_TABLES}`;

export const eventRoutes = (db: Db, feed: EventFeed): Route[] => {
  const listeners = createListeners();
  return [
    defineExtension({
      at: 'GET events/',
      id: 'listEvents',
      summary: 'List what happened, or follow it as it happens',
      description: DESCRIPTION,
      order: 'oldest first, by id.',
      answer: eventPage,
      access: 'member',
      isLongRunning: true,
      query: eventQuery,
      stream: createEventStream(db, feed, listeners),
      handler: async ({ actor, query, paginate, signal, checkAccess }) => {
        const { after = 0, wait, mine } = query;
        const visible = visibleEvents(mine ? onlyOwnSales(actor) : actor);
        if (wait !== undefined) {
          refuseWaitAlone(query.after);
          listeners.refuseTooMany(actor.id);
          const leave = listeners.enter(actor.id);
          const until = AbortSignal.any([signal, feed.closed]);
          await waitForEvent(db, feed, { after, visible, ms: wait * 1000, signal: until }).finally(leave);
          await checkAccess();
        }
        return paginate(PAGE_SIZES, (slice) => listEvents(db, after, visible, slice), presentEvent);
      },
    }),
  ];
};

/** Without a place to continue from, the oldest event would end the wait at once. */
const refuseWaitAlone = (after: number | undefined): void => {
  if (after === undefined) throw fieldRefusal('after', 'required', 'This field is required with wait.');
};
