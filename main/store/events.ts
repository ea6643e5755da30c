import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { EventType } from '../../shared/api/events.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import { rowsBy } from './db/put.ts';
import { queryByColumns } from './db/query-cache.ts';
import type { EventsTable } from './db/tables.ts';

export type EventRow = Selectable<EventsTable>;

const inserted = queryByColumns((event: Insertable<EventsTable>) => build.insertInto('events').values(event));

export const insertEvent = (db: Db, event: Insertable<EventsTable>): void => {
  db.run(inserted(event));
};

/** 0: none yet. The number of a pruned event is not reused. */
export const lastEventId = (db: Db): number =>
  db.get(build.selectFrom('events').select((eb) => eb.fn.max('id').as('id')))?.id ?? 0;

const firstEventId = (db: Db): number =>
  db.get(build.selectFrom('events').select((eb) => eb.fn.min('id').as('id')))?.id ?? 0;

/** The id of the preceding event; 0: none. */
export const eventIdBefore = (db: Db, id: number): number =>
  db.get(
    build
      .selectFrom('events')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('id', '<', id),
  )?.id ?? 0;

export interface EventFilter {
  types: readonly EventType[];
  /** Only events of this terminal (id), and those of none. */
  terminal?: number | undefined;
  /** Only events of invoices that this account (id) created, and those of no invoice. */
  createdBy?: number | undefined;
}

const following = (after: number, { types, terminal, createdBy }: EventFilter) =>
  build
    .selectFrom('events')
    .where('id', '>', after)
    .where('type', 'in', sql<EventType>`(select value from json_each(${JSON.stringify(types)}))`)
    .where((eb) =>
      eb.and([
        ...(terminal === undefined
          ? []
          : [eb.or([eb('terminal_id', 'is', null), eb('terminal_id', '=', terminal)])]),
        ...(createdBy === undefined
          ? []
          : [
              eb.or([
                eb('invoice_id', 'is', null),
                eb(
                  eb
                    .selectFrom('invoices')
                    .select('invoices.created_by')
                    .whereRef('invoices.id', '=', 'events.invoice_id'),
                  '=',
                  createdBy,
                ),
              ]),
            ]),
      ]),
    );

/** Matching events with a higher id, oldest first. */
export const eventsAfter = (db: Db, after: number, filter: EventFilter, limit: number): EventRow[] =>
  db.all(following(after, filter).selectAll().orderBy('id').limit(limit));

export const listEvents = (db: Db, after: number, filter: EventFilter, slice: Slice): Found<EventRow> => {
  const matching = following(after, filter);
  return findSlice(db, matching, matching.selectAll(), 'events', [], slice);
};

export const { find: findEvent } = rowsBy('events', 'id');

/** The latest of some types. */
export const latestEvent = (db: Db, types: readonly EventType[]): EventRow | undefined =>
  db.get(build.selectFrom('events').selectAll().where('type', 'in', types).orderBy('id', 'desc').limit(1));

/** The remaining events of an invoice, oldest first. */
export const eventsOfInvoice = (db: Db, invoiceId: number): EventRow[] =>
  db.all(build.selectFrom('events').selectAll().where('invoice_id', '=', invoiceId).orderBy('id'));

/** Ids processed in one transaction: one or two days of a shop, written in a few milliseconds. */
const PRUNED_AT_ONCE = 1000;

/**
 * Deletes events from before a moment (ms), except the very last one, which preserves the numbering. Returns the number
 * of deleted events. Other requests are served in between; an interrupted run continues the next time.
 */
export const pruneEvents = async (db: Db, before: number): Promise<number> => {
  const last = lastEventId(db);
  let pruned = 0;
  for (let from = firstEventId(db); from < last; from += PRUNED_AT_ONCE) {
    pruned += db.run(
      build
        .deleteFrom('events')
        .where('id', '>=', from)
        .where('id', '<', Math.min(last, from + PRUNED_AT_ONCE))
        .where('created_at', '<', before),
    );
    await nextTurn();
  }
  return pruned;
};
