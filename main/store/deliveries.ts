import { type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { DeliveriesTable } from './db/tables.ts';

/** Written out in the query: an index of pending rows is used for nothing else. */
const PENDING = sql<'pending'>`'pending'`;

export type DeliveryRow = Selectable<DeliveriesTable>;

export const { insert: insertDelivery, update: updateDelivery } = rowsBy('deliveries', 'id');

/**
 * The first of each lane that is due, untried ones first, so that one delivery that cannot be made holds up no other
 * lane. A time that is later than `latest` was written before the clock was set back.
 */
const dueQuery = fixedQuery<DeliveryRow, [receiver: number, now: number, latest: number]>(() =>
  build
    .selectFrom('deliveries as delivery')
    .selectAll()
    .where('state', '=', PENDING)
    .where('receiver_id', '=', placeholder<number>())
    .where((eb) =>
      eb.or([
        eb('next_try_at', 'is', null),
        eb('next_try_at', '<=', placeholder<number>()),
        eb('next_try_at', '>', placeholder<number>()),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as earlier')
            .select('earlier.id')
            .where('earlier.state', '=', PENDING)
            .whereRef('earlier.receiver_id', '=', 'delivery.receiver_id')
            .whereRef('earlier.lane', '=', 'delivery.lane')
            .whereRef('earlier.id', '<', 'delivery.id'),
        ),
      ),
    )
    .orderBy(sql`next_try_at is not null`)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(sql.lit(1)),
);

export const nextDelivery = (
  db: Db,
  receiverId: number,
  now: number,
  latest: number,
): DeliveryRow | undefined => db.get(dueQuery(receiverId, now, latest));

export interface Waiting {
  /** Pending deliveries, and how many of them have failed. */
  pending: number;
  failing: number;
}

const waitingQuery = fixedQuery<Waiting, [receiver: number]>(() =>
  build
    .selectFrom('deliveries')
    .select((eb) => [
      eb.fn.countAll<number>().as('pending'),
      eb.fn.count<number>('next_try_at').as('failing'),
    ])
    .where('state', '=', PENDING)
    .where('receiver_id', '=', placeholder<number>()),
);

export const countWaiting = (db: Db, receiverId: number): Waiting =>
  db.get(waitingQuery(receiverId)) ?? { pending: 0, failing: 0 };

/** Newest first. */
export const latestDeliveries = (db: Db, receiverId: number, limit: number): DeliveryRow[] =>
  db.all(
    build
      .selectFrom('deliveries')
      .selectAll()
      .where('receiver_id', '=', receiverId)
      .orderBy('id', 'desc')
      .limit(limit),
  );

const pending = (receiverId: number) =>
  build.updateTable('deliveries').where('receiver_id', '=', receiverId).where('state', '=', PENDING);

/** Gives up what is about events from before a moment (ms); returns how many. */
export const abandonDeliveries = (db: Db, receiverId: number, before: number): number =>
  db.run(pending(receiverId).set({ state: 'abandoned' }).where('created_at', '<', before));

/** Makes everything due at once. */
export const retryNow = (db: Db, receiverId: number): void => {
  db.run(pending(receiverId).set({ next_try_at: null }).where('next_try_at', 'is not', null));
};

/** A restored backup does not know what was sent after it was made: an untried delivery counts as tried once. */
export const countAsTried = (db: Db, receiverId: number): void => {
  db.run(pending(receiverId).set({ attempts: 1 }).where('attempts', '=', 0));
};

/** Deletes the oldest that have ended, except the last `kept`. */
export const pruneDeliveries = (db: Db, receiverId: number, kept: number): void => {
  db.run(
    build
      .deleteFrom('deliveries')
      .where('receiver_id', '=', receiverId)
      .where('state', '!=', PENDING)
      .where(
        'id',
        '<=',
        build
          .selectFrom('deliveries')
          .select('id')
          .where('receiver_id', '=', receiverId)
          .where('state', '!=', PENDING)
          .orderBy('id', 'desc')
          .limit(1)
          .offset(kept),
      ),
  );
};
