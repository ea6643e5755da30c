import { type Insertable, type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { fixedQuery, placeholder, queryByColumns } from './db/query-cache.ts';
import type { IdempotencyKeysTable } from './db/tables.ts';

/** A request under an Idempotency-Key. */
export type KeyRow = Selectable<IdempotencyKeysTable>;

/**
 * A cash sale or a return that came about, whatever became of its attempt since: a return counts from when the bank has
 * accepted its refund, and a sale in parts holds its cash until somebody ends it. The columns are those of the attempt.
 */
const CASH_CAME_ABOUT = sql<boolean>`exists (
  select 1 from cash_sales
  where cash_sales.attempt_id = attempts.id
    and (attempts.accepted_at is not null or (is_refund = 0 and attempts.status = 'dropped'))
)`;

/** What binds a key to a request: its answer, and what it journaled while that is open, done, or in the till. */
const found = fixedQuery<KeyRow, [accountId: number, key: string, since: number, since: number]>(() =>
  build
    .selectFrom('idempotency_keys as used')
    .leftJoin('attempts', 'attempts.id', 'used.attempt_id')
    .selectAll('used')
    .where('used.account_id', '=', placeholder<number>())
    .where('used.key', '=', placeholder<string>())
    .where(
      sql<boolean>`(
        (used.answer is not null and coalesce(used.bank_created_at > ${placeholder<number>()}, true))
        or attempts.status = 'in_doubt'
        or (attempts.status = 'pending' and attempts.kind in ('refund', 'capture', 'release'))
        or (coalesce(attempts.bank_settled_at > ${placeholder<number>()}, true)
          and (attempts.status = 'done' or ${CASH_CAME_ABOUT}))
      )`,
    )
    .orderBy('used.id', 'desc'),
);

/**
 * The latest request that binds a key; its answer is null once it has expired.
 * @param since answers, and what was done, of before have expired; ms by the bank's clock. Those of unknown time have not.
 */
export const findKey = (db: Db, accountId: number, key: string, since: number): KeyRow | undefined => {
  const row = db.get(found(accountId, key, since, since));
  const isExpired = row !== undefined && row.bank_created_at !== null && row.bank_created_at <= since;
  return isExpired ? { ...row, answer: null } : row;
};

const inserted = queryByColumns<Pick<KeyRow, 'id'>, Insertable<IdempotencyKeysTable>>((row) =>
  build.insertInto('idempotency_keys').values(row).returning('id'),
);

/** Returns the id of the row. */
export const insertKey = (db: Db, row: Insertable<IdempotencyKeysTable>): number =>
  db.write(inserted(row)).id;

type Answer = Pick<KeyRow, 'answer' | 'created_at' | 'bank_created_at'>;

const answered = queryByColumns((answer: Answer, id: number) =>
  build.updateTable('idempotency_keys').set(answer).where('id', '=', id),
);

export const keepAnswer = (db: Db, id: number, answer: Answer): void => {
  db.run(answered(answer, id));
};

/**
 * Deletes what binds no key any more, and returns the number of rows. One whose attempt was dropped stays: a payment of
 * it may still turn up.
 * @param since as above
 */
export const pruneKeys = (db: Db, since: number): number =>
  db.run(
    build
      .deleteFrom('idempotency_keys')
      .where('bank_created_at', '<=', since)
      .where(
        sql<boolean>`not exists (
          select 1 from attempts
          where attempts.id = attempt_id and status <> 'refused'
            and (status <> 'done' or coalesce(bank_settled_at > ${since}, true))
        )`,
      ),
  );
